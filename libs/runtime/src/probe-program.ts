import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';

import { folderUnusable, programMissing, programUnusable, systemCode } from './errors.js';

const PROGRAM_STARTS = [
  '#!', // script
  '\x7fELF', // Linux
  '\xcf\xfa\xed\xfe', // macOS
  '\xca\xfe\xba\xbe', // macOS, several processors
  'MZ', // Windows, and Linux where it runs Windows programs
];
const PROGRAM_START_BYTES = 4;

/**
 * Says why a program cannot run, before anything is started. The file's beginning is read because the system does not
 * refuse what is no program: glibc's `execvp` hands such a file to `/bin/sh` (glibc 2.36), and a shell is what nobody
 * asked for. A damaged program that begins as it should is not recognised.
 *
 * @param file - Absolute path.
 * @throws CoAgentError `CLI_NOT_FOUND` or `CLI_UNSUPPORTED`.
 */
export async function requireProgram(file: string): Promise<void> {
  const found = await stat(file).catch(codeOf);
  if (found === 'ENOENT' || found === 'ENOTDIR') throw programMissing(file);
  if (typeof found === 'string') throw programUnusable(file, found);
  if (found.isDirectory()) throw programUnusable(file, 'it is a directory');
  if (!found.isFile()) throw programUnusable(file, 'it is not a file');
  if (process.platform === 'win32') return;
  if (!(await isAllowed(file, constants.X_OK))) throw programUnusable(file, 'it is not marked as executable');
  if (!(await isAllowed(file, constants.R_OK))) return;
  const start = await readStart(file);
  if (!PROGRAM_STARTS.some((known) => start.startsWith(known))) {
    throw programUnusable(file, 'it is neither a program for this system nor a script that begins with #!');
  }
}

/**
 * Says why a program cannot run in `folder`: the system reports a missing folder as a missing program.
 *
 * @throws CoAgentError `PROCESS_ERROR`.
 */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(codeOf);
  if (found === 'ENOENT' || found === 'ENOTDIR') throw folderUnusable(folder, 'does not exist');
  if (typeof found === 'string') throw folderUnusable(folder, `cannot be read (${found})`);
  if (!found.isDirectory()) throw folderUnusable(folder, 'is not a directory');
  if (!(await isAllowed(folder, constants.X_OK))) throw folderUnusable(folder, 'may not be entered');
}

async function readStart(file: string): Promise<string> {
  const chunks: Buffer[] = await createReadStream(file, { end: PROGRAM_START_BYTES - 1 }).toArray();
  return Buffer.concat(chunks).toString('latin1');
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  return systemCode(error) ?? 'unknown error';
}

import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

import { folderUnusable, programMissing, programUnusable, systemCode } from './errors.js';
import { ELF_START, whyElfCannotRun } from './judge-elf.js';

/** How much of a file the system looks at to tell what it is, in bytes (Linux 5.1 and newer). */
const START_BYTES = 256;
/** How many scripts Linux follows from interpreter to interpreter before it gives up. */
const INTERPRETERS_MAX = 5;

/** A script's first line, as far as its interpreter. */
const SCRIPT_START = /^#![ \t]*([^ \t\n\0]+)[ \t\n\0]/;
/** How programs for macOS begin: for one processor, and for several. */
const MACH_O_STARTS = ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'];

/**
 * Says why a program cannot run, before anything is started. The file's beginning is read because the system does not
 * refuse what is no program, or one for another system or machine: glibc's `execvp` hands such a file to `/bin/sh`
 * (glibc 2.36), and a shell is what nobody asked for. The same goes for a script whose interpreter is no program. A
 * program that is damaged behind its header is not recognised.
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
  const reason = await whyNoProgram(file);
  if (reason !== undefined) throw programUnusable(file, reason);
}

async function whyNoProgram(file: string, depth = 0): Promise<string | undefined> {
  const start = await readStart(file);
  const text = start.toString('latin1');
  if (text.startsWith('#!')) return whyNoScript(text, depth);
  const isMac = process.platform === 'darwin';
  if (isMac && MACH_O_STARTS.some((known) => text.startsWith(known))) return undefined;
  if (!isMac && text.startsWith(ELF_START)) return whyElfCannotRun(start);
  return 'it is neither a program for this system nor a script that begins with #!';
}

/** Of an interpreter that is missing or that may not be run the system itself tells. */
async function whyNoScript(text: string, depth: number): Promise<string | undefined> {
  const name = SCRIPT_START.exec(text.length < START_BYTES ? `${text}\n` : text)?.[1];
  const interpreter = Buffer.from(name ?? '', 'latin1').toString();
  if (!isAbsolute(interpreter)) return 'its first line does not name an interpreter by an absolute path';
  const found = await stat(interpreter).catch(() => undefined);
  if (!found?.isFile() || !(await isAllowed(interpreter, constants.R_OK))) return undefined;
  const reason = depth < INTERPRETERS_MAX ? await whyNoProgram(interpreter, depth + 1) : undefined;
  return reason === undefined ? undefined : `its interpreter ${interpreter} cannot be run: ${reason}`;
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

async function readStart(file: string): Promise<Buffer> {
  const chunks: Buffer[] = await createReadStream(file, { end: START_BYTES - 1 }).toArray();
  return Buffer.concat(chunks);
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

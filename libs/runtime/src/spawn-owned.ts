import { isAbsolute } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';

import { programMissing, programUnusable, spawnRefused } from './errors.js';
import { ownProcess } from './owned-process.js';
import type { OwnedCommand, OwnedProcess, StartedProcess } from './owned-process.js';
import { isGroupAlive } from './probe-group.js';
import { requireFolder, requireProgram } from './probe-program.js';
import { findOnPath } from './resolve-command.js';
import { LINE_MAX_BYTES, splitLines } from './split-lines.js';
import { startWatchdog } from './watchdog.js';

/** How {@link spawnOwned} reads. */
export interface SpawnOwnedOptions {
  /** Longest line of output, in bytes. Default {@link LINE_MAX_BYTES}. */
  readonly lineMaxBytes?: number;
  /** Called with each piece of standard error as it comes, beside what is kept of it. Must not throw. */
  readonly onDiagnostics?: (chunk: Buffer) => void;
}

/**
 * Starts a program without a shell, in a process group of its own (not on Windows) that dies with us. Resolves once
 * it runs. Its input stays open until `endInput`.
 *
 * @throws CoAgentError `CLI_NOT_FOUND` where there is no such program; `CLI_UNSUPPORTED` where it cannot be run;
 * `PROCESS_ERROR` where the working directory cannot be entered or the system refuses. Nothing runs then.
 */
export async function spawnOwned(
  command: OwnedCommand,
  { lineMaxBytes = LINE_MAX_BYTES, onDiagnostics = () => undefined }: SpawnOwnedOptions = {},
): Promise<OwnedProcess> {
  const { pid, output, write, endInput, stop, ended } = await startProcess(command, onDiagnostics);
  const lines = splitLines(output, { file: command.file, maxBytes: lineMaxBytes });
  return { pid, lines, write, endInput, stop, ended };
}

/** {@link spawnOwned} with the output as bytes, for this room only. */
export async function startProcess(
  command: OwnedCommand,
  onDiagnostics: (chunk: Buffer) => void = () => undefined,
): Promise<StartedProcess> {
  await requireFolder(command.cwd);
  const file = await locate(command);
  await requireProgram(file);
  const { execa } = await import('execa');
  const isWindows = process.platform === 'win32';
  const watchdog = startWatchdog();
  try {
    const started = execa(file, command.args, {
      cwd: command.cwd,
      env: command.env,
      extendEnv: false,
      shell: false,
      windowsHide: true,
      killDescendants: !isWindows,
      forceKillAfterDelay: false,
      cleanup: false,
      buffer: false,
      reject: false,
    });
    const { pid, nodeChildProcess: child, stdin, stdout, stderr } = started;
    if (pid === undefined) throw startFailure(file, (await started).code);
    watchdog.guard(pid);
    const group = {
      send: (signal: NodeJS.Signals) => void started.kill(signal),
      isAlive: async () =>
        isWindows ? child.exitCode === null && child.signalCode === null : isGroupAlive(pid),
    };
    return ownProcess({ file, pid, child, stdin, stdout, stderr, onDiagnostics, group, watchdog });
  } catch (error) {
    await watchdog.release();
    if (CoAgentError.is(error)) throw error;
    throw spawnRefused(file, 'an argument or a variable cannot be passed to a program');
  }
}

async function locate({ file, env }: OwnedCommand): Promise<string> {
  if (isAbsolute(file)) return file;
  const [hit] = await findOnPath(file, { path: env['PATH'] ?? env['Path'] ?? '' });
  if (hit === undefined) throw programMissing(file);
  return hit;
}

/** Program and folder have been found sound: what the system now misses is something that the program needs. */
function startFailure(file: string, code = 'unknown error'): CoAgentError {
  if (code === 'ENOENT') return programUnusable(file, 'the interpreter that it names does not exist');
  if (code === 'ENOEXEC') return programUnusable(file, 'it is not a program for this system');
  if (code === 'EACCES') return programUnusable(file, 'the system does not permit it');
  return spawnRefused(file, code);
}

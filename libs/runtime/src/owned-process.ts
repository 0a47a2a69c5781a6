import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import { createTailBuffer } from './bounded-buffer.js';
import { DRAIN_MS, happens, settlesWithin } from './drain.js';
import { createOutputQueue } from './output-queue.js';
import { createProcessInput } from './process-input.js';
import type { ProcessInput } from './process-input.js';
import type { Line } from './split-lines.js';
import { kill, KILL_CONFIRM_MS, terminate, TERMINATE_GRACE_MS } from './terminate.js';
import type { ProcessGroup } from './terminate.js';
import type { Watchdog } from './watchdog.js';

/** How much of the end of standard error is kept, in bytes. */
export const DIAGNOSTICS_MAX_BYTES = 512 * 1024;

/** How long news of an exit and of closed pipes may lag behind the death of the group, in milliseconds. */
const NEWS_MAX_MS = 100;

/** What to run. */
export interface OwnedCommand {
  /** Absolute path, or a bare name that is looked up in the absolute folders of `env.PATH`. No shell reads it. */
  readonly file: string;
  /** Visible to every user of the machine: never a prompt or a secret. */
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
}

/** What was left when a process had ended and its group had been killed. */
export interface ProcessRemains {
  /** The group still answered after SIGKILL. On Windows: the process itself was still there. */
  readonly groupAlive: boolean;
  /** Another process, one that had left the group, still held an output pipe. */
  readonly pipeHeld: boolean;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Its id, which on POSIX is also the id of its group. */
  readonly pid: number;
  /** Null where a signal ended it, or where it could not be ended. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of standard error, unredacted. At most {@link DIAGNOSTICS_MAX_BYTES}. */
  readonly diagnostics: string;
  readonly diagnosticsTruncated: boolean;
  readonly remains: ProcessRemains;
}

/** A running process whose whole group is ours to end. */
export interface OwnedProcess extends ProcessInput {
  readonly pid: number;
  /**
   * Standard output, to be read once. Read it, or stop the process: one whose output nobody reads blocks when the
   * buffers are full. Leaving the loop early drops the rest. It throws `BUFFER_LIMIT` for a line over the bound.
   */
  readonly lines: AsyncIterable<Line>;
  /**
   * Ends the process and its group: SIGTERM, and SIGKILL after `graceMs` (default {@link TERMINATE_GRACE_MS}). The
   * first call decides the grace; later ones only wait. On Windows the process alone is ended, at once.
   */
  readonly stop: (options?: { readonly graceMs?: number }) => Promise<ProcessEnd>;
  /**
   * Settles when the process has ended, its pipes are closed or given up, and the rest of its group is dead. Output of
   * others that hold the pipes is read for at most {@link DRAIN_MS} after the process. Never rejects.
   */
  readonly ended: Promise<ProcessEnd>;
}

/** An {@link OwnedProcess} whose output is not cut into lines yet. */
export interface StartedProcess extends Omit<OwnedProcess, 'lines'> {
  readonly output: Readable;
  /** Settles when the process itself has ended, before the drain. Never rejects. */
  readonly exited: Promise<void>;
}

/** A process that has just been started, and what is needed to own it. */
export interface NewProcess {
  readonly file: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Called with each piece of standard error. */
  readonly onDiagnostics?: (chunk: Buffer) => void;
  readonly group: ProcessGroup;
  readonly watchdog: Watchdog;
}

/** Takes charge of a process. To be called in the turn of the event loop that started it, or output is lost. */
export function ownProcess({
  file,
  pid,
  child,
  stdin,
  stdout,
  stderr,
  onDiagnostics = () => undefined,
  group,
  watchdog,
}: NewProcess): StartedProcess {
  const diagnostics = createTailBuffer(DIAGNOSTICS_MAX_BYTES);
  stderr.on('data', diagnostics.push);
  stderr.on('data', onDiagnostics);
  stderr.on('error', () => stderr.destroy());
  const output = createOutputQueue(stdout);
  child.on('error', () => undefined);
  const exited = happens(child, 'exit');
  const closed = happens(child, 'close');
  const stopped = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;

  const ended = settle();
  return { ...createProcessInput(file, stdin), pid, output, exited, ended, stop };

  function stop({ graceMs = TERMINATE_GRACE_MS } = {}): Promise<ProcessEnd> {
    stopping ??= terminate(group, graceMs).then(stopped.resolve);
    return ended;
  }

  async function settle(): Promise<ProcessEnd> {
    await Promise.race([exited, stopped.promise]);
    await settlesWithin(Promise.race([closed, stopped.promise]), DRAIN_MS);
    await (stopping ??= kill(group)); // From here on `stop` only waits: the id of the group may pass to strangers.
    await settlesWithin(exited, KILL_CONFIRM_MS); // a process of many threads takes its time to die, and holds its own pipes
    const pipeHeld = !(await settlesWithin(closed, NEWS_MAX_MS));
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    await watchdog.release();
    return {
      pid,
      exitCode: child.exitCode,
      signal: child.signalCode,
      diagnostics: diagnostics.text(),
      diagnosticsTruncated: diagnostics.isTruncated(),
      remains: { groupAlive: await group.isAlive(), pipeHeld },
    };
  }
}

/**
 * A sentence for a warning about what may still be alive; `undefined` where nothing is known to be. A process that
 * left the group without holding a pipe leaves no trace, and so is not in it.
 */
export function describeRemains({ pid, remains }: ProcessEnd): string | undefined {
  if (remains.groupAlive) return `process group ${pid} may still be alive: it answered after it was killed`;
  if (!remains.pipeHeld) return undefined;
  return `a process of unknown id that left group ${pid} may still be alive: it held the output after the end`;
}

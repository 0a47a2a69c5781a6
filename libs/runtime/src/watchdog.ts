import { spawn } from 'node:child_process';

import { happens, settlesWithin } from './drain.js';
import { spawnRefused } from './errors.js';

const SHELL = '/bin/sh';
/** How long the watchdog itself may take to end once it is released, in milliseconds. */
const RELEASE_MAX_MS = 1_000;

/**
 * Learns the group from its first line, and waits for a second. If its input ends before that, its owner has died: the
 * group gets SIGTERM and a second later SIGKILL. It ignores the signals that a host may send to our whole family.
 * `kill -s TERM -- -ID` is the one spelling that dash takes as well: dash rejects `kill -TERM -- -ID`.
 */
const SCRIPT = `trap '' TERM INT HUP
read group || exit 0
read done && exit 0
kill -s TERM -- "-$group"; sleep 1; kill -s KILL -- "-$group"`;

/** A process that outlives us long enough to end one process group. */
export interface Watchdog {
  /** From here on the group dies with us. To be called in the same turn of the event loop that started the group. */
  readonly guard: (groupId: number) => void;
  /** Sends the watchdog home, guarding or not. Resolves when it has ended. Never rejects. */
  readonly release: () => Promise<void>;
}

/**
 * Starts the watchdog: a shell in a session of its own that holds one end of a pipe and nothing else of ours. The
 * other end closes with us, also when we are killed by SIGKILL. It does not keep the event loop alive.
 *
 * On Windows there is none: the system ends a child that is not detached together with its parent.
 *
 * @throws CoAgentError `PROCESS_ERROR` where no shell can be started: without it nothing else is started either.
 */
export function startWatchdog(): Watchdog {
  if (process.platform === 'win32') return { guard: () => undefined, release: () => Promise.resolve() };
  const shell = spawn(SHELL, ['-c', SCRIPT, 'coagent8-watchdog'], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  if (shell.pid === undefined) throw spawnRefused(SHELL, 'no process was created');
  shell.stdin.on('error', () => undefined);
  const ended = happens(shell, 'exit');
  shell.unref();
  let farewell = '';
  return {
    guard: (groupId) => {
      farewell = 'done\n';
      shell.stdin.write(`${groupId}\n`);
    },
    release: async () => {
      shell.stdin.end(farewell);
      await settlesWithin(ended, RELEASE_MAX_MS);
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that writes the configuration of a home. */
export interface WriterProcess {
  /** Gives it a line of input. */
  readonly send: (line: string) => void;
  /** What it says next; undefined when it has ended. */
  readonly nextLine: () => Promise<string | undefined>;
  /** Kills it and waits until it is gone; does nothing once it is. */
  readonly kill: () => Promise<void>;
  /** Waits until it has ended by itself; gives its exit code. */
  readonly ended: Promise<unknown>;
}

/** Ids of a user without rights: modes of files mean nothing to root. Undefined where the tests run as one already. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? 65_534 : undefined;

/** Starts a writer on the sources, as `user` where one is named. It remembers models unless `program` is another one. */
export function startWriter(
  home: string,
  {
    name,
    times,
    user,
    program = 'remember',
  }: {
    readonly name: string;
    readonly times: number;
    readonly user?: number | undefined;
    readonly program?: 'remember' | 'record';
  },
): WriterProcess {
  const hooks = new URL('fixtures/resolve-ts.mjs', import.meta.url).href;
  const path = fileURLToPath(new URL(`fixtures/${program}.mjs`, import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--conditions=@coagent8/source',
      `--import=${hooks}`,
      path,
      home,
      name,
      String(times),
      String(user ?? ''),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], cwd: home },
  );
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    send: (line) => child.stdin.write(`${line}\n`),
    nextLine: async () => {
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
}

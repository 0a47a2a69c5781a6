import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that remembers models in the configuration of a home. */
export interface WriterProcess {
  /** What it says next; undefined when it has ended. */
  readonly nextLine: () => Promise<string | undefined>;
  /** Kills it and waits until it is gone; does nothing once it is. */
  readonly kill: () => Promise<void>;
  /** Waits until it has ended by itself; gives its exit code. */
  readonly ended: Promise<unknown>;
}

/** Ids of a user without rights: modes of files mean nothing to root. Undefined where the tests run as one already. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? 65_534 : undefined;

/** Starts a writer on the sources, as `user` where one is named. */
export function startWriter(
  home: string,
  {
    name,
    times,
    user,
  }: { readonly name: string; readonly times: number; readonly user?: number | undefined },
): WriterProcess {
  const hooks = new URL('fixtures/resolve-ts.mjs', import.meta.url).href;
  const program = fileURLToPath(new URL('fixtures/remember.mjs', import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--conditions=@coagent8/source',
      `--import=${hooks}`,
      program,
      home,
      name,
      String(times),
      String(user ?? ''),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: home },
  );
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
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

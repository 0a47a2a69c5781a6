import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that runs one of `fixtures/*.mjs` on the sources. */
export interface FixtureProcess {
  /** Its next line on standard output; undefined when it has ended. */
  readonly nextLine: () => Promise<string | undefined>;
  /** Sends a signal and waits until the process is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts `fixtures/<name>.mjs` with `args`. */
export function startFixture(name: string, ...args: readonly string[]): FixtureProcess {
  const hooks = new URL('fixtures/resolve-ts.mjs', import.meta.url).href;
  const program = fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@coagent8/source', '--expose-gc', `--import=${hooks}`, program, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  running.add(child);
  const gone = once(child, 'exit').then(() => running.delete(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    nextLine: async () => {
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

/** Kills what a test left running. */
export async function endFixtures(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      if (child.kill('SIGKILL')) await gone;
    }),
  );
}

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

/** A fixture that sees its data root, its first argument, on a disk of its own. */
export interface MountedFixture {
  readonly name: string;
  /** A command of the shell that mounts that disk on `$0`; nobody else sees it. */
  readonly mount: string;
}

/** Starts `fixtures/<name>.mjs` with `args`. */
export function startFixture(
  fixture: string | MountedFixture,
  ...args: readonly [root: string, ...others: string[]]
): FixtureProcess {
  const { name, mount } = typeof fixture === 'string' ? { name: fixture, mount: undefined } : fixture;
  const hooks = new URL('fixtures/resolve-ts.mjs', import.meta.url).href;
  const program = fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));
  const node = [process.execPath, '--conditions=@coagent8/source', `--import=${hooks}`, program, ...args];
  const command =
    mount === undefined ? node : ['unshare', '-rm', 'sh', '-c', `${mount} && exec "$@"`, args[0], ...node];
  const [file = '', ...rest] = command;
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
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

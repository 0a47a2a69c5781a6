import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that runs one of `fixtures/*.mjs` on the sources. */
export interface QuotaProcess {
  /** Its next line on standard output; undefined when it has ended. */
  readonly nextLine: () => Promise<string | undefined>;
  /** Kills it and waits until it is gone. */
  readonly kill: () => Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts `fixtures/<name>.mjs` with `args`. */
export function startQuotaProcess(name: string, ...args: readonly string[]): QuotaProcess {
  const hooks = new URL('fixtures/resolve-ts.mjs', import.meta.url).href;
  const program = fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@coagent8/source', `--import=${hooks}`, program, ...args],
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
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Kills what a test left running. */
export async function endQuotaProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      if (child.kill('SIGKILL')) await gone;
    }),
  );
}

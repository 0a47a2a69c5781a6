import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A command that leaves a trace when anything runs it, to be planted where nothing may run. POSIX only. */
export interface Canary {
  /** The command as program and arguments: an MCP server's entry. */
  readonly command: string;
  readonly args: readonly string[];
  /** The same as one line of shell: a hook, or git's `core.fsmonitor`. */
  readonly shellLine: string;
  /** Writes an executable file that is the canary: a `git` or `npx` on a PATH. Makes the folders on its way. */
  readonly plant: (path: string) => Promise<void>;
  /** One entry for each time it ran: the arguments it was given, as one line. */
  readonly traces: () => Promise<string[]>;
  /** Whether it ever ran. */
  readonly fired: () => Promise<boolean>;
  /** Forgets the traces. */
  readonly reset: () => Promise<void>;
}

/**
 * Makes a canary. It does nothing but append a line to a file, and succeeds.
 *
 * @param directory - Existing folder for its trace, absolute; better outside of what is being tested.
 * @param name - Tells canaries in one directory apart. Letters, digits, dashes.
 */
export function createCanary(directory: string, name = 'canary'): Canary {
  const trace = join(directory, `${name}.trace`);
  const script = `printf '%s\\n' "ran $*" >> ${quote(trace)}`;
  const traces = async () => (await readFile(trace, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return {
    command: '/bin/sh',
    args: ['-c', script, name],
    shellLine: `/bin/sh -c ${quote(script)} ${name}`,
    plant: async (path) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
    },
    traces,
    fired: async () => (await traces()).length > 0,
    reset: () => rm(trace, { force: true }),
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import { readdir, readFile } from 'node:fs/promises';

/** One living process, and what everyone on the machine could see of it. */
export interface Witness {
  readonly pid: number;
  readonly argv: string;
  readonly variables: string;
}

/**
 * Every living process that was started with `NAME=value` in its environment, whoever has become its parent. One that
 * has ended, or that is not ours to look at, shows no variables. Linux only.
 */
export async function witnessesOf(variable: string): Promise<Witness[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      variables: await read(pid, 'environ'),
      argv: await read(pid, 'cmdline'),
    })),
  );
  return all.filter(({ variables }) => variables.split('\0').includes(variable));
}

function read(pid: string, what: string): Promise<string> {
  return readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
}

/** Ends a process, which may have ended by itself by now. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}

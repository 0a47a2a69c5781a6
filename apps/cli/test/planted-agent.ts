import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A program in the place of an agent, that notes each of its starts. */
export interface PlantedAgent {
  /** Absolute path of the program. */
  readonly path: string;
  /** Process ids of its starts so far, the oldest first. */
  readonly started: () => readonly number[];
  /** Waits for its first start. */
  readonly whenStarted: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const LOOK_EVERY_MS = 20;

/**
 * Plants a shell program named `name`, in a folder of its own.
 *
 * @param then - What it does once the start is noted, in lines of shell. Its arguments are `"$@"`.
 */
export async function plantAgent(name: string, then: string): Promise<PlantedAgent> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-planted-')));
  const path = join(folder, name);
  const starts = join(folder, 'starts');
  await writeFile(path, `#!/bin/sh\necho $$ >> '${starts}'\n${then}\n`);
  await chmod(path, 0o755);
  const started = () =>
    existsSync(starts) ? readFileSync(starts, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  return {
    path,
    started,
    whenStarted: async () => {
      while (started().length === 0) await delay(LOOK_EVERY_MS);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

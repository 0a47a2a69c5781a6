import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AGENT_IDS } from '@coagent8/testing';

import type { FullWorld } from './all-agents.js';

/** What {@link makeFaulty} can make agents do. */
export type Fault = 'exit-3' | 'exit-0' | 'killed' | 'malformed' | 'held' | 'deaf';

const PROGRAM = fileURLToPath(new URL('fixtures/faulty-agent.mjs', import.meta.url));

/** Puts a program before each agent that lets it work and then has it fail. Gives the variables that lead there. */
export async function makeFaulty({ agents }: FullWorld, fault: Fault): Promise<Record<string, string>> {
  const paths = AGENT_IDS.map(async (id) => {
    const path = join(agents[id].home, `${fault}-${id}`);
    const command = [process.execPath, PROGRAM, fault, agents[id].binary]
      .map((part) => `'${part}'`)
      .join(' ');
    await writeFile(path, `#!/bin/sh\nexec ${command} "$@"\n`);
    await chmod(path, 0o755);
    return [`${id.toUpperCase()}_PATH`, path] as const;
  });
  return Object.fromEntries(await Promise.all(paths));
}

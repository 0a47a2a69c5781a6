import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AGENT_IDS } from '@coagent8/testing';
import type { AgentId } from '@coagent8/testing';

import type { FullWorld } from './all-agents.js';

/** What {@link makeFaulty} can make agents do. */
export type Fault = 'exit-3' | 'exit-0' | 'killed' | 'malformed' | 'held' | 'deaf';

/** What {@link makeStandIns} can make agents do: some of what every backend is held to. */
export type StandInFault = 'torn' | 'huge-line' | 'asks' | 'late-result';

const STAND_INS = fileURLToPath(new URL('../../../libs/backends/test/fixtures/conformance', import.meta.url));
const PROGRAM = fileURLToPath(new URL('fixtures/faulty-agent.mjs', import.meta.url));

/** Puts a program before each agent that lets it work and then has it fail. Gives the variables that lead there. */
export function makeFaulty(world: FullWorld, fault: Fault): Promise<Record<string, string>> {
  return place(world, fault, (id) => [process.execPath, PROGRAM, fault, world.agents[id].binary]);
}

/** Puts a stand-in in the place of each agent, which begins as recorded and then fails. Gives the variables that lead there. */
export function makeStandIns(world: FullWorld, fault: StandInFault): Promise<Record<string, string>> {
  return place(world, fault, (id) => [
    '/usr/bin/env',
    `CONFORMANCE_FAULT=${fault}`,
    // The stand-in for agy gets its own beginning from there.
    `AGY_PATH=${world.agents.agy.binary}`,
    process.execPath,
    join(STAND_INS, `${id}.mjs`),
  ]);
}

async function place(
  { agents }: FullWorld,
  fault: string,
  commandOf: (id: AgentId) => readonly string[],
): Promise<Record<string, string>> {
  const paths = AGENT_IDS.map(async (id) => {
    const path = join(agents[id].home, `${fault}-${id}`);
    const command = commandOf(id).map((part) => `'${part}'`);
    await writeFile(path, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`);
    await chmod(path, 0o755);
    return [`${id.toUpperCase()}_PATH`, path] as const;
  });
  return Object.fromEntries(await Promise.all(paths));
}

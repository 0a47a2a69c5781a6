import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { AGENT_IDS, createAgentWorld, descendantsOf, waitForDeath } from '@coagent8/testing';
import type { AgentId, AgentWorld, McpServer, SentRequest } from '@coagent8/testing';

import { asking, createInstalledWorld } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** The installed package with every agent that there is. */
export interface FullWorld extends InstalledWorld {
  readonly agents: Readonly<Record<AgentId, AgentWorld>>;
}

/** Builds a {@link FullWorld}. The home is that of agy, which knows no other way to be told where it is. */
export async function createFullWorld(): Promise<FullWorld> {
  const [codex, claude, agy] = await Promise.all([
    createAgentWorld('codex'),
    createAgentWorld('claude'),
    createAgentWorld('agy'),
  ]);
  const world = await createInstalledWorld({
    agent: {
      ...agy,
      variables: { ...codex.variables, ...claude.variables, ...agy.variables },
      remove: async () => {
        await Promise.all([codex.remove(), claude.remove(), agy.remove()]);
      },
    },
  });
  return { ...world, agents: { codex, claude, agy } };
}

/** What each agent is asked for so that its turn lasts: Codex has a shell, and its command must end, too. */
export function askingForLong(agent: AgentId, mark: string) {
  return agent === 'codex' ? asking('long-command', `sleep ${mark}`) : asking('hang');
}

/** A turn that is under way. */
export interface RunningTurn {
  readonly agent: AgentId;
  readonly sent: SentRequest;
}

/**
 * Starts a turn of each agent, and waits until each has reached its model.
 *
 * @param paramsOf - What the agent is asked. `backend` is added.
 */
export async function startTurns(
  { agents }: FullWorld,
  server: Pick<McpServer, 'send'>,
  paramsOf: (agent: AgentId) => ReturnType<typeof asking> & { _meta?: object },
): Promise<RunningTurn[]> {
  const before = AGENT_IDS.map((id) => agents[id].spoken().length);
  const turns = AGENT_IDS.map((agent) => {
    const params = paramsOf(agent);
    const sent = server.send('tools/call', {
      ...params,
      arguments: { ...params.arguments, backend: agent },
    });
    sent.reply.catch(() => undefined);
    return { agent, sent };
  });
  await until('each agent has reached its model', () =>
    AGENT_IDS.every((id, index) => agents[id].spoken().length > (before[index] ?? 0)),
  );
  return turns;
}

/** Programs of the agents, and of what they run, as they stand in a command line. */
const PROGRAMS = ['/codex ', '/claude ', '/agy.mjs '];

/** All descendants of a server once a program of each agent is among them, and `sleep <mark>`. */
export async function familyOf(server: Pick<McpServer, 'pid'>, mark: string): Promise<number[]> {
  let family: number[] = [];
  await until('the processes of each agent run', () => {
    family = descendantsOf(server.pid ?? 0);
    const commands = family.map(commandOf);
    return [...PROGRAMS, `sleep ${mark} `].every((part) => commands.some((line) => line.includes(part)));
  });
  return family;
}

/** The command line of a process, its arguments each followed by a space; empty where there is none. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The process that started another; 0 where there is none. */
export function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** The processes that still run after the time, with their commands: none, if all is well. */
export async function survivorsOf(family: readonly number[], withinMs: number): Promise<string[]> {
  const dead = await Promise.all(family.map((pid) => waitForDeath(pid, withinMs)));
  return family.filter((_, index) => !dead[index]).map((pid) => `${pid} ${commandOf(pid)}`);
}

const LOOK_EVERY_MS = 20;
const UNTIL_MAX_MS = 30_000;

/** Looks until it is so. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + UNTIL_MAX_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`it never came to be that ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** A number that is in no other command line: seconds of a `sleep` that outlives every test. */
export function createMark(): string {
  return `${5_000 + Math.floor(Math.random() * 900_000)}`;
}

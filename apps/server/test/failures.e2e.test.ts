import { setTimeout as delay } from 'node:timers/promises';

import { AGENT_IDS, descendantsOf } from '@coagent8/testing';
import type { AgentId, McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  askingForLong,
  createFullWorld,
  createMark,
  familyOf,
  startTurns,
  survivorsOf,
} from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { makeFaulty, makeStandIns } from './faulty-agents.js';
import type { Fault, StandInFault } from './faulty-agents.js';
import { asking, call, resultOf } from './installed-server.js';
import type { ToolResult } from './installed-server.js';

let world: FullWorld;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(() => world.remove());

/** Longest time from a stop to the death of the last process: what agy, which is given most, may take. */
const STOPPED_WITHIN_MS = 5_000;
const TIMEOUT_MS = 8_000;
/** The part of that which is kept for stopping. */
const TEARDOWN_MS = TIMEOUT_MS / 5;

/** By when an answer has come though somebody holds the output, in seconds: 2 s, and what a busy machine needs. */
const HELD_MAX_S = 10;

/** How many turns of one agent run side by side. */
const AT_ONCE = 3;

/** Asks for each scenario, a few at a time. */
async function askAll(server: McpServer, backend: AgentId, scenarios: readonly string[]) {
  const results = new Map<string, ToolResult>();
  const left = [...scenarios];
  const work = async () => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      results.set(scenario, await call(server, asking(scenario, undefined, { backend, timeout_ms: 60_000 })));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** Scenario, code, and words that the error or what is left of the answer must hold. */
type Row = readonly [scenario: string, code: string, words?: string];

const EVERYWHERE: readonly Row[] = [
  ['e401', 'AUTH_REQUIRED'],
  ['e403', 'AUTH_REQUIRED'],
  ['e404', 'MODEL_UNAVAILABLE'],
  ['e429', 'RATE_LIMITED'],
  ['e500', 'PROCESS_ERROR'],
  ['e503', 'PROCESS_ERROR'],
  ['cut', 'PROTOCOL_ERROR', 'Partial response:\n\nAn answer before the cut.'],
  ['cut-delta', 'PROTOCOL_ERROR', 'Partial response:\n\nhalf a sente'],
  ['garbage', 'PROTOCOL_ERROR'],
  ['empty', 'PROTOCOL_ERROR', 'without an answer'],
];

/** What only some can be made to do, or do in their own way. */
const ROWS: Readonly<Record<AgentId, readonly Row[]>> = {
  codex: [
    ['e429-usage', 'RATE_LIMITED', 'resets at 2100-01-01'],
    ['e429-quota', 'RATE_LIMITED'],
    ['e400-context', 'INPUT_LIMIT'],
    ['failed-context', 'INPUT_LIMIT'],
    ['failed-overload', 'PROCESS_ERROR'],
    /** Codex 0.171 passes no refusal on: the turn just ends. */
    ['refusal', 'PROTOCOL_ERROR', 'without an answer'],
  ],
  claude: [
    ['e400-context', 'INPUT_LIMIT'],
    ['e413', 'INPUT_LIMIT'],
    ['e529', 'PROCESS_ERROR'],
    ['refusal', 'PROCESS_ERROR', 'refused'],
  ],
  agy: [
    ['e429-usage', 'RATE_LIMITED', 'resets at 2100-01-01'],
    ['e402', 'RATE_LIMITED'],
    ['no-result', 'PROTOCOL_ERROR', 'Partial response:\n\nAn answer without a result.'],
    ['crash', 'PROCESS_ERROR', 'Partial response:\n\nAn answer before the'],
    ['denied', 'SANDBOX_UNAVAILABLE', '1 action'],
    ['canceled', 'PROCESS_ERROR'],
  ],
};

describe.each(AGENT_IDS)('a fault of the model or the answer of %s', (agent) => {
  const rows = [...EVERYWHERE, ...ROWS[agent]];
  let results: Map<string, ToolResult>;
  beforeAll(async () => {
    const server = await world.serve();
    results = await askAll(
      server,
      agent,
      rows.map(([scenario]) => scenario),
    );
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  }, 120_000);

  it.each(rows)('%s is told as %s', (scenario, code, words = '') => {
    const { text, isError } = results.get(scenario) ?? { text: '', isError: false };
    expect(text).toMatch(new RegExp(`^> ${code}: .+; .+\\n`));
    expect(text).toContain(words);
    expect(text).toMatch(new RegExp(`\\n\\n> ${agent}\\b.* · \\d+\\.\\d s · `));
    expect(isError).toBe(true);
  });
});

/** Codex waits for its network, and is given half a minute: too long for here. The stand-in for agy has none. */
it('a model that cannot be reached is told as PROCESS_ERROR by claude', async () => {
  const server = await world.serve({ variables: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } });
  const { text, isError } = await call(server, asking('answer', undefined, { backend: 'claude' }));
  expect(text).toMatch(/^> PROCESS_ERROR: .+; .+\n/);
  expect(isError).toBe(true);
});

describe('a program that', () => {
  /** Asks all agents, each of which fails in this way. */
  async function ask(fault: Fault, scenario: string) {
    const server = await world.serve({ variables: await makeFaulty(world, fault) });
    const turns = await startTurns(world, server, () => asking(scenario));
    const results = await Promise.all(turns.map(async ({ sent }) => resultOf(await sent.reply)));
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
    return results;
  }

  it.each<[string, Fault, RegExp]>([
    ['ends with an exit code', 'exit-3', /^> PROCESS_ERROR: .*code 3: .*something broke/],
    ['ends well, in the middle of the turn', 'exit-0', /^> PROTOCOL_ERROR: /],
    ['is killed', 'killed', /^> PROCESS_ERROR: .*SIGKILL/],
    ['prints what is no JSON', 'malformed', /^> PROTOCOL_ERROR: /],
  ])('%s is an error, and keeps what it had said', async (_, fault, error) => {
    for (const { text, isError } of await ask(fault, 'slow')) {
      expect(text).toMatch(error);
      expect(text).toMatch(/\n\nPartial response:\n\nword word/);
      expect(isError).toBe(true);
    }
  });

  it('leaves a process which holds its output for ever is answered all the same, with a word on that process', async () => {
    for (const { text, isError } of await ask('held', 'answer')) {
      expect(text).toMatch(/^Hello from the model\.\n/);
      expect(text).toMatch(
        /\n> a process of unknown id that left group \d+ may still be alive: it held the output/,
      );
      expect(Number(/ · (\d+\.\d) s · /.exec(text)?.[1])).toBeLessThan(HELD_MAX_S);
      expect(isError).toBe(false);
    }
  });

  it('hears no signal is killed', async () => {
    const server = await world.serve({ variables: await makeFaulty(world, 'deaf') });
    const mark = createMark();
    const turns = await startTurns(world, server, (agent) => askingForLong(agent, mark));
    const family = await familyOf(server, mark);
    for (const { sent } of turns) server.notify('notifications/cancelled', { requestId: sent.id });
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
  });

  it('is stopped for two reasons is told by the first', async () => {
    const server = await world.serve({ variables: await makeFaulty(world, 'deaf') });
    const turns = await startTurns(world, server, () =>
      asking('slow', undefined, { timeout_ms: TIMEOUT_MS }),
    );
    await delay(TIMEOUT_MS - TEARDOWN_MS + 100);
    void server.close(10_000);
    for (const { sent } of turns) expect(resultOf(await sent.reply).text).toMatch(/^> TIMEOUT: /);
  });
});

/** What an agent prints, and what is told of it. A question without the end of a line is known by the silence after it. */
it.each<[string, StandInFault, RegExp]>([
  ['ends within a line', 'torn', /^> PROTOCOL_ERROR: [^]*\n\nPartial response:\n\nhalf a sen/],
  ['prints a line without an end', 'huge-line', /^> BUFFER_LIMIT: [^]*\n\nPartial response:\n\nhalf a sen/],
  ['asks something, and waits', 'asks', /^> TIMEOUT: /],
  ['answers once its time is up', 'late-result', /^> TIMEOUT: [^]*\n\nPartial response:\n\ntoo late/],
])('a program that %s fails under its own name', async (_, fault, error) => {
  const server = await world.serve({ variables: await makeStandIns(world, fault) });
  const results = await Promise.all(
    AGENT_IDS.map((backend) =>
      call(server, asking('answer', undefined, { backend, timeout_ms: TIMEOUT_MS })),
    ),
  );
  for (const [index, { text, isError }] of results.entries()) {
    expect(text).toMatch(error);
    expect(text).toMatch(new RegExp(`\\n\\n> ${AGENT_IDS[index]}\\b.* · \\d+\\.\\d s`));
    expect(isError).toBe(true);
  }
  expect(descendantsOf(server.pid ?? 0)).toEqual([]);
});

import { readdirSync } from 'node:fs';

import { AGENT_IDS } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { commandOf, createFullWorld, startTurns } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, call } from './installed-server.js';

let world: FullWorld;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(() => world.remove());

describe.each(AGENT_IDS)('a prompt for %s', (backend) => {
  it('reaches the model as it is, whatever a command line or the agent would make of it', async () => {
    const server = await world.serve();
    const proposals = [
      '-x',
      '--help',
      '/clear',
      '/usage',
      '@README.md',
      '!ls',
      '"quotes" and ünïcödé\u2028 \\n',
    ];
    const results = await Promise.all(
      proposals.map((proposal) => call(server, { name: 'consult', arguments: { proposal, backend } })),
    );
    expect(results.map(({ text }) => text.split('\n')[0])).toEqual(
      proposals.map(() => 'Hello from the model.'),
    );
    const spoken = world.agents[backend].spoken();
    for (const proposal of proposals) {
      const literal = JSON.stringify(`\n${proposal}`).slice(1, -1);
      expect(spoken.filter((said) => said.includes(literal))).toHaveLength(1);
    }
  });
});

describe('a prompt', () => {
  it('is in the command line of no process', async () => {
    const server = await world.serve();
    const mark = 'a mark that only the prompt has';
    await startTurns(world, server, () => asking('hang', mark));
    const commands = readdirSync('/proc').map((entry) => commandOf(Number(entry)));
    expect(commands.some((command) => command.includes('agy.mjs'))).toBe(true);
    expect(commands.filter((command) => command.includes(mark))).toEqual([]);
  });
});

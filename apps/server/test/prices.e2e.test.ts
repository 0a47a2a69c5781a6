import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createAgentWorld } from '@coagent8/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { accept, connectWithForms } from './form-client.js';
import type { FormClient } from './form-client.js';
import { asking, createInstalledWorld, resultOf } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** USD per million output tokens of what the stand-in offers; its first row is its default. */
const PRICES = { 'gemini-3.8-flash': 25, 'gemini-3.1-pro': 9, 'claude-sonnet-4-6': 4, 'gpt-oss-120b': 200 };
const QUESTION = { proposal: 'SCENARIO=answer' };

let world: InstalledWorld;
let client: FormClient;
beforeAll(async () => {
  world = await createInstalledWorld({ agent: await createAgentWorld('agy', { prices: PRICES }) });
  client = await connectWithForms(world, () => accept());
});
afterAll(async () => {
  await client.close();
  await world.remove();
});

const spoken = () => world.agent.spoken().length;

describe('a price limit', () => {
  it('takes the dearest model below it, says what it costs, and asks nobody', async () => {
    const { text, isError } = await client.consult({ ...QUESTION, output_price_below: 9.01 });
    expect(isError).toBe(false);
    expect(text).toMatch(/\n> agy \(gemini-3\.1-pro.*\) · /);
    expect(text).toMatch(/\n> Price: 9 USD per million output tokens \(/);
    expect(client.forms).toHaveLength(0);
  });

  it('is strict', async () => {
    const { text } = await client.consult({ ...QUESTION, output_price_below: 9 });
    expect(text).toMatch(/\n> Price: 4 USD per million output tokens \(/);
  });

  it.each([
    ['no model is below', {}, 'the cheapest known price is 4 USD'],
    [
      'the named model is not below',
      { model: 'gemini-3.8-flash', reasoning_effort: 'low' },
      'the limit of 4',
    ],
  ])('that %s refuses before any form and any turn', async (_, more, fact) => {
    const before = spoken();
    const { text, isError } = await client.consult({ ...QUESTION, output_price_below: 4, ...more });
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: /);
    expect(text).toContain(fact);
    expect(client.forms).toHaveLength(0);
    expect(spoken()).toBe(before);
  });
});

describe('the rules of the user', () => {
  const write = (models: object) => {
    const folder = join(world.agent.home, '.coagent8');
    return mkdir(folder, { recursive: true }).then(() =>
      writeFile(join(folder, 'config.json'), JSON.stringify({ governance: { models } })),
    );
  };

  it('refuse a denied model without a form, also where it is allowed', async () => {
    await write({ deny: ['gemini-3.8-flash'], allow: ['gemini-3.8-flash'] });
    const before = spoken();
    const { text } = await client.consult(QUESTION);
    expect(text).toMatch(/^> POLICY_DENIED: /);
    expect(client.forms).toHaveLength(0);
    expect(spoken()).toBe(before);
  });

  it('ask for one on their list every time, and offer to remember nothing', async () => {
    await write({ ask: ['agy/claude-sonnet-4-6'], allow: ['claude-sonnet-4-6'] });
    const before = client.forms.length;
    for (let count = 0; count < 2; count++) {
      expect((await client.consult({ ...QUESTION, model: 'claude-sonnet-4-6' })).isError).toBe(false);
    }
    const forms = client.forms.slice(before);
    expect(forms.map(({ params }) => Object.keys(params.requestedSchema.properties))).toEqual([
      ['approve'],
      ['approve'],
    ]);
  });
});

describe('a price list that is being read', () => {
  let list: Server;
  afterEach(() => {
    list.closeAllConnections();
    list.close();
  });

  it('is waited for at the end, and kept', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
    list = createServer((_, response) => resolve(response)).listen(0, '127.0.0.1');
    await once(list, 'listening');
    const { port } = list.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/list`;
    const server = await world.serve({ variables: { COAGENT8_PRICES_URL: url } });
    const sent = server.send('tools/call', asking('answer', undefined, { output_price_below: 5 }));
    const response = await asked;
    const exit = server.close(10_000);
    expect(resultOf(await sent.reply).text).toMatch(/^> ABORTED: /);
    response.end(JSON.stringify({ data: [{ id: 'gemini-3.1-pro', pricing: { completion: '0.000007' } }] }));
    expect(await exit).toEqual({ code: 0, signal: null });
    const kept = await readFile(join(world.agent.home, '.coagent8', 'models.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({
      prices: { source: url, models: { 'gemini-3.1-pro': { output: 7 } } },
    });
  });
});

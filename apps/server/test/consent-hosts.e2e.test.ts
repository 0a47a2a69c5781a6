import { dirname } from 'node:path';

import { CHEAP_PRICES, writePriceList } from '@coagent8/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { claudeAsking, codexAsking } from './hosts/asking-hosts.js';
import type { RelayedForm } from './hosts/asking-hosts.js';
import type { ConnectedHost } from './hosts/host.js';
import { createHostStage } from './hosts/host-stage.js';
import type { HostStage } from './hosts/host-stage.js';

/** USD per million output tokens: more than may run without being asked for. */
const DEAR_USD = 25;
const DEAR_PRICES = Object.fromEntries(Object.keys(CHEAP_PRICES).map((name) => [name, DEAR_USD]));

describe.each([claudeAsking, codexAsking])('the user of $name', (host) => {
  let stage: HostStage;
  let connected: ConnectedHost;
  let forms: RelayedForm[];
  let answer: object | undefined;
  beforeAll(async () => {
    stage = await createHostStage(host.asks);
    await writePriceList(dirname(stage.server.env['COAGENT8_PRICES_URL'] ?? ''), DEAR_PRICES);
    connected = await host.connect(stage, (form) => (forms.push(form), answer));
  });
  beforeEach(() => {
    forms = [];
  });
  afterAll(async () => {
    await connected.close();
    await stage.remove();
  });

  const consult = (more: object = {}) =>
    connected.consult({ proposal: 'SCENARIO=answer', backend: host.asks, ...more });

  it('is asked for a dear model, and gets an answer for a yes', async () => {
    answer = { action: 'accept', content: { approve: true } };
    const { shown } = await consult();
    expect(forms).toEqual([
      {
        message: expect.stringContaining(`List price: ${DEAR_USD} USD per million output tokens`),
        schema: expect.objectContaining({ type: 'object', required: ['approve'] }),
      },
    ]);
    expect(shown).toContain('Hello from the model.');
    expect(shown).toContain(`${DEAR_USD} USD`);
  });

  it.each([
    ['a no', { action: 'accept', content: { approve: false } }],
    ['a refusal', { action: 'decline' }],
    ['a closed form', { action: 'cancel' }],
  ])('gets a refusal for %s, and nothing is run', async (_, given) => {
    answer = given;
    const { shown } = await consult();
    expect(forms).toHaveLength(1);
    expect(shown).toMatch(/> POLICY_DENIED: /);
    expect(shown).not.toContain('Hello from the model.');
  });

  it('gets a refusal where they let the form lie until the time is up', async () => {
    answer = undefined;
    const { shown } = await consult({ timeout_ms: 5_000 });
    expect(forms).toHaveLength(1);
    expect(shown).toMatch(/> POLICY_DENIED: /);
  });

  it('leaves nothing running', async () => {
    expect(await stage.findRemaining()).toEqual([]);
  });
});

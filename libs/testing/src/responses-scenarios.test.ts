import { describe, expect, it } from '@jest/globals';

import { encodeResponsesReply } from './encode-responses-reply.js';
import { readResponsesTurn } from './read-responses-turn.js';
import { SCENARIOS } from './responses-scenarios.js';

const turnOf = (prompt: string, ...outputs: string[]) =>
  readResponsesTurn({
    input: [
      { role: 'user', content: prompt },
      ...outputs.map((output) => ({ type: 'function_call_output', output })),
    ],
  });

describe('scenarios', () => {
  it.each(Object.entries(SCENARIOS))('%s answers a plain prompt', (_name, scenario) => {
    const reply = scenario(turnOf('SCENARIO=long ARG="32"'), 1);
    if (reply.type === 'stream') expect([...encodeResponsesReply(reply, 'r', 'm')].length).toBeGreaterThan(0);
    if (reply.type === 'error') expect(reply.status).toBeGreaterThanOrEqual(400);
  });

  it('calls a tool first and then answers with what it said', () => {
    expect(SCENARIOS.shell(turnOf('ARG="id -u"'), 1)).toMatchObject({
      outputs: [{ type: 'function-call', callArguments: { cmd: 'id -u' } }],
    });
    expect(SCENARIOS.shell(turnOf('', 'uid 0'), 1)).toMatchObject({
      outputs: [{ text: 'Tool said: uid 0' }],
    });
  });

  it('recovers from one cut', () => {
    expect(SCENARIOS['cut-once'](turnOf(''), 1)).toMatchObject({ ending: { type: 'cut' } });
    expect(SCENARIOS['cut-once'](turnOf(''), 2)).toMatchObject({ outputs: [{ text: 'Recovered.' }] });
  });

  it('is as long as asked', () => {
    const reply = SCENARIOS.long(turnOf('ARG="1001"'));
    expect(reply).toMatchObject({ outputs: [{ text: expect.stringMatching(/^[0-9a-f]{1001}$/) }] });
    expect(SCENARIOS.slow(turnOf('ARG="2"'))).toMatchObject({ outputs: [{ text: 'word word ' }] });
  });
});

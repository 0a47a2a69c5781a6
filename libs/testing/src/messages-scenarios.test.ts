import { describe, expect, it } from '@jest/globals';

import { encodeMessagesReply } from './encode-messages-reply.js';
import { MESSAGES_SCENARIOS } from './messages-scenarios.js';
import { readMessagesTurn } from './read-messages-turn.js';
import { SCENARIOS } from './responses-scenarios.js';

const turnOf = (prompt: string, ...outputs: string[]) =>
  readMessagesTurn({
    messages: [
      { role: 'user', content: prompt },
      { role: 'user', content: outputs.map((content) => ({ type: 'tool_result', content })) },
    ],
  });

describe('scenarios of the Messages API', () => {
  it.each(Object.entries(MESSAGES_SCENARIOS))('%s answers a plain prompt', (_name, scenario) => {
    const reply = scenario(turnOf('SCENARIO=long ARG="32"'), 1);
    if (reply.type === 'stream') expect([...encodeMessagesReply(reply, 'm', 'm')].length).toBeGreaterThan(0);
    if (reply.type === 'error') expect(reply.status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['read', 'Read', { file_path: 'x' }],
    ['glob', 'Glob', { pattern: 'x' }],
    ['grep', 'Grep', { pattern: 'x' }],
    ['write', 'Write', { file_path: 'x' }],
    ['bash', 'Bash', { command: 'x' }],
    ['shell', 'Bash', { command: 'x' }],
  ] as const)('%s calls %s first and then answers with what it said', (scenario, name, callArguments) => {
    const play = MESSAGES_SCENARIOS[scenario];
    expect(play(turnOf('ARG="x"'), 1)).toMatchObject({ outputs: [{ name, callArguments }] });
    expect(play(turnOf('', 'said'), 1)).toMatchObject({ outputs: [{ text: 'Tool said: said' }] });
  });

  it('spells what the Responses API can do, too, the same', () => {
    const own = ['commentary', 'no-phase', 'escalate', 'big-output', 'apply-patch'];
    const missing = Object.keys(SCENARIOS).filter(
      (name) => !Object.hasOwn(MESSAGES_SCENARIOS, name) && !own.includes(name),
    );
    expect(missing).toEqual(['e429-quota', 'failed-context', 'failed-quota', 'failed-rate', 'failed-cyber']);
  });
});

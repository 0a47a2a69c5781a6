import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { PROMPT_NAMES, replay } from './transcript-turn.js';
import { CASES, EXPECTED, expectedOf, outcomeOf, transcriptOf } from './transcripts.js';

/** From one cut within a line to the next, in bytes. */
const STEP_BYTES = 211;

/** A recorded case that is answered. */
const ANSWERED: Readonly<Record<BackendId, string>> = { codex: 'answer', claude: 'answer', agy: 'text' };

describe.each(CASES)('$agent $version $name', (transcript) => {
  const { bytes } = transcript;

  it('comes to what it must', async () => {
    const played = await replay(transcript);
    const { turn: _turn, staysOpen: _staysOpen, ...expected } = expectedOf(transcript);
    expect(outcomeOf(played)).toMatchObject(expected);
    expect(played.warnings).toEqual([]);
  });

  it('truncated at any line ends once, in a failure or the same', async () => {
    const whole = outcomeOf(await replay(transcript));
    const lines = bytes.toString('utf8').split('\n');
    for (let count = 0; count < lines.length; count += 1) {
      const output = lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join('');
      const played = await replay(transcript, { output, exitCode: count % 2, staysOpen: false });
      if (played.end === 'completed') expect(outcomeOf(played)).toEqual(whole);
      expect(played.warnings).toEqual([]);
    }
  });

  it('truncated within a line ends once, in a failure or the same', async () => {
    const whole = outcomeOf(await replay(transcript));
    for (let offset = 1; offset < bytes.length; offset += STEP_BYTES) {
      const output = bytes.subarray(0, offset).toString('utf8');
      const played = await replay(transcript, { output, exitCode: 0, staysOpen: false });
      if (played.end === 'completed') expect(outcomeOf(played)).toEqual(whole);
    }
  });
});

describe.each(CASES.filter(({ name }) => /^(handshake|profile-(?!verified))/.test(name)))(
  '$agent $version $name',
  (transcript) => {
    it('is never given a prompt', async () => {
      expect((await replay(transcript)).sent).not.toContain(PROMPT_NAMES[transcript.agent]);
    });
  },
);

describe.each(['codex', 'claude', 'agy'] as const)('a recording of %s', (agent) => {
  const answered = transcriptOf(agent, ANSWERED[agent]);
  const output = answered.bytes.toString('utf8');
  const lastLineAt = output.lastIndexOf('\n', output.length - 2) + 1;

  it('is of a case that is in the table, and the other way round', () => {
    const names = new Set(CASES.filter((each) => each.agent === agent).map(({ name }) => name));
    expect([...names].sort()).toEqual(Object.keys(EXPECTED[agent]).sort());
  });

  it('that breaks off in a line is told as such, whatever the exit code', async () => {
    const cut = output.slice(0, lastLineAt + 20);
    for (const exitCode of [0, 3]) {
      const played = await replay(answered, { output: cut, exitCode });
      expect(played.ending).toMatchObject({
        failure: {
          code: 'PROTOCOL_ERROR',
          message: expect.stringMatching(/ printed a line that breaks off$/),
        },
      });
      expect(played.partial.text).toBe(agent === 'agy' ? 'Hello from the model.\n' : 'Hello from the model.');
    }
  });

  it('whose last line only lacks its line feed counts', async () => {
    expect((await replay(answered, { output: output.trimEnd() })).end).toBe('completed');
  });

  it('that goes on after its end is still the same', async () => {
    const played = await replay(answered, { output: output + output.slice(lastLineAt) });
    expect(outcomeOf(played)).toMatchObject(expectedOf(answered));
  });
});

describe('what is sent', () => {
  it.each([
    [
      'codex',
      ...['initialize', 'initialized', 'config/read', 'skills/list', 'thread/start'],
      ...['mcpServerStatus/list', 'experimentalFeature/list', 'turn/start'],
      'thread/backgroundTerminals/clean',
    ],
    [
      'claude',
      'initialize',
      'get_settings',
      'mcp_status',
      'list_permission_rules',
      'get_hooks_listing',
      'user',
    ],
    ['agy', 'user'],
  ] as const)('to %s is questions first and the prompt last', async (agent, ...expected) => {
    expect((await replay(transcriptOf(agent, ANSWERED[agent]))).sent).toEqual(expected);
  });

  it.each([
    ['codex', 'interrupt-command', 'turn/interrupt', 'thread/backgroundTerminals/clean'],
    ['claude', 'interrupt-prompt', 'interrupt'],
    ['claude', 'interrupt-retry', 'interrupt'],
    ['claude', 'interrupt-stream', 'interrupt'],
    ['claude', 'interrupt-tool', 'interrupt'],
    ['claude', 'e429-late', 'interrupt'],
  ] as const)('to %s ends %s', async (agent, name, ...expected) => {
    const { sent } = await replay(transcriptOf(agent, name));
    expect(sent.slice(-expected.length)).toEqual(expected);
  });
});

describe('a final error of Codex', () => {
  it('is the cause where the turn does not end after it', async () => {
    const refused = transcriptOf('codex', 'e401');
    const lines = refused.bytes.toString('utf8').split('\n');
    const output = lines.filter((line) => !line.includes('"turn/completed"')).join('\n');
    expect((await replay(refused, { output, exitCode: 1 })).end).toBe('AUTH_REQUIRED');
  });
});

describe('a thread of Codex that leaves the profile while it works', () => {
  it('ends the turn at once, and what it said is void', async () => {
    const answered = transcriptOf('codex', 'answer');
    const output = answered.bytes.toString('utf8');
    const settings = {
      method: 'thread/settings/updated',
      params: {
        threadId: /"thread":{"id":"([^"]+)"/.exec(output)?.[1],
        threadSettings: { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' } },
      },
    };
    const lines = output.split('\n');
    lines.splice(-2, 0, JSON.stringify(settings));
    const played = await replay(answered, { output: lines.join('\n') });
    expect(played.events.some(({ type }) => type === 'message-completed')).toBe(true);
    expect([played.end, played.partial.text]).toEqual(['SANDBOX_UNAVAILABLE', '']);
    expect(played.sent.at(-1)).toBe('turn/start');
  });
});

import { describe, expect, it } from '@jest/globals';

import { trim } from './trim.mjs';

describe('trim', () => {
  it('replaces times, and the number of a command that was ended by force', () => {
    const params = { durationMs: 17, exitCode: 137, processId: '4711', phase: null };
    expect(trim([{ method: 'm', params, emittedAtMs: 5 }], {})).toEqual([
      {
        method: 'm',
        params: { durationMs: 1, exitCode: -1, processId: '1000', phase: null },
        emittedAtMs: 1_800_000_000_000,
      },
    ]);
  });

  it('leaves out a warning about the machine', () => {
    const warning = (summary) => ({ method: 'configWarning', params: { summary } });
    expect(trim([warning('could not find bubblewrap'), warning('unknown key')], {})).toHaveLength(1);
  });

  it("puts a model's warning after the reply to turn/start, on whichever side it came", () => {
    const warning = { method: 'warning', params: {} };
    const turnStart = { id: 7, result: { turn: {} } };
    const end = { method: 'turn/completed', params: {} };
    const expected = [turnStart, warning, end];
    expect(trim([warning, turnStart, end], {})).toEqual(expected);
    expect(trim([turnStart, warning, end], {})).toEqual(expected);
  });

  it('leaves a case without a turn in its order', () => {
    const messages = [
      { id: 1, result: {} },
      { method: 'warning', params: {} },
      { id: 5, result: {} },
    ];
    expect(trim(messages, {})).toEqual(messages);
  });

  it('keeps an error reply whole', () => {
    const refused = { id: 4, error: { code: -32600, message: 'failed to load configuration' } };
    expect(trim([refused], {})).toEqual([refused]);
  });
});

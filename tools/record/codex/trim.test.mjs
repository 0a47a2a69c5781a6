import { describe, expect, it } from '@jest/globals';

import { trim } from './trim.mjs';

const PLACES = { '/tmp/workspace-x1': '/workspace' };
const UUIDS = ['01a22c9f-b10f-7c80-a2e5-25eadae10562', '01a22c9f-b12b-7e12-bfe2-9eb0fc965de6'];
const FIXED_UUIDS = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

describe('trim', () => {
  it('replaces what differs from run to run, and nothing else', () => {
    const params = {
      threadId: UUIDS[0],
      turnId: UUIDS[1],
      again: `exec-${UUIDS[0]}`,
      cwd: '/tmp/workspace-x1/a',
    };
    const facts = {
      usedPercent: 38,
      phase: null,
      url: 'http://127.0.0.1:40123/v1',
      durationMs: 17,
      exitCode: 3,
    };
    expect(trim([{ method: 'm', params: { ...params, ...facts }, emittedAtMs: 5 }], PLACES)).toEqual([
      {
        method: 'm',
        params: {
          threadId: FIXED_UUIDS[0],
          turnId: FIXED_UUIDS[1],
          again: `exec-${FIXED_UUIDS[0]}`,
          cwd: '/workspace/a',
          usedPercent: 38,
          phase: null,
          url: 'http://127.0.0.1:4000/v1',
          durationMs: 1,
          exitCode: 3,
        },
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
    const turnStart = { id: 6, result: { turn: {} } };
    const end = { method: 'turn/completed', params: {} };
    const expected = [turnStart, warning, end];
    expect(trim([warning, turnStart, end], {})).toEqual(expected);
    expect(trim([turnStart, warning, end], {})).toEqual(expected);
  });

  it('leaves a case without a turn in its order', () => {
    const messages = [
      { id: 1, result: {} },
      { method: 'warning', params: {} },
      { id: 4, result: {} },
    ];
    expect(trim(messages, {})).toEqual(messages);
  });

  it('keeps an error reply whole', () => {
    const refused = { id: 3, error: { code: -32600, message: 'failed to load configuration' } };
    expect(trim([refused], {})).toEqual([refused]);
  });
});

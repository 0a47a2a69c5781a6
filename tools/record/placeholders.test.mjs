import { describe, expect, it } from '@jest/globals';

import { settle } from './placeholders.mjs';

const UUIDS = ['01a22c9f-b10f-7c80-a2e5-25eadae10562', '01a22c9f-b12b-7e12-bfe2-9eb0fc965de6'];
const SETTLED = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const PLACES = {
  paths: { '/tmp/workspace-x1': '/workspace' },
  fixed: { durationMs: 1, code: (code) => (code === 137 ? -1 : code) },
};

describe('settle', () => {
  it('replaces paths, ports, ids and what is named, and nothing else', () => {
    const value = {
      ids: [UUIDS[0], UUIDS[1], `exec-${UUIDS[0]}`],
      cwd: '/tmp/workspace-x1/a',
      url: 'http://127.0.0.1:40123/v1',
      nested: { durationMs: 17, code: 137, usedPercent: 38, phase: null, isError: false, text: 'a' },
    };
    expect(settle(value, PLACES)).toEqual({
      ids: [SETTLED[0], SETTLED[1], `exec-${SETTLED[0]}`],
      cwd: '/workspace/a',
      url: 'http://127.0.0.1:4000/v1',
      nested: { durationMs: 1, code: -1, usedPercent: 38, phase: null, isError: false, text: 'a' },
    });
  });

  it('keeps what is null, whatever its name', () => {
    expect(settle([{ durationMs: null, code: 3 }], PLACES)).toEqual([{ durationMs: null, code: 3 }]);
  });

  it('changes nothing of what it has settled', () => {
    const once = settle([{ id: UUIDS[1], other: UUIDS[0] }], PLACES);
    expect(settle(once, PLACES)).toEqual(once);
  });
});

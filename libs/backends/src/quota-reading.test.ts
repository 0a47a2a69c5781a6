import { QUOTA_TEXT_MAX_CHARACTERS, QUOTA_WINDOWS_MAX, quotaReadingSchema } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { quotaReading } from './quota-reading.js';
import type { ToldWindow } from './quota-reading.js';

const READ_AT_MS = Date.parse('2026-12-01T08:00:00Z');
const windowOf = (window: Partial<ToldWindow>) =>
  quotaReading({ windows: [{ name: 'weekly', ...window }] }, READ_AT_MS).windows[0];

const told = fc.record({
  windows: fc.array(
    fc.record(
      {
        name: fc.string({ unit: 'binary', maxLength: 2 * QUOTA_TEXT_MAX_CHARACTERS + 10 }),
        usedPercent: fc.option(fc.double()),
        windowMinutes: fc.option(fc.double()),
        models: fc.array(fc.string({ unit: 'binary' })),
      },
      { requiredKeys: ['name'] },
    ),
  ),
  plan: fc.option(fc.string({ unit: 'binary' })),
  isLimited: fc.option(fc.boolean(), { nil: undefined }),
});

describe('quotaReading', () => {
  it('is within its bounds, whatever was told', () => {
    fc.assert(
      fc.property(told, (quota) => {
        expect(quotaReadingSchema.safeParse(quotaReading(quota, READ_AT_MS)).error).toBeUndefined();
      }),
    );
  });

  it.each([
    [0, 0],
    [37.5, 37.5],
    [100 - 100 * 0.9, 10],
    [100 - 100 * 0.07, 93],
    [100, 100],
    [104, 100],
    [Infinity, 100],
    [-1, undefined],
    [NaN, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('has %p percent as %p', (usedPercent, known) => {
    expect(windowOf({ usedPercent })).toEqual({
      name: 'weekly',
      ...(known === undefined ? {} : { usedPercent: known }),
    });
  });

  it.each([0, -5, null, NaN, Infinity])('has no length of %p minutes', (windowMinutes) => {
    expect(windowOf({ windowMinutes })).toEqual({ name: 'weekly' });
  });

  it('says when it was read, and why it says nothing', () => {
    const readAt = '2026-12-01T08:00:00.000Z';
    const because = 'the agent tells no limits';
    expect(quotaReading({ windows: [] }, READ_AT_MS)).toEqual({
      readAt,
      windows: [],
      unknownBecause: because,
    });
    expect(quotaReading({ windows: [], unknownBecause: 'nobody asked' }, READ_AT_MS)).toMatchObject({
      unknownBecause: 'nobody asked',
    });
    expect(quotaReading({ windows: [{ name: 'a' }], plan: '' }, READ_AT_MS)).toEqual({
      readAt,
      windows: [{ name: 'a' }],
    });
  });

  it('has names of one line, and no window without a name', () => {
    expect(windowOf({ name: ' five\n\u001b[31mhours \u202e', models: [' ', 'a\tb'] })).toEqual({
      name: 'five [31mhours',
      models: ['a b'],
    });
    expect(windowOf({ name: ' \u0000' })).toBeUndefined();
    expect(windowOf({ name: 'x'.repeat(QUOTA_TEXT_MAX_CHARACTERS + 1) })?.name).toHaveLength(
      QUOTA_TEXT_MAX_CHARACTERS,
    );
  });

  it('has no more windows than it may', () => {
    const windows = Array.from({ length: QUOTA_WINDOWS_MAX + 1 }, (_, index) => ({ name: `w${index}` }));
    expect(quotaReading({ windows }, READ_AT_MS).windows.at(-1)?.name).toBe(`w${QUOTA_WINDOWS_MAX - 1}`);
  });
});

import type { Warning } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { changeQuotas, QUOTAS_MAX_WAIT_MS, readQuotas } from './use-quotas.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const going = new AbortController().signal;
const failed: Warning = { code: 'STORE_FAILED', message: 'quota.json is newer' };
const quotas = { codex: { cooldowns: [] } };
const late = expect.stringContaining('in time');

/** What is waited for, after `elapsedMs` have passed in which the store was still at it. */
async function waitedFor<Result>(work: (held: Promise<void>) => Promise<Result>, elapsedMs: number) {
  const held = Promise.withResolvers<void>();
  const waiting = work(held.promise);
  jest.advanceTimersByTime(elapsedMs);
  held.resolve();
  return waiting;
}

describe('readQuotas', () => {
  it('gives what the store says, its warnings as well', async () => {
    const read = async () => ({ quotas, warnings: [failed] });
    expect(await readQuotas({ read }, going)).toEqual({ quotas, warnings: [failed] });
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    [QUOTAS_MAX_WAIT_MS - 1, { quotas, warnings: [] }],
    [QUOTAS_MAX_WAIT_MS, { quotas: {}, warnings: [{ code: 'STORE_FAILED', message: late }] }],
  ])('after %i ms', async (elapsedMs, expected) => {
    const read = (held: Promise<void>) => () => held.then(() => ({ quotas, warnings: [] }));
    expect(await waitedFor((held) => readQuotas({ read: read(held) }, going), elapsedMs)).toEqual(expected);
  });

  it('knows nothing where the store breaks its word and rejects', async () => {
    const read = () => Promise.reject(new Error('broken'));
    const { quotas: known, warnings } = await readQuotas({ read }, going);
    expect(known).toEqual({});
    expect(warnings).toEqual([
      { code: 'STORE_FAILED', message: expect.stringMatching(/could not be read.*broken/) },
    ]);
  });

  it('waits no longer when the caller has gone', async () => {
    const read = () => new Promise<never>(() => undefined);
    expect(await readQuotas({ read }, AbortSignal.abort())).toMatchObject({ quotas: {} });
  });
});

describe('changeQuotas', () => {
  it.each([
    [QUOTAS_MAX_WAIT_MS - 1, [failed]],
    [QUOTAS_MAX_WAIT_MS, [{ code: 'STORE_FAILED', message: late }]],
  ])('after %i ms', async (elapsedMs, expected) => {
    const change = (held: Promise<void>) => changeQuotas(() => held.then(() => [failed]), going);
    expect(await waitedFor(change, elapsedMs)).toEqual(expected);
  });

  it('warns where the store breaks its word and rejects', async () => {
    expect(await changeQuotas(() => Promise.reject(new Error('broken')), going)).toEqual([
      { code: 'STORE_FAILED', message: expect.stringMatching(/was not kept.*broken/) },
    ]);
  });

  it('begins the change all the same when the caller has gone, and waits no longer', async () => {
    let isBegun = false;
    const change = () => {
      isBegun = true;
      return new Promise<never>(() => undefined);
    };
    expect(await changeQuotas(change, AbortSignal.abort())).toEqual([
      { code: 'STORE_FAILED', message: late },
    ]);
    expect(isBegun).toBe(true);
  });
});

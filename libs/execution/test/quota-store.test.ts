import type { QuotaStore } from '@coagent8/backends';
import type { Failure, Warning } from '@coagent8/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { QUOTAS_MAX_WAIT_MS } from '../src/use-quotas.js';
import { obeying, playing, says, started } from './scripted-turn.js';
import { three, workspaceForEach } from './three-agents.js';

const { run } = workspaceForEach();
afterEach(() => {
  jest.useRealTimers();
});

const failed: Warning = { code: 'STORE_FAILED', message: 'quota.json cannot be written' };
const failure: Failure = {
  code: 'RATE_LIMITED',
  message: 'you have hit your limit',
  details: { resetsAt: '2100-01-01T00:00:00.000Z' },
};
const begun = { ...started, model: 'swift-4' };
const limited = playing(begun, says('Half'), { type: 'failed', failure });
const named = { ...three, change: { backend: 'codex' } };

/** Never settles; once it is asked, the time that a turn waits passes. */
function hanging(): Promise<never> {
  void Promise.resolve().then(() => jest.advanceTimersByTime(QUOTAS_MAX_WAIT_MS));
  return new Promise(() => undefined);
}
const withStore = (quotaStore: Partial<QuotaStore>) => ({ ...three, quotaStore });
const fakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

describe('a store of limits that fails', () => {
  it('is a warning when it cannot be read, and the turn runs with what is known', async () => {
    const quotas = { codex: { cooldowns: [] } };
    const read = async () => ({ quotas, warnings: [failed] });
    const { outcome, turns } = await run(withStore({ read }));
    expect(turns).toMatchObject([{ backend: 'codex' }]);
    expect(outcome).toMatchObject({ status: 'answered', warnings: [failed] });
  });

  it('is a warning also where the turn is then refused', async () => {
    const read = async () => ({ quotas: {}, warnings: [failed] });
    const { outcome } = await run({ ...withStore({ read }), change: { outputPriceBelow: 0.1 } });
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' }, warnings: [failed] });
  });

  it('is a warning when it hangs while it is read', async () => {
    fakeTimers();
    const { outcome } = await run(withStore({ read: hanging }));
    expect(outcome).toMatchObject({
      status: 'answered',
      warnings: [{ code: 'STORE_FAILED', message: expect.stringContaining('read in time') }],
    });
  });

  it('is a warning beside the failure when a limit cannot be kept', async () => {
    const { outcome } = await run(withStore({ keepCooldown: async () => [failed] }), limited);
    expect(outcome).toMatchObject({ failure, partialAnswer: 'Half', warnings: [failed] });
  });

  it('is a warning beside the answer when a limit cannot be ended', async () => {
    const { outcome } = await run({ ...named, quotaStore: { endCooldowns: async () => [failed] } });
    expect(outcome).toMatchObject({ status: 'answered', answer: 'Yes.', warnings: [failed] });
  });

  it.each<[string, Partial<QuotaStore>, typeof limited, object]>([
    ['a failure', { keepCooldown: hanging }, limited, { failure, partialAnswer: 'Half' }],
    ['an answer', { endCooldowns: hanging }, obeying, { status: 'answered', answer: 'Yes.' }],
  ])('takes no longer than its bound from %s when it holds', async (_, quotaStore, script, expected) => {
    fakeTimers();
    const { outcome } = await run({ ...named, quotaStore }, script);
    expect(outcome).toMatchObject({
      ...expected,
      warnings: [{ code: 'STORE_FAILED', message: expect.stringContaining('not kept in time') }],
    });
  });

  it('keeps no caller waiting who cancels, and loses no answer to them', async () => {
    const controller = new AbortController();
    const endCooldowns = () => {
      controller.abort();
      return new Promise<never>(() => undefined);
    };
    const { outcome } = await run({ ...named, quotaStore: { endCooldowns }, signal: controller.signal });
    expect(outcome).toMatchObject({ status: 'answered', warnings: [{ code: 'STORE_FAILED' }] });
  });

  it('is read no further when the caller cancels', async () => {
    const controller = new AbortController();
    const read = async () => {
      controller.abort();
      return { quotas: {}, warnings: [] };
    };
    const { outcome, catalogsRead } = await run({ ...withStore({ read }), signal: controller.signal });
    expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
    expect(catalogsRead).toEqual([]);
  });
});

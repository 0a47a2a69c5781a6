import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { countDown, requireNotAborted, settlesWithin, watchAbort } from './wait.js';

describe('settlesWithin', () => {
  it('tells whether a promise settles in time, either way', async () => {
    expect(await settlesWithin(Promise.resolve(), 1_000)).toBe(true);
    expect(await settlesWithin(Promise.reject(new Error('no')), 1_000)).toBe(true);
    expect(await settlesWithin(new Promise(() => undefined), 5)).toBe(false);
  });
});

describe('countDown', () => {
  it('never goes below zero', () => {
    expect(countDown(10_000)()).toBeGreaterThan(0);
    expect(countDown(-1)()).toBe(0);
  });
});

describe('watchAbort', () => {
  it('rejects with the coded reason, also of a signal that is aborted already', async () => {
    const controller = new AbortController();
    const watch = watchAbort(controller.signal);
    controller.abort(new CoAgentError('TIMEOUT', 'late'));
    await expect(watch.happened).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(watchAbort(controller.signal).happened).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(() => requireNotAborted(controller.signal)).toThrow('late');
  });

  it('makes any other reason ABORTED', async () => {
    await expect(watchAbort(AbortSignal.abort()).happened).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('lets go of the signal', async () => {
    const controller = new AbortController();
    const watch = watchAbort(controller.signal);
    watch.dispose();
    controller.abort();
    expect(await Promise.race([watch.happened, Promise.resolve('nothing')])).toBe('nothing');
  });
});

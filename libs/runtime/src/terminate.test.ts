import { describe, expect, it } from '@jest/globals';

import { kill, KILL_CONFIRM_MS, terminate } from './terminate.js';
import type { ProcessGroup } from './terminate.js';

/** A group that dies of the given signals, and the signals that it got. */
function group(diesOf: readonly string[], alive = true): ProcessGroup & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    send: (signal) => void sent.push(signal),
    isAlive: async () => alive && !sent.some((signal) => diesOf.includes(signal)),
  };
}

describe('terminate', () => {
  it('asks, and leaves it at that when the group obeys', async () => {
    const obedient = group(['SIGTERM']);
    await terminate(obedient, 60_000);
    expect(obedient.sent).toEqual(['SIGTERM']);
  });

  it('kills after the grace, not before', async () => {
    const stubborn = group(['SIGKILL']);
    const start = performance.now();
    await terminate(stubborn, 60);
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
    expect(stubborn.sent).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('gives up on a group that survives its killing', async () => {
    const immortal = group([]);
    const start = performance.now();
    await terminate(immortal, 0);
    expect(performance.now() - start).toBeGreaterThanOrEqual(KILL_CONFIRM_MS - 1);
    expect(immortal.sent).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('signals nobody where nobody is left', async () => {
    const gone = group([], false);
    await terminate(gone, 60_000);
    await kill(gone);
    expect(gone.sent).toEqual([]);
  });
});

describe('kill', () => {
  it('does not ask', async () => {
    const obedient = group(['SIGTERM', 'SIGKILL']);
    await kill(obedient);
    expect(obedient.sent).toEqual(['SIGKILL']);
  });
});

import { EventEmitter } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { createStoppable } from './stoppable.js';

const sources = () => ({ signals: new EventEmitter(), output: new EventEmitter() });
const listeners = (...emitters: EventEmitter[]) =>
  emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)));

describe('createStoppable', () => {
  it.each([
    ['signals', 'SIGINT'],
    ['signals', 'SIGTERM'],
    ['signals', 'SIGHUP'],
    ['output', 'error'],
  ] as const)('aborts the work on %s %s', async (source, event) => {
    const from = sources();
    const stoppable = createStoppable(from.signals, from.output);
    const aborted = await stoppable((signal) => {
      from[source].emit(event);
      return Promise.resolve(signal.aborted);
    });
    expect(aborted).toBe(true);
  });

  it('lets the work go on and listens only while it does', async () => {
    const { signals, output } = sources();
    const stoppable = createStoppable(signals, output);
    await expect(stoppable(({ aborted }) => Promise.resolve(aborted))).resolves.toBe(false);
    await expect(stoppable(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(listeners(signals, output)).toEqual([]);
  });
});

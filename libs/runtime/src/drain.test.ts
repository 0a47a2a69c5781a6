import { EventEmitter } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { happens, settlesWithin } from './drain.js';

const never = new Promise(() => undefined);

describe('settlesWithin', () => {
  it('is true for what settles in time, false for what does not', async () => {
    expect(await settlesWithin(Promise.resolve(), 60_000)).toBe(true);
    expect(await settlesWithin(never, 1)).toBe(false);
  });

  it('counts what came while the event loop was busy and takes a turn to be told', async () => {
    const news = new Promise((resolve) => setTimeout(() => setImmediate(resolve), 2));
    const outcome = settlesWithin(news, 1);
    const start = performance.now();
    while (performance.now() - start < 20);
    expect(await outcome).toBe(true);
  });
});

describe('happens', () => {
  it('resolves with the event and does not mind errors', async () => {
    const emitter = new EventEmitter();
    emitter.on('error', () => undefined);
    const exit = happens(emitter, 'exit');
    emitter.emit('error', new Error('kill failed'));
    emitter.emit('exit');
    await exit;
  });
});

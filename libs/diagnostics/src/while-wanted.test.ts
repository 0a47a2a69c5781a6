import { getEventListeners } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { whileWanted } from './while-wanted.js';

const never = new Promise<string>(() => undefined);

describe('whileWanted', () => {
  it('is what the work comes to, and leaves nothing on the signal', async () => {
    const { signal } = new AbortController();
    expect(await whileWanted(signal, Promise.resolve('done'), 'left')).toBe('done');
    await expect(whileWanted(signal, Promise.reject(new Error('broken')), 'left')).rejects.toThrow('broken');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await whileWanted(undefined, Promise.resolve('done'), 'left')).toBe('done');
  });

  it('leaves work that hangs once the signal aborts, before or after', async () => {
    const controller = new AbortController();
    const left = whileWanted(controller.signal, never, 'left');
    controller.abort();
    expect(await left).toBe('left');
    expect(await whileWanted(controller.signal, never, 'left')).toBe('left');
  });
});

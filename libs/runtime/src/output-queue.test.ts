import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { createOutputQueue, UNREAD_MAX_BYTES } from './output-queue.js';

const BLOCK = Buffer.alloc(64 * 1024);

/** Writes until the pipe stays full, or ten times the bound has gone through. Returns how much that was. */
async function fill(pipe: PassThrough): Promise<number> {
  let taken = 0;
  while (!pipe.writableNeedDrain && taken < 10 * UNREAD_MAX_BYTES) {
    pipe.write(BLOCK);
    taken += BLOCK.length;
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  }
  return taken;
}

describe('createOutputQueue', () => {
  it('makes the pipe wait when its reader does not read', async () => {
    const pipe = new PassThrough();
    const queue = createOutputQueue(pipe);
    const taken = await fill(pipe);
    expect(taken).toBeGreaterThanOrEqual(UNREAD_MAX_BYTES);
    expect(taken).toBeLessThan(2 * UNREAD_MAX_BYTES);
    const flowing = once(pipe, 'drain');
    queue.resume();
    await flowing;
  });

  it('keeps what was read when the pipe is destroyed', async () => {
    const pipe = new PassThrough();
    const queue = createOutputQueue(pipe);
    pipe.write('kept');
    await nextTurn();
    pipe.destroy(new Error('broken'));
    expect((await queue.toArray()).join('')).toBe('kept');
  });

  it('reads on, and drops, when its reader leaves', async () => {
    const pipe = new PassThrough();
    const queue = createOutputQueue(pipe);
    pipe.write('first');
    for await (const chunk of queue) {
      expect(String(chunk)).toBe('first');
      break;
    }
    expect(await fill(pipe)).toBe(10 * UNREAD_MAX_BYTES);
  });
});

import { createHash } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import { INPUT_MAX_BYTES } from '../src/index.js';
import { fixture, shell, start, stopAll, textsOf } from './fixture-command.js';

afterEach(stopAll);

const digestOf = (text: string) =>
  `${Buffer.byteLength(text)} ${createHash('sha256').update(text).digest('hex')}`;

describe('the input of a process', () => {
  it.each([
    ['200 KiB', 200 * 1024],
    ['3.9 MiB', Math.floor(3.9 * 1024 * 1024)],
    ['the most that is allowed', INPUT_MAX_BYTES],
  ])('arrives whole: %s', async (_, bytes) => {
    const text = `${'é'.repeat(Math.floor(bytes / 2))}${'x'.repeat(bytes % 2)}`;
    const running = await start(fixture('digest-input.mjs'));
    await running.write(text);
    running.endInput();
    expect(await textsOf(running.lines)).toEqual([digestOf(text)]);
  });

  it('is bounded as a whole: what would pass the bound is not sent', async () => {
    const running = await start(fixture('digest-input.mjs'));
    await running.write('x'.repeat(INPUT_MAX_BYTES - 1));
    await expect(running.write('é')).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    await running.write('y');
    running.endInput();
    expect(await textsOf(running.lines)).toEqual([digestOf(`${'x'.repeat(INPUT_MAX_BYTES - 1)}y`)]);
  });

  it('that the process closed is an error of the write', async () => {
    const running = await start(shell('exec 0<&-; echo closed; exec sleep 60'));
    for await (const { text } of running.lines) {
      expect(text).toBe('closed');
      break;
    }
    await expect(running.write('too late')).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await expect(running.write('later still')).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await running.stop();
  });

  it('that nobody will read any more is an error of the write that waits', async () => {
    const running = await start(shell('echo ready; exec sleep 60'));
    const write = running.write('x'.repeat(INPUT_MAX_BYTES / 2));
    const outcome = expect(write).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await running.stop();
    await outcome;
    await expect(running.write('after the end')).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
  });
});

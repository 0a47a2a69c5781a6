import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { readLinesOf } from './open-terminal.js';

const open = () => {
  const input = new PassThrough();
  const lines = createInterface({ input, terminal: false });
  return { input, terminal: readLinesOf(lines, () => lines.close()) };
};
const never = new AbortController().signal;

describe('readLinesOf', () => {
  it('reads a line', async () => {
    const { input, terminal } = open();
    const line = terminal.readLine(never);
    input.write('yes\nno\n');
    expect(await line).toBe('yes');
    terminal.close();
  });

  it('has none where the terminal breaks, before the question or after it', async () => {
    const { input, terminal } = open();
    const line = terminal.readLine(never);
    input.destroy(new Error('read EIO'));
    expect(await line).toBeUndefined();
    expect(await terminal.readLine(never)).toBeUndefined();
  });
});

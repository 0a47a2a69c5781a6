import { describe, expect, it } from '@jest/globals';

import { createPrivateKeyFilter, KEY_GAP_MAX_CHARS } from './private-key-filter.js';

const BEGIN = `-----BEGIN ${'PRIVATE'} KEY-----\n`;
const END = `-----END ${'PRIVATE'} KEY-----\n`;
const BODY = `${'QUJDRUZHSElKS0xNTk9QUVJTVFVWV1hZWmFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3'}\n`;

describe('createPrivateKeyFilter', () => {
  it('waits for the key up to the limit, and no further', () => {
    const header = (chars: number) => `Comment: ${'x '.repeat(chars).slice(0, chars - 10)}\n`;
    const filter = createPrivateKeyFilter();
    expect(filter.line(BEGIN)).toBe('');
    expect(filter.line(header(KEY_GAP_MAX_CHARS - BEGIN.length))).toBe('');
    expect(filter.line(BODY)).toBe('[redacted: private-key]');
    expect(filter.line(END)).toBe('\n');

    const tooLong = header(KEY_GAP_MAX_CHARS - BEGIN.length + 1);
    expect(filter.line(BEGIN)).toBe('');
    expect(filter.line(tooLong)).toBe(BEGIN + tooLong);
    expect(filter.line(BODY)).toBe(BODY);
  });

  it('goes over empty lines within a key up to the limit, and no further', () => {
    const filter = createPrivateKeyFilter();
    filter.line(BEGIN);
    expect(filter.line(BODY)).toBe('[redacted: private-key]');
    for (let held = 1; held < KEY_GAP_MAX_CHARS; held++) expect(filter.line('\n')).toBe('');
    expect(filter.line(BODY)).toBe('');
    for (let held = 1; held < KEY_GAP_MAX_CHARS; held++) expect(filter.line('\n')).toBe('');
    expect(filter.line('\n')).toBe('\n'.repeat(KEY_GAP_MAX_CHARS + 1));
  });

  it('returns at the end what it held, and starts anew', () => {
    const filter = createPrivateKeyFilter();
    filter.line(BEGIN);
    expect(filter.end()).toBe(BEGIN);
    expect(filter.line(BODY)).toBe(BODY);
    filter.line(BEGIN);
    filter.line(BODY);
    expect(filter.end()).toBe('\n');
    expect(filter.end()).toBe('');
    expect(filter.line(BODY)).toBe(BODY);
  });
});

import { describe, expect, it } from '@jest/globals';

import { configRows, shownValue } from './config-rows.js';

const PLAIN = { strong: String, dim: String, alert: String };
const rows = (...values: unknown[]) =>
  configRows(
    values.map((value, index) => ({ path: `field.${index}`, value, source: 'file' as const })),
    PLAIN,
  );

describe('configRows', () => {
  it('puts each entry of a list on a line', () => {
    expect(rows('one', ['two', 'three'])).toEqual([
      'field.0  file     one',
      'field.1  file     two',
      '                  three',
    ]);
  });

  it('gives lines of its own to what does not fit within 80 columns', () => {
    const room = 80 - 'field.0  file     '.length;
    expect(rows('x'.repeat(room))).toEqual([`field.0  file     ${'x'.repeat(room)}`]);
    expect(rows(['y', 'x'.repeat(room + 1)])).toEqual([
      'field.0  file',
      '    y',
      `    ${'x'.repeat(room + 1)}`,
    ]);
  });

  it('names the variable of the environment, and makes room for it', () => {
    const fields = [
      { path: 'a', value: 1, source: 'environment', variable: 'CODEX_PATH' },
      { path: 'b', value: 2, source: 'editor', variable: 'COAGENT8_EDITOR_SETTINGS' },
    ] as const;
    expect(configRows(fields, PLAIN)).toEqual(['a  CODEX_PATH  1', 'b  editor      2']);
  });

  it('is nothing without fields', () => {
    expect(rows()).toEqual([]);
  });
});

describe('shownValue', () => {
  it.each([
    [undefined, 'not set'],
    [null, 'off'],
    [[], 'none'],
    [['a', 'b'], 'a, b'],
    [0, '0'],
    ['a\u001b\nb\u202E', 'a b '],
  ])('%j', (value, text) => {
    expect(shownValue(value)).toBe(text);
  });
});

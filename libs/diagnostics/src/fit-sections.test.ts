import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { fitSections } from './fit-sections.js';
import type { Section } from './fit-sections.js';

const section = (head: string, count: number, length = 3): Section => ({
  head,
  rows: Array.from({ length: count }, (_, index) => ({ line: `${head}${index}`.padEnd(length, '-') })),
});

describe('fitSections', () => {
  it('leaves all where there is room, to the last byte, and drops a row one byte past', () => {
    const sections = [section('ä', 3), section('', 0), section('b', 1)];
    const whole = 'ä\n- ä0-\n- ä1-\n- ä2-\n\nb\n- b0-';
    const bytes = Buffer.byteLength(whole);
    expect(fitSections(sections, bytes)).toBe(whole);
    expect(fitSections([section('a', 3, 20)], 200)).not.toContain('more');
    const shortened = 'ä\n- ä0-\n- … 2 more\n\nb\n- b0-';
    expect(fitSections(sections, bytes - 1)).toBe(shortened);
  });

  it('takes rows from the longest list, of equal ones from the last', () => {
    const sections = [section('a', 4, 30), section('b', 2, 30), section('c', 3, 30)];
    expect(fitSections(sections, 250)).toBe(
      [
        ...['a', `- ${'a0'.padEnd(30, '-')}`, `- ${'a1'.padEnd(30, '-')}`, '- … 2 more', ''],
        ...['b', `- ${'b0'.padEnd(30, '-')}`, `- ${'b1'.padEnd(30, '-')}`, ''],
        ...['c', `- ${'c0'.padEnd(30, '-')}`, `- ${'c1'.padEnd(30, '-')}`, '- … 1 more'],
      ].join('\n'),
    );
    const [first = '', last = ''] = fitSections([section('a', 2, 30), section('b', 2, 30)], 130).split(
      '\n\n',
    );
    expect([first, last].map((text) => text.includes('… 1 more'))).toEqual([false, true]);
  });

  it('keeps a marked row until the others of its list are gone', () => {
    const rows = [{ line: 'first' }, { line: 'second' }, { line: 'default', isKept: true }];
    expect(fitSections([{ head: 'h', rows }], 24)).toBe('h\n- default\n- … 2 more');
    expect(fitSections([{ head: 'h', rows }], 23)).toBe('h\n- … 3 more');
  });

  const row = fc.record({
    line: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `r${text.replaceAll(/\s/g, ' ')}`),
    isKept: fc.boolean(),
  });
  const anySections = fc.array(
    fc.record({ head: fc.constantFrom('', 'a', 'größer'), rows: fc.array(row, { maxLength: 30 }) }),
    { maxLength: 5 },
  );

  it('never exceeds the bound where the heads fit, never cuts a row, and counts right', () => {
    const fixedBytes = 200;
    fc.assert(
      fc.property(anySections, fc.integer({ min: fixedBytes, max: 2_000 }), (sections, maxBytes) => {
        const text = fitSections(sections, maxBytes);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        const blocks = text.split('\n\n');
        const shown = sections.filter(({ head, rows }) => head !== '' || rows.length > 0);
        expect(text === '' ? 0 : blocks.length).toBe(shown.length);
        for (const [index, { head, rows }] of shown.entries()) {
          const lines = blocks[index]!.split('\n').slice(head === '' ? 0 : 1);
          const [, more] = /^- … (\d+) more$/.exec(lines.at(-1) ?? '') ?? [];
          const left = more === undefined ? lines : lines.slice(0, -1);
          expect(left.length + Number(more ?? 0)).toBe(rows.length);
          const whole = rows.map(({ line }) => `- ${line}`);
          expect(left.every((line) => whole.includes(line))).toBe(true);
        }
      }),
    );
  });

  it('drops nothing that there was room for', () => {
    fc.assert(
      fc.property(anySections, (sections) => {
        expect(fitSections(sections, 1_000_000)).not.toMatch(/^- … \d+ more$/m);
      }),
    );
  });
});

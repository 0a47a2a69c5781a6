import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { padColumns, textColumns, wrapText } from './text-columns.js';

describe('textColumns', () => {
  it.each([
    ['', 0],
    ['swift-4', 7],
    ['größe', 5],
    ['gro\u0308ße', 5],
    ['模型-4', 6],
    ['ｆull', 5],
    ['👩‍💻', 2],
    ['⚡️x', 3],
    ['\u0301', 0],
    ['a\u200bb', 2],
  ])('%j takes %i', (text, columns) => {
    expect(textColumns(text)).toBe(columns);
  });
});

describe('padColumns', () => {
  it('fills up to the column and cuts nothing', () => {
    expect(padColumns('模', 4)).toBe('模  ');
    expect(padColumns('model', 4)).toBe('model');
  });
});

describe('wrapText', () => {
  it('breaks at spaces alone', () => {
    expect(wrapText('a word toolongtobreak b', 6)).toEqual(['a word', 'toolongtobreak', 'b']);
    expect(wrapText('模型 模型', 5)).toEqual(['模型', '模型']);
    expect(wrapText('', 5)).toEqual(['']);
  });

  it('does not break inside of what is to be copied, nor a figure from its sign', () => {
    expect(wrapText('run `a b  c`, then', 10)).toEqual(['run', '`a b c`,', 'then']);
    expect(wrapText('used: 82 % left', 10)).toEqual(['used: 82 %', 'left']);
    expect(wrapText('is at 82 %', 9)).toEqual(['is at', '82 %']);
  });

  it('breaks what does not fit a line, to its last column', () => {
    expect(wrapText('x `a bc`', 6)).toEqual(['x', '`a bc`']);
    expect(wrapText('x `a bc`', 5)).toEqual(['x `a', 'bc`']);
    expect(wrapText('an odd ` stays as it is', 8)).toEqual(['an odd `', 'stays as', 'it is']);
  });

  it('leaves out the middle of a word that is longer than any path should be', () => {
    expect(wrapText(`in ${'x'.repeat(300)}`, 80)).toEqual(['in', 'x'.repeat(300)]);
    const cut = `${'😀'.repeat(180)}…${'😀'.repeat(120)}`;
    expect(wrapText('😀'.repeat(301), 80)).toEqual([cut]);
  });

  it('keeps every word, in lines that fit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '`', '9', '%', '模', '\n'), maxLength: 80 });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 20 }), (said, columns) => {
        const lines = wrapText(said, columns);
        expect(lines.join(' ')).toBe(said.trim().replaceAll(/\s+/g, ' '));
        for (const line of lines) expect(textColumns(line) <= columns || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

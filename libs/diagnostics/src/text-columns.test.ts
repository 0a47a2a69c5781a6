import { describe, expect, it } from '@jest/globals';

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
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { defaultOf, offeredIn, rowsOf } from './model-rows.js';

const offer = (...slugs: string[]) => slugs.map((slug) => ({ slug, label: `Label of ${slug}` }));
const plain = { aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false };

describe('offeredIn', () => {
  it('reads a slug and a label from each line', () => {
    expect(offeredIn('swift-high\tSwift (High)\r\nbig\tBig\tand more\nlast\t')).toEqual([
      { slug: 'swift-high', label: 'Swift (High)' },
      { slug: 'big', label: 'Big\tand more' },
      { slug: 'last', label: '' },
    ]);
  });

  it.each([
    'Fetching available models...',
    'Fetching available models...\tx',
    'no tab',
    '\tno slug',
    ' padded\tx',
    '-flag\tx',
    '\u001b[1mbold\u001b[0m\tx',
    'bell\u0007\tx',
    'a slug\tx',
    `${'x'.repeat(257)}\tx`,
  ])('passes over %j', (line) =>
    expect(offeredIn(`${line}\ngood\tGood\n`)).toEqual([{ slug: 'good', label: 'Good' }]),
  );

  it('takes the longest slug, and the first of two', () => {
    const longest = 'x'.repeat(256);
    expect(offeredIn(`${longest}\tx\na\tone\nb\tthree\na\ttwo\n`)).toEqual([
      { slug: longest, label: 'x' },
      { slug: 'a', label: 'one' },
      { slug: 'b', label: 'three' },
    ]);
  });
});

describe('rowsOf', () => {
  it('makes one model of slugs that differ in the effort alone', () => {
    expect(rowsOf(offer('swift-high', 'big', 'swift-low', 'swift-max'))).toEqual([
      {
        ...plain,
        id: 'swift',
        variants: [
          { name: 'swift-high', reasoningEffort: 'high' },
          { name: 'swift-low', reasoningEffort: 'low' },
          { name: 'swift-max', reasoningEffort: 'max' },
        ],
        efforts: ['high', 'low', 'max'],
        defaultEffort: 'high',
        isEffortRequired: true,
      },
      { ...plain, id: 'big' },
    ]);
  });

  it.each([
    [
      'an effort that stands alone',
      ['big-medium'],
      [{ id: 'big-medium', aliases: ['big'], efforts: ['medium'] }],
    ],
    ['a name that ends in max', ['big-max'], [{ id: 'big-max', aliases: [], efforts: [] }]],
    ['a name that ends in a word', ['big-thinking'], [{ id: 'big-thinking', aliases: [], efforts: [] }]],
    [
      'an effort in the middle',
      ['big-max-low', 'big-max-high'],
      [{ id: 'big-max', efforts: ['low', 'high'] }],
    ],
    [
      'a base that is listed, too',
      ['big', 'big-high', 'big-low'],
      [{ id: 'big' }, { id: 'big-high' }, { id: 'big-low' }],
    ],
    ['an effort and nothing else', ['high', 'low'], [{ id: 'high' }, { id: 'low' }]],
    ['capitals', ['big-HIGH', 'big-LOW'], [{ id: 'big-HIGH' }, { id: 'big-LOW' }]],
  ])('%s', (_, slugs, rows) => {
    const found = rowsOf(offer(...slugs));
    expect(found).toMatchObject(rows);
    expect(found).toHaveLength(rows.length);
  });

  const slug = fc
    .array(fc.constantFrom('big', 'swift', 'max', 'low', 'high', 'xhigh', 'minimal', '4', 'pro'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((words) => words.join('-'));

  it('loses no slug, and every variant is its model at its effort', () => {
    fc.assert(
      fc.property(fc.uniqueArray(slug), (slugs) => {
        const rows = rowsOf(offer(...slugs));
        const names = rows.flatMap(({ id, variants }) =>
          variants.length > 0 ? variants.map(({ name }) => name) : [id],
        );
        expect(names.toSorted()).toEqual(slugs.toSorted());
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        for (const { id, variants, efforts, defaultEffort, isEffortRequired } of rows) {
          for (const { name, reasoningEffort } of variants) expect(name).toBe(`${id}-${reasoningEffort}`);
          expect(isEffortRequired).toBe(variants.length > 0);
          if (isEffortRequired)
            expect(efforts).toEqual(variants.map(({ reasoningEffort }) => reasoningEffort));
          if (isEffortRequired) expect(efforts[0]).toBe(defaultEffort);
        }
      }),
    );
  });
});

describe('defaultOf', () => {
  const offered = [
    { slug: 'swift-high', label: 'Swift (High)' },
    { slug: 'swift-low', label: 'Swift (Low)' },
    { slug: 'big', label: 'Big (Thinking)' },
    { slug: 'small-medium', label: 'Small (Medium)' },
  ];
  const find = (chosen: string) => defaultOf(chosen, offered, rowsOf(offered));

  it.each([
    ['swift-low', { model: 'swift', reasoningEffort: 'low' }],
    ['Swift (Low)', { model: 'swift', reasoningEffort: 'low' }],
    ['swift (LOW)', { model: 'swift', reasoningEffort: 'low' }],
    ['swift', { model: 'swift', reasoningEffort: 'high' }],
    ['Big (Thinking)', { model: 'big' }],
    ['small-medium', { model: 'small-medium' }],
    ['of-the-users-own', { model: 'of-the-users-own' }],
    ['A Label That Is Gone', undefined],
  ])('%s', (chosen, model) => expect(find(chosen)).toEqual(model));
});

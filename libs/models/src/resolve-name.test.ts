import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { catalogOf, row } from '../test/made-up-models.js';
import { sameModel } from './identifier.js';
import { findListed, resolveName } from './resolve-name.js';

const high = { name: 'Swift-4-high', reasoningEffort: 'high' };
const catalog = catalogOf(
  row('vendor/big', { aliases: ['best', 'SWIFT-4'] }),
  row('swift.4', { aliases: ['fast'], variants: [high] }),
  row('swift-4'),
);

describe('findListed', () => {
  it.each([
    ['swift-4', 'swift-4'],
    ['swift.4', 'swift.4'],
    ['SWIFT-4', 'vendor/big'],
    ['Swift-4', 'swift.4'],
    ['x/swift-4', 'swift.4'],
    ['big', 'vendor/big'],
    ['BEST', 'vendor/big'],
    ['gateway/fast', 'swift.4'],
  ])('finds %s in the row %s', (name, id) => {
    expect(findListed(catalog, name)?.model).toBe(id);
  });

  it.each(['swift', 'swift-4-2', 'other/big', '', 'fas', 'swift-4[1m]', '__proto__', 'constructor'])(
    'finds no row for %j',
    (name) => {
      expect(findListed(catalog, name)).toBeUndefined();
    },
  );

  it('takes a whole name in another spelling before one behind a provider', () => {
    const rows = catalogOf(row('x/mid-1'), row('mid.1'));
    expect(findListed(rows, 'MID-1')?.model).toBe('mid.1');
    expect(findListed(rows, 'y/mid-1')).toMatchObject({ model: 'mid.1' });
  });

  it('says which effort a name stands for, in any spelling', () => {
    const listed = catalog.models[1];
    expect(findListed(catalog, 'swift-4-HIGH')).toEqual({
      model: 'swift.4',
      askedName: 'swift-4-HIGH',
      listed,
      variantEffort: 'high',
    });
  });
});

describe('resolveName', () => {
  it('takes the row before what the agent says, and that before the name itself', () => {
    const facts = { catalog, resolvedName: 'swift-4' };
    expect(resolveName('fast', facts).model).toBe('swift.4');
    expect(resolveName('newest', facts)).toEqual({
      model: 'swift-4',
      askedName: 'newest',
      listed: catalog.models[2],
    });
    expect(resolveName('newest', { catalog, resolvedName: 'swift-5' })).toEqual({
      model: 'swift-5',
      askedName: 'newest',
    });
    expect(resolveName('newest', { catalog })).toEqual({ model: 'newest' });
    expect(resolveName('newest', {})).toEqual({ model: 'newest' });
  });

  it('does not believe an agent that says what no model can be called', () => {
    expect(resolveName('newest', { resolvedName: '--flag' })).toEqual({ model: 'newest' });
    expect(resolveName('newest', { resolvedName: 'two words' })).toEqual({ model: 'newest' });
  });

  it('never makes another model of a name', () => {
    const name = fc.stringMatching(/^([ab]\/)?[sS][.-]?4?(-x)?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name)), name, (rows, wanted) => {
        const listed = catalogOf(...rows.map(([id, alias]) => row(id, { aliases: [alias] })));
        const { model, listed: found } = resolveName(wanted, { catalog: listed });
        const names = [model, ...(found?.aliases ?? [])];
        expect(names.some((own) => sameModel(own, wanted))).toBe(true);
      }),
    );
  });
});

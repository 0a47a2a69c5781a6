import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { knownPart } from './fields.js';
import { IGNORED_MAX, ignoredFields } from './ignored-fields.js';
import { createLayerSchema } from './schema.js';

const schema = createLayerSchema({
  variables: {},
  platform: 'linux',
  homeDirectory: '/home/ada',
  workingDirectory: '/work',
});
const ignoredIn = (value: unknown) => ignoredFields(value, schema, 'file').ignored;

describe('ignoredFields', () => {
  it.each([
    [{ routing: { allowedBackend: [] } }, 'routing.allowedBackend', ['routing.allowedBackends']],
    [{ backend: { codex: {} } }, 'backend', ['backends']],
    [{ backends: { codx: { env: [] } } }, 'backends.codx', ['backends.codex']],
    [{ outputPriceAbove: 1 }, 'outputPriceAbove', ['governance.outputPriceAbove']],
    [{ governance: { outputPrice: 1 } }, 'governance.outputPrice', []],
    [
      { backends: { codex: { trustedWorkspaces: [] } } },
      'backends.codex.trustedWorkspaces',
      ['backends.agy.trustedWorkspaces'],
    ],
    [{ backends: { codex: { Strategy: 1 } } }, 'backends.codex.Strategy', ['routing.strategy']],
    [{ backends: { codex: { model: 'x' } } }, 'backends.codex.model', []],
    [JSON.parse('{"backends":{"agy":{"__proto__":1}}}'), 'backends.agy.__proto__', []],
    [{ 'a.b\u0000\n': 1 }, '["a.b\\u0000\\n"]', []],
  ])('%j: %s', (value, path, similar) => {
    expect(ignoredIn(value)).toEqual([{ path, source: 'file', similar }]);
  });

  it('names the outermost alone, in their order', () => {
    const value = { z: { y: { x: 1 } }, routing: { strategy: 'fixed', w: [{ v: 1 }] }, a: null };
    expect(ignoredIn(value).map(({ path }) => path)).toEqual(['z', 'routing.w', 'a']);
  });

  it('finds none in what a configuration may hold, nor in what is none', () => {
    const full = {
      schemaVersion: 1,
      backends: { agy: { trustedWorkspaces: ['/x'], skills: { installed: [], disabled: [] } } },
      governance: { models: { deny: ['x'] } },
    };
    for (const value of [full, {}, [], null, undefined, 'x']) expect(ignoredIn(value)).toEqual([]);
  });

  it('names so many and counts them all', () => {
    const of = (count: number) =>
      ignoredFields(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1])),
        schema,
        'editor',
      );
    expect([of(IGNORED_MAX).ignored.length, of(IGNORED_MAX).count]).toEqual([IGNORED_MAX, IGNORED_MAX]);
    expect([of(IGNORED_MAX + 1).ignored.length, of(IGNORED_MAX + 1).count]).toEqual([
      IGNORED_MAX,
      IGNORED_MAX + 1,
    ]);
  });

  it('shows a name on one line of bounded length', () => {
    expect(ignoredIn({ [`a\n${'b'.repeat(10_000)}`]: 1 })[0]?.path).toMatch(/^[^\p{Cc}]{1,201}$/u);
  });

  it('finds something exactly where a write would drop something', () => {
    const name = fc.constantFrom(
      'routing',
      'backends',
      'codex',
      'governance',
      'models',
      'strategy',
      'x',
      '__proto__',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie('value'), { maxLength: 2 }),
        tie('record'),
      ),
      record: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(value, (each) => {
        const isSame = JSON.stringify(knownPart(each, schema)) === JSON.stringify(each);
        expect(ignoredIn(each).length === 0).toBe(isSame);
      }),
      { numRuns: 200 },
    );
  });
});

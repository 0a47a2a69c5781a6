import { UNKNOWN_HEADROOM_PERCENT } from '@coagent8/backends';
import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decidingRule, limitedAmong, rankBackends } from './rank-backends.js';
import type { Candidate, Preferences } from './rank-backends.js';

const UNTIL = '2030-01-01T00:00:00.000Z';

/** A number is what is left; `limited` answers nothing for now. */
type Left = number | undefined | 'limited';

function candidate(backend: BackendId, left: Left): Candidate {
  if (left === 'limited') return { backend, headroom: { limited: { until: UNTIL, source: 'turn' } } };
  return { backend, headroom: left === undefined ? {} : { leftPercent: left } };
}

function order(lefts: Partial<Record<BackendId, Left>>, more: Partial<Preferences> = {}): BackendId[] {
  const candidates = Object.entries(lefts).map(([id, left]) => candidate(id as BackendId, left));
  const preferences = { own: undefined, configuredDefault: undefined, ...more };
  return rankBackends(candidates, preferences).map(({ backend }) => backend);
}

describe('rankBackends', () => {
  it.each<[string, Partial<Record<BackendId, Left>>, Partial<Preferences>, BackendId[]]>([
    ['the fixed order settles equals', { claude: 7, agy: 7, codex: 7 }, {}, ['codex', 'agy', 'claude']],
    ['more headroom comes first', { codex: 30, agy: 80, claude: 55 }, {}, ['agy', 'claude', 'codex']],
    ['a bit more is more', { codex: 30, agy: 30.001 }, {}, ['agy', 'codex']],
    ['unknown is below 51', { codex: undefined, agy: 51 }, {}, ['agy', 'codex']],
    ['unknown is equal to 50', { agy: undefined, codex: 50, claude: 50 }, {}, ['codex', 'agy', 'claude']],
    ['unknown is above 49', { claude: undefined, codex: 49 }, {}, ['claude', 'codex']],
    [
      'another comes before the caller’s own',
      { codex: 99, claude: 1 },
      { own: 'codex' },
      ['claude', 'codex'],
    ],
    ['the used up come last', { codex: 0, claude: 1 }, {}, ['claude', 'codex']],
    ['the caller’s own before the used up', { codex: 1, agy: 0 }, { own: 'codex' }, ['codex', 'agy']],
    ['nearly used up is not used up', { codex: 0.1, agy: 0 }, { own: 'codex' }, ['codex', 'agy']],
    ['of the used up, another first', { codex: 0, agy: 0 }, { own: 'codex' }, ['agy', 'codex']],
    [
      'the default comes first of equals',
      { codex: 5, claude: 5 },
      { configuredDefault: 'claude' },
      ['claude', 'codex'],
    ],
    [
      'the default is no more than that',
      { codex: 6, claude: 5 },
      { configuredDefault: 'claude' },
      ['codex', 'claude'],
    ],
    [
      'the default does not outrank vendors',
      { codex: 5, agy: 5 },
      { own: 'codex', configuredDefault: 'codex' },
      ['agy', 'codex'],
    ],
    ['the limited are out', { codex: 'limited', agy: 0 }, {}, ['agy']],
    ['all limited are none', { codex: 'limited', agy: 'limited' }, {}, []],
  ])('%s', (_, lefts, preferences, expected) => {
    expect(order(lefts, preferences)).toEqual(expected);
  });

  const left = fc.oneof(
    fc.constantFrom<Left>(undefined, 'limited', 0, 49, 50, 51, 100),
    fc.double({ min: 0, max: 100, noNaN: true }),
  );
  const backend = fc.constantFrom<BackendId>(...BACKEND_IDS);
  const preferences = fc.record({
    own: fc.option(backend, { nil: undefined }),
    configuredDefault: fc.option(backend, { nil: undefined }),
  });
  const all = fc
    .tuple(left, left, left)
    .map((lefts) => BACKEND_IDS.map((id, index) => candidate(id, lefts[index])));
  const shuffled = fc.tuple(all, fc.shuffledSubarray([0, 1, 2])).map(([candidates, indices]) => ({
    candidates: indices.flatMap((index) => candidates[index] ?? []),
    sorted: [...indices].sort().flatMap((index) => candidates[index] ?? []),
  }));
  const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ backend: id }) => id);

  it('gives one order, however the candidates come', () => {
    fc.assert(
      fc.property(shuffled, preferences, ({ candidates, sorted }, preferring) => {
        expect(rankBackends(candidates, preferring)).toEqual(rankBackends(sorted, preferring));
      }),
    );
  });

  it('is a total order of pairs: never both ways, never neither, and transitive', () => {
    fc.assert(
      fc.property(all, preferences, (candidates, preferring) => {
        const able = candidates.filter(({ headroom }) => headroom.limited === undefined);
        const isBefore = (one: Candidate, other: Candidate) =>
          rankBackends([other, one], preferring)[0] === one;
        for (const one of able)
          for (const other of able) {
            if (one !== other) expect(isBefore(one, other)).toBe(!isBefore(other, one));
            for (const third of able)
              if (isBefore(one, other) && isBefore(other, third) && one !== third)
                expect(isBefore(one, third)).toBe(true);
          }
        const ranked = rankBackends(candidates, preferring);
        ranked.slice(1).forEach((later, index) => {
          const earlier = ranked[index];
          expect(earlier !== undefined && isBefore(earlier, later)).toBe(true);
        });
      }),
    );
  });

  it('has all that are not limited and none that is', () => {
    fc.assert(
      fc.property(shuffled, preferences, ({ candidates }, preferring) => {
        const able = candidates.filter(({ headroom }) => headroom.limited === undefined);
        expect(new Set(idsOf(rankBackends(candidates, preferring)))).toEqual(new Set(idsOf(able)));
        expect(limitedAmong(candidates).length + able.length).toBe(candidates.length);
      }),
    );
  });

  it('never puts the caller before another whose headroom is equal or better', () => {
    fc.assert(
      fc.property(all, preferences, (candidates, preferring) => {
        const [first, ...others] = rankBackends(candidates, preferring);
        if (first === undefined || first.backend !== preferring.own) return;
        const percent = ({ headroom }: Candidate) => headroom.leftPercent ?? UNKNOWN_HEADROOM_PERCENT;
        for (const other of others) expect(percent(other)).toBeLessThan(percent(first));
      }),
    );
  });

  it('keeps equals of one vendor’s world in the fixed order', () => {
    fc.assert(
      fc.property(left, fc.shuffledSubarray([...BACKEND_IDS]), (same, ids) => {
        fc.pre(same !== 'limited');
        const ranked = rankBackends(
          ids.map((id) => candidate(id, same)),
          { own: undefined, configuredDefault: undefined },
        );
        expect(idsOf(ranked)).toEqual(BACKEND_IDS.filter((id) => ids.includes(id)));
      }),
    );
  });
});

describe('decidingRule', () => {
  const none = { own: undefined, configuredDefault: undefined };
  it.each([
    [candidate('codex', 5), candidate('agy', 0), none, 'used-up'],
    [candidate('codex', 5), candidate('agy', 90), { ...none, own: 'agy' as const }, 'own'],
    [candidate('codex', 5), candidate('agy', 4), none, 'headroom'],
    [
      candidate('codex', 50),
      candidate('agy', undefined),
      { ...none, configuredDefault: 'codex' as const },
      'default',
    ],
    [candidate('codex', 50), candidate('agy', undefined), none, 'order'],
  ])('names the first difference (%#)', (first, second, preferences, rule) => {
    expect(decidingRule(first, second, preferences)).toBe(rule);
  });
});

describe('limitedAmong', () => {
  it('puts the one first that answers first, whatever the spelling of its time', () => {
    const limited = (backend: BackendId, until: string): Candidate => ({
      backend,
      headroom: { limited: { until, source: 'reading' } },
    });
    expect(
      limitedAmong([
        limited('claude', '2030-01-01T00:00:00.001Z'),
        candidate('agy', 3),
        limited('codex', '2030-01-01T00:00:00Z'),
      ]),
    ).toEqual([
      { backend: 'codex', until: '2030-01-01T00:00:00Z' },
      { backend: 'claude', until: '2030-01-01T00:00:00.001Z' },
    ]);
  });
});

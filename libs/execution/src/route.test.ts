import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { agentOf } from './caller.js';
import { rankBackends } from './rank-backends.js';
import type { Candidate } from './rank-backends.js';
import { chooseRoute, isComparing, isNarrowed, strategyOf } from './route.js';
import type { RouteFacts } from './route.js';

const T1 = '2030-01-01T08:00:00.000Z';
const T2 = '2030-01-02T08:00:00.000Z';
/** As they are told. */
const SAID_1 = '2030-01-01 08:00 UTC';
const SAID_2 = '2030-01-02 08:00 UTC';

/** A number is what is left, a text the time before which it answers nothing. */
type Left = number | string | undefined;

function able(lefts: Partial<Record<BackendId, Left>>): Candidate[] {
  return BACKEND_IDS.filter((id) => id in lefts).map((backend) => ({
    backend,
    headroom: headroomOf(lefts[backend]),
  }));
}

function headroomOf(left: Left): Candidate['headroom'] {
  if (typeof left === 'string') return { limited: { until: left, source: 'turn' } };
  return left === undefined ? {} : { leftPercent: left };
}

const unknown = { codex: undefined, agy: undefined, claude: undefined };

function facts(lefts: Partial<Record<BackendId, Left>>, more: Partial<RouteFacts> = {}): RouteFacts {
  return {
    requested: 'auto',
    strategy: 'fixed',
    configuredDefault: undefined,
    able: able(lefts),
    caller: undefined,
    ...more,
  };
}

const lists = 'lists the named model';

describe('chooseRoute', () => {
  it.each<[Partial<Record<BackendId, Left>>, Partial<RouteFacts>, string]>([
    // the configured default
    [unknown, { configuredDefault: 'agy' }, 'agy is the configured default'],
    [{ ...unknown, agy: 0 }, { configuredDefault: 'agy' }, 'agy is the configured default'],
    [unknown, { configuredDefault: 'claude', caller: 'claude-code' }, 'claude is the configured default'],
    [
      { codex: T1, agy: undefined },
      { configuredDefault: 'codex' },
      `agy, since the configured default, codex, is at its limit until ${SAID_1}`,
    ],
    [
      { agy: 40, claude: undefined },
      { configuredDefault: 'codex', defaultLacks: 'was not found here' },
      'claude, since the configured default, codex, was not found here; claude comes first of claude (limits unknown), agy (40 % left)',
    ],
    [
      { agy: 82, claude: 40 },
      { configuredDefault: 'codex', defaultLacks: 'is not allowed', capability: lists },
      'agy, since the configured default, codex, is not allowed; agy has most left of its limits: 82 % (claude 40 %); each lists the named model',
    ],
    [
      { codex: T1, agy: T2, claude: 3 },
      { configuredDefault: 'codex' },
      `claude, since the configured default, codex, is at its limit until ${SAID_1}; agy is at its limit until ${SAID_2}`,
    ],
    // the only one
    [{ agy: undefined }, {}, 'agy is the only agent that can answer here'],
    [{ codex: 3 }, { caller: 'codex-mcp-client' }, 'codex is the only agent that can answer here'],
    [{ agy: 3 }, { capability: lists }, 'agy is the only agent that lists the named model'],
    [
      { codex: T1, agy: 0 },
      {},
      `agy is the only agent that can answer now; codex is at its limit until ${SAID_1}`,
    ],
    [
      { codex: T2, agy: 0, claude: T1 },
      { capability: lists },
      `agy is the only agent that lists the named model and can answer now; claude is at its limit until ${SAID_1}; codex is at its limit until ${SAID_2}`,
    ],
    // headroom
    [
      { codex: 82.4, agy: 39.5, claude: undefined },
      {},
      'codex has most left of the limits that are known: 82 % (claude unknown, agy 40 %)',
    ],
    [
      { codex: 0, agy: 0.4, claude: 0.2 },
      {},
      'agy has most left of its limits: under 1 % (claude under 1 %, codex 0 %)',
    ],
    [
      { codex: 90, agy: 60, claude: 40 },
      { caller: 'codex-mcp-client' },
      "agy has most left of its limits, the caller's own aside: 60 % (claude 40 %, codex 90 %)",
    ],
    [
      { codex: 10, agy: 60, claude: T1 },
      { requested: 'smart_quota', configuredDefault: 'codex' },
      `agy has most left of its limits: 60 % (codex 10 %); claude is at its limit until ${SAID_1}`,
    ],
    // unknown headroom is said as unknown
    [unknown, {}, 'codex comes first of codex, agy, claude: nothing is known of their limits'],
    [
      unknown,
      { caller: 'claude-code' },
      "codex comes first of codex, agy: nothing is known of their limits, and claude is the caller's own",
    ],
    [
      unknown,
      { requested: 'smart_quota', configuredDefault: 'claude' },
      'claude comes first of claude, codex, agy: nothing is known of their limits, and claude is the configured default',
    ],
    [{ codex: undefined, agy: 40 }, {}, 'codex comes first of codex (limits unknown), agy (40 % left)'],
    [
      { codex: undefined, agy: 50, claude: 99 },
      { strategy: 'smart_quota', configuredDefault: 'agy', caller: 'claude-code' },
      "agy comes first of agy (50 % left, the configured default), codex (limits unknown), claude (99 % left, the caller's own)",
    ],
    [
      { agy: undefined, codex: undefined },
      { capability: lists },
      'codex comes first of codex, agy: nothing is known of their limits; each lists the named model',
    ],
    // the caller's own, and the used up
    [{ codex: undefined, claude: 99 }, { caller: 'Claude' }, "codex comes before claude, the caller's own"],
    [
      { codex: 0, claude: 99 },
      { caller: 'Claude' },
      'claude comes before codex, which has used up its limits',
    ],
    [
      { codex: 0, agy: 5, claude: 99 },
      { caller: 'Claude' },
      "agy comes before claude, the caller's own, and codex, which has used up its limits",
    ],
    [{ codex: 0, agy: 0 }, {}, 'codex comes first of codex (0 % left), agy (0 % left)'],
  ])('%j with %j: %s', (lefts, more, reason) => {
    const route = chooseRoute(facts(lefts, more));
    expect(route.reason).toBe(reason);
    expect(reason.startsWith(route.backend)).toBe(true);
  });

  it('takes a named backend without a word, whatever its limits', () => {
    expect(chooseRoute(facts({ claude: T1 }, { requested: 'claude' }))).toEqual({
      backend: 'claude',
    });
  });

  it('refuses where all that are able are limited, with the time of each and the earliest', () => {
    const choose = () => chooseRoute(facts({ codex: T2, agy: T1 }, { configuredDefault: 'codex' }));
    expect(choose).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        message: `no agent can answer now: agy is at its limit until ${SAID_1}, codex is at its limit until ${SAID_2}`,
        remedy: 'wait until then, or name one of them, which is then tried all the same',
        details: { resetsAt: T1 },
      }),
    );
    expect(() => chooseRoute(facts({ agy: T1 }, { requested: 'smart_quota' }))).toThrow(
      expect.objectContaining({
        message: `no agent can answer now: agy is at its limit until ${SAID_1}`,
        remedy: 'wait until then, or name the backend (agy), which is then tried all the same',
      }),
    );
  });

  it('is not asked to choose from nothing', () => {
    expect(() => chooseRoute(facts({}))).toThrow(/needs a backend/);
  });

  const backend = fc.constantFrom<BackendId>(...BACKEND_IDS);
  const left = fc.oneof(fc.constantFrom<Left>(undefined, 0, 50, T1, T2), fc.integer({ min: 0, max: 100 }));
  const anyFacts = fc.record({
    requested: fc.constantFrom('auto', 'smart_quota'),
    strategy: fc.constantFrom('fixed', 'smart_quota'),
    configuredDefault: fc.option(backend, { nil: undefined }),
    able: fc
      .dictionary(backend, left, { minKeys: 1, noNullPrototype: true })
      .map((lefts) => able(lefts as Partial<Record<BackendId, Left>>)),
    caller: fc.option(fc.constantFrom('codex', 'claude-code', 'agy', 'x'), { nil: undefined }),
    capability: fc.option(fc.constant(lists), { nil: undefined }),
  }) as fc.Arbitrary<RouteFacts>;

  it('chooses only what is able and not limited, the default where it is that, and says why in one line', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const open = given.able.filter(({ headroom }) => headroom.limited === undefined);
        const isOpen = (id: BackendId | undefined) => open.some((one) => one.backend === id);
        if (open.length === 0) {
          const refusal = expect.objectContaining({ code: 'RATE_LIMITED' });
          expect(() => chooseRoute(given)).toThrow(refusal as unknown as Error);
          return;
        }
        const { backend: chosen, reason = '' } = chooseRoute(given);
        expect(isOpen(chosen)).toBe(true);
        const { caller, configuredDefault } = given;
        const [first] = rankBackends(given.able, { own: agentOf(caller), configuredDefault });
        const isKept = strategyOf(given) === 'fixed' && isOpen(given.configuredDefault);
        expect(chosen).toBe(isKept ? given.configuredDefault : first?.backend);
        expect(reason).toMatch(/^(codex|agy|claude)\b[^\n]*[^.\n]$/);
        expect(reason.startsWith(chosen)).toBe(true);
        const known = given.able.map(({ headroom }) => headroom.leftPercent);
        for (const [, percent] of reason.matchAll(/(\d+) %/g)) expect(known).toContain(Number(percent));
      }),
    );
  });

  it('chooses a named backend without a reason, and asks nothing of the others', () => {
    fc.assert(
      fc.property(anyFacts, backend, (given, requested) => {
        expect(chooseRoute({ ...given, requested })).toEqual({ backend: requested });
      }),
    );
  });
});

describe('what a request wants compared', () => {
  it.each<[Parameters<typeof isNarrowed>[0], boolean, boolean]>([
    [{ backend: 'auto' }, false, false],
    [{ backend: 'auto', model: 'm' }, true, true],
    [{ backend: 'smart_quota', outputPriceBelow: 1 }, true, true],
    [{ backend: 'codex', model: 'm' }, false, true],
  ])('%j', (request, narrows, compares) => {
    expect([isNarrowed(request), isComparing(request)]).toEqual([narrows, compares]);
  });
});

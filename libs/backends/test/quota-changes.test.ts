import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendQuota, Cooldown, QuotaReading, Quotas } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { changeQuotas, withCooldown, withoutCooldowns, withReading } from '../src/quota/change-quotas.js';
import { openCooldowns } from '../src/quota/cooldowns.js';
import { headroomOf } from '../src/quota/headroom.js';
import { COOLDOWNS_MAX } from '../src/quota/quota-data.js';
import {
  at,
  cooldownArbitrary,
  DAY_MS,
  MODELS,
  NOW_MS,
  quotasArbitrary,
  readingArbitrary,
  wantedArbitrary,
} from './quota-arbitraries.js';

const change = (quotas: Quotas, edit: (known: BackendQuota) => BackendQuota) =>
  changeQuotas(quotas, 'codex', edit, NOW_MS);
const nothing = (known: BackendQuota) => known;
const readingAt = (ms: number, part: Partial<QuotaReading> = {}): QuotaReading => ({
  readAt: at(ms),
  windows: [],
  ...part,
});
const cooldownAt = (ms: number, part: Partial<Cooldown> = {}): Cooldown => ({
  observedAt: at(ms),
  until: at(DAY_MS),
  ...part,
});

describe('withReading', () => {
  it('puts a reading in place of the one before, and leaves cooldowns', () => {
    const codex = { reading: readingAt(-2), cooldowns: [cooldownAt(-1)] };
    expect(change({ codex }, (known) => withReading(known, readingAt(0)))).toEqual({
      codex: { reading: readingAt(0), cooldowns: codex.cooldowns },
    });
    expect(change({}, (known) => withReading(known, readingAt(0)))).toEqual({
      codex: { reading: readingAt(0), cooldowns: [] },
    });
  });

  it('keeps what was said later, but not what was said in the future', () => {
    const plan = 'plus';
    const after = (ms: number) =>
      change({ codex: { reading: readingAt(ms), cooldowns: [] } }, (known) =>
        withReading(known, readingAt(-5, { plan })),
      ).codex?.reading;
    expect(after(-4)).toEqual(readingAt(-4));
    expect(after(0)).toEqual(readingAt(0));
    expect(after(-5)).toEqual(readingAt(-5, { plan }));
    expect(after(1)).toEqual(readingAt(-5, { plan }));
  });

  it('ends the cooldowns that it takes back, for good', () => {
    const codex = { cooldowns: [cooldownAt(-2)] };
    const free = change({ codex }, (known) => withReading(known, readingAt(-1, { isLimited: false })));
    expect(free.codex?.cooldowns).toEqual([]);
    const then = change(free, (known) => withReading(known, readingAt(0)));
    expect(headroomOf(then.codex, { nowMs: NOW_MS })).toEqual({});
  });
});

describe('withCooldown', () => {
  const keep = (cooldowns: readonly Cooldown[], cooldown: Cooldown) =>
    change({ codex: { cooldowns } }, (known) => withCooldown(known, cooldown)).codex?.cooldowns;

  it.each<[string, Partial<Cooldown>, Partial<Cooldown>, boolean]>([
    ['every turn', {}, {}, true],
    ['turns without a model', { forModel: null }, { forModel: null }, true],
    ['a model', { forModel: 'swift-4.2' }, { forModel: 'vendor/Swift-4-2' }, true],
    ['two models', { forModel: 'swift-4.2' }, { forModel: 'swift-4' }, false],
    ['every turn, and those without a model', {}, { forModel: null }, false],
    ['every turn, and a model', {}, { forModel: 'swift-4.2' }, false],
    ['turns without a model, and a model', { forModel: null }, { forModel: 'swift-4.2' }, false],
  ])('takes the place of an earlier one for the same turns: %s', (_, before, after, isSame) => {
    const [one, other] = [cooldownAt(-2, before), cooldownAt(-1, { ...after, until: at(1) })];
    expect(keep([one], other)).toEqual(isSame ? [other] : [other, one]);
  });

  it('does not take the place of a later one, unless that was observed in the future', () => {
    const short = cooldownAt(-2, { until: at(1) });
    expect(keep([cooldownAt(-1)], short)).toEqual([cooldownAt(-1)]);
    expect(keep([cooldownAt(-2)], short)).toEqual([short]);
    expect(keep([cooldownAt(1)], short)).toEqual([short]);
  });

  it(`keeps the newest ${COOLDOWNS_MAX}`, () => {
    const many = Array.from({ length: COOLDOWNS_MAX }, (_, index) =>
      cooldownAt(-index - 1, { forModel: `model-${index}` }),
    ).toReversed();
    const newest = many.toReversed();
    expect(keep(many.slice(1), cooldownAt(0))).toEqual([cooldownAt(0), ...newest.slice(0, -1)]);
    expect(keep(many, cooldownAt(0))).toEqual([cooldownAt(0), ...newest.slice(0, -1)]);
    expect(keep(many, cooldownAt(-100))).toEqual(newest);
  });
});

describe('withoutCooldowns', () => {
  it.each<[string | undefined, (string | null)[]]>([
    [undefined, ['swift-4.2', 'big-model']],
    ['Swift-4-2', ['big-model', null]],
    ['another', ['swift-4.2', 'big-model', null]],
  ])('ends what would have stopped a turn that wanted %p', (model, rest) => {
    const cooldowns = ['swift-4.2', 'big-model', null].map((forModel) => cooldownAt(-1, { forModel }));
    const codex = { cooldowns: [cooldownAt(-1), ...cooldowns] };
    const after = change({ codex }, (known) => withoutCooldowns(known, { model, beganAtMs: NOW_MS }));
    expect(after.codex?.cooldowns).toEqual(rest.map((forModel) => cooldownAt(-1, { forModel })));
  });

  it('leaves what was met when the turn had begun', () => {
    const codex = { cooldowns: [cooldownAt(-1), cooldownAt(-2, { forModel: null })] };
    const beganAtMs = Date.parse(cooldownAt(-1).observedAt);
    const after = change({ codex }, (known) => withoutCooldowns(known, { model: undefined, beganAtMs }));
    expect(after).toEqual({ codex: { cooldowns: [cooldownAt(-1)] } });
  });

  it('leaves other agents', () => {
    const one = { cooldowns: [cooldownAt(-1)] };
    expect(
      change({ codex: one, agy: one }, (known) =>
        withoutCooldowns(known, { model: undefined, beganAtMs: NOW_MS }),
      ),
    ).toEqual({
      agy: one,
    });
  });
});

describe('changeQuotas', () => {
  it('leaves out what is over, of all agents, and agents of which nothing is left', () => {
    const over = [cooldownAt(-2, { until: at(0) }), cooldownAt(1)];
    const quotas: Quotas = {
      codex: { cooldowns: [...over, cooldownAt(-1)] },
      agy: { cooldowns: over },
      claude: { reading: readingAt(1), cooldowns: over },
    };
    expect(change(quotas, nothing)).toEqual({ codex: { cooldowns: [cooldownAt(-1)] } });
  });

  const editArbitrary = fc.oneof(
    readingArbitrary.map((reading) => (known: BackendQuota) => withReading(known, reading)),
    cooldownArbitrary.map((cooldown) => (known: BackendQuota) => withCooldown(known, cooldown)),
    wantedArbitrary.map(
      (model) => (known: BackendQuota) => withoutCooldowns(known, { model, beganAtMs: NOW_MS }),
    ),
  );

  it('is within bounds, holds nothing that is over, and leaves others as they were', () => {
    fc.assert(
      fc.property(
        quotasArbitrary,
        fc.constantFrom(...BACKEND_IDS),
        editArbitrary,
        (quotas, backend, edit) => {
          const after = changeQuotas(quotas, backend, edit, NOW_MS);
          for (const id of BACKEND_IDS) {
            const { [id]: known } = after;
            if (known !== undefined) {
              expect(known.cooldowns.length).toBeLessThanOrEqual(COOLDOWNS_MAX);
              expect(openCooldowns(known, NOW_MS)).toEqual(known.cooldowns);
            }
            if (id === backend) continue;
            for (const model of [undefined, ...MODELS]) {
              const question = { model, nowMs: NOW_MS };
              expect(headroomOf(known, question)).toEqual(headroomOf(quotas[id], question));
            }
          }
        },
      ),
    );
  });

  it('makes a cooldown count that nothing else is known of', () => {
    fc.assert(
      fc.property(quotasArbitrary, cooldownArbitrary, (quotas, cooldown) => {
        const isOpen = openCooldowns({ cooldowns: [cooldown] }, NOW_MS).length > 0;
        const { codex } = change({ agy: quotas.agy ?? { cooldowns: [] } }, (known) =>
          withCooldown(known, cooldown),
        );
        const question = { model: cooldown.forModel ?? undefined, nowMs: NOW_MS };
        expect(headroomOf(codex, question).limited !== undefined).toBe(isOpen);
      }),
    );
  });
});

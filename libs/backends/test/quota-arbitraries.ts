import type { BackendQuota, Cooldown, QuotaReading, Quotas, QuotaWindow } from '@coagent8/contracts';
import fc from 'fast-check';

/** The time that tests of limits are in, in milliseconds since 1970. */
export const NOW_MS = Date.parse('2026-12-01T12:00:00.000Z');
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** ISO time, `ms` after {@link NOW_MS}. */
export const at = (ms: number): string => new Date(NOW_MS + ms).toISOString();

/** Made-up models, some of them spellings of one another. */
export const MODELS = ['swift-4.2', 'vendor/Swift-4-2', 'swift-4', 'big-model', 'other/swift-4-2'] as const;
const modelArbitrary = fc.constantFrom(...MODELS);

/** Around now, and what is close to the limits of age. */
const timeArbitrary = fc
  .oneof(
    fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }),
    fc.integer({ min: -20 * MINUTE_MS, max: 20 * MINUTE_MS }),
    fc.constantFrom(-15 * MINUTE_MS, -15 * MINUTE_MS - 1, -1, 0, 1, 400 * DAY_MS),
  )
  .map(at);

const percentArbitrary = fc.oneof(
  fc.constantFrom(0, 100),
  fc.double({ min: 0, max: 100, noNaN: true }).map((percent) => percent + 0),
);

/** A window with everything, or with less. */
export const windowArbitrary: fc.Arbitrary<QuotaWindow> = fc.record(
  {
    name: fc.constantFrom('primary', 'weekly'),
    usedPercent: percentArbitrary,
    resetsAt: timeArbitrary,
    windowMinutes: fc.integer({ min: 1, max: 50_000 }),
    models: fc.array(modelArbitrary, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
);

export const readingArbitrary: fc.Arbitrary<QuotaReading> = fc.record(
  {
    readAt: timeArbitrary,
    windows: fc.array(windowArbitrary, { maxLength: 6 }),
    plan: fc.constant('plus'),
    isLimited: fc.boolean(),
    unknownBecause: fc.constant('nobody is signed in'),
  },
  { requiredKeys: ['readAt', 'windows'] },
);

export const cooldownArbitrary: fc.Arbitrary<Cooldown> = fc.record(
  { observedAt: timeArbitrary, until: timeArbitrary, forModel: fc.option(modelArbitrary) },
  { requiredKeys: ['observedAt', 'until'] },
);

/** What the store may hold of one agent. */
export const backendQuotaArbitrary: fc.Arbitrary<BackendQuota> = fc.record(
  { reading: readingArbitrary, cooldowns: fc.array(cooldownArbitrary, { maxLength: 8 }) },
  { requiredKeys: ['cooldowns'] },
);

export const quotasArbitrary: fc.Arbitrary<Quotas> = fc.record(
  { codex: backendQuotaArbitrary, agy: backendQuotaArbitrary, claude: backendQuotaArbitrary },
  { requiredKeys: [] },
);

/** A turn's wish: a model, or none in particular. */
export const wantedArbitrary: fc.Arbitrary<string | undefined> = fc.option(modelArbitrary, {
  nil: undefined,
});

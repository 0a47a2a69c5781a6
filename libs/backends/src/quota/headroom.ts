import type { BackendQuota, QuotaReading, QuotaWindow } from '@coagent8/contracts';
import { sameModel } from '@coagent8/models';

import { cooldownEndMs, limitEndMs, openCooldowns, stopsTurn } from './cooldowns.js';

/** The age up to which a measurement counts, in milliseconds: an older one says nothing. */
export const MEASUREMENT_FRESH_MS = 15 * 60_000;
/** What an agent of which nothing is known ranks as, in percent. It is no measurement. */
export const UNKNOWN_HEADROOM_PERCENT = 50;

/** How far an agent can still go, as far as anyone knows. */
export interface Headroom {
  /** What is left of its tightest limit that counts, 0 to 100. Absent where nobody knows. */
  readonly leftPercent?: number;
  /** When that was measured, ISO 8601 in UTC. */
  readonly readAt?: string;
  /** Present where a turn would only meet the limit. `until`: ISO 8601 in UTC; `source`: who said so. */
  readonly limited?: { readonly until: string; readonly source: 'turn' | 'reading' };
}

/** What headroom is judged for. */
export interface HeadroomQuestion {
  /** The model that the turn names, or its configuration; absent: the agent's own default. */
  readonly model?: string | undefined;
  /** Wall clock, in milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * What is known of how far an agent can still go. A measurement counts for {@link MEASUREMENT_FRESH_MS}; one from the future,
 * made before the clock was set back, does not. Of its windows those count that are for everything, and those for the wanted
 * model by its name (`sameModel`); a window that has begun anew since says nothing. Of limits that a turn ran into and that
 * the agent told, the one that lasts longer is told. Pure.
 */
export function headroomOf(quota: BackendQuota | undefined, { model, nowMs }: HeadroomQuestion): Headroom {
  if (quota === undefined) return {};
  const reading = isFresh(quota.reading, nowMs) ? quota.reading : undefined;
  const windows = reading?.windows.filter((window) => countsFor(window, model)) ?? [];
  return {
    ...measured(reading, windows, nowMs),
    ...limitedBy(metLimitEndMs(quota, { model, nowMs }), toldLimitEndMs(reading, windows, nowMs)),
  };
}

function isFresh(reading: QuotaReading | undefined, nowMs: number): boolean {
  const ageMs = reading === undefined ? NaN : nowMs - Date.parse(reading.readAt);
  return ageMs >= 0 && ageMs <= MEASUREMENT_FRESH_MS;
}

function countsFor({ models }: QuotaWindow, wanted: string | undefined): boolean {
  if (models === undefined) return true;
  return wanted !== undefined && models.some((model) => sameModel(model, wanted));
}

function measured(
  reading: QuotaReading | undefined,
  windows: readonly QuotaWindow[],
  nowMs: number,
): Pick<Headroom, 'leftPercent' | 'readAt'> {
  const used = windows.flatMap(({ usedPercent, resetsAt }) =>
    usedPercent === undefined || (resetsAt !== undefined && Date.parse(resetsAt) <= nowMs)
      ? []
      : [usedPercent],
  );
  if (reading === undefined || used.length === 0) return {};
  return { leftPercent: 100 - Math.max(...used), readAt: reading.readAt };
}

/** When the last limit ends that turns ran into, in milliseconds since 1970; undefined where there is none. */
function metLimitEndMs(quota: BackendQuota, { model, nowMs }: HeadroomQuestion): number | undefined {
  const ends = openCooldowns(quota, nowMs)
    .filter((cooldown) => stopsTurn(cooldown, model))
    .map(cooldownEndMs);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/**
 * When the limit ends that an agent tells of, in milliseconds since 1970: with the last of the windows that are used up, or,
 * where it names none, with the measurement. Undefined where there is none, or it has ended.
 */
function toldLimitEndMs(
  reading: QuotaReading | undefined,
  windows: readonly QuotaWindow[],
  nowMs: number,
): number | undefined {
  if (reading?.isLimited !== true) return undefined;
  const readAtMs = Date.parse(reading.readAt);
  const resetsMs = windows.flatMap(({ usedPercent, resetsAt }) =>
    usedPercent === 100 && resetsAt !== undefined ? [Date.parse(resetsAt)] : [],
  );
  const lastMs = Math.max(...resetsMs);
  // One that was over when the agent was asked is not what limited it.
  if (lastMs <= readAtMs) return readAtMs + MEASUREMENT_FRESH_MS;
  const endMs = limitEndMs(readAtMs, lastMs);
  return endMs > nowMs ? endMs : undefined;
}

function limitedBy(metMs: number | undefined, toldMs: number | undefined): Pick<Headroom, 'limited'> {
  const isMet = metMs !== undefined && metMs >= (toldMs ?? metMs);
  const untilMs = isMet ? metMs : toldMs;
  if (untilMs === undefined) return {};
  return { limited: { until: new Date(untilMs).toISOString(), source: isMet ? 'turn' : 'reading' } };
}

import type { ReachedLimit } from '../errors.js';
import { isoTime, isoTimeOf } from '../iso-time.js';
import type { ToldQuota } from '../quota-reading.js';
import type { QuotaGroup } from './protocol.js';

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** A duration as Go writes it: `37h50m21s`, `40s`, `33740.910400305s`. */
const DURATION = String.raw`((?:\d+(?:\.\d+)?[hms])+)`;

/** How the end of a limit is told: as a time, which is better, or as how long to wait (1.2.15, 1.2.16). */
const TIME = /\bquotaResetTimeStamp:(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/;
const WAIT = new RegExp(String.raw`\b(?:retryDelay|quotaResetDelay):${DURATION}`);
/**
 * The details of a used-up quota name the model that was refused. All limits of an account are for groups of models:
 * `/usage` has none beside (1.2.15, 1.2.16).
 */
const OF_MODEL = /\bmetadata:map\[(?:[^\][]*\s)?model:[^\s\]]/;

/**
 * What is told of the limit that refused a turn. The sentence beside the details is not read: words open nothing. Pure.
 *
 * @param details - Those of the model server's answer as agy quotes them: printed by Go, not as JSON.
 * @param nowMs - Milliseconds since 1970.
 */
export function reachedLimit(details: string, nowMs: number): ReachedLimit {
  return { resetsAt: resetTime(details, nowMs), isModelLimit: OF_MODEL.test(details) };
}

function resetTime(details: string, nowMs: number): string | undefined {
  const time = TIME.exec(details)?.[1];
  if (time !== undefined) return isoTime(Date.parse(time));
  const wait = WAIT.exec(details)?.[1];
  return wait === undefined ? undefined : isoTime(nowMs + durationMs(wait));
}

function durationMs(text: string): number {
  return [...text.matchAll(/([\d.]+)([hms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS_MS[unit] ?? NaN),
    0,
  );
}

/** How agy calls a window that has no length in its name (1.2.15). */
const WEEKLY = 'weekly';
const WEEK_MINUTES = 7 * 24 * 60;
const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
const LENGTH = /^(?<count>\d{1,4})(?<unit>[mhd])$/;

/** What agy tells of its limits. Each window is for the models of its group, by the group's name. Pure. */
export function quotaOf(groups: readonly QuotaGroup[]): ToldQuota {
  return {
    windows: groups.flatMap(({ name, buckets }) =>
      (buckets ?? []).map(({ id, window, remaining_fraction, reset_time }) => ({
        name: id,
        usedPercent: usedPercent(remaining_fraction),
        windowMinutes: minutesOf(window ?? ''),
        resetsAt: reset_time ? isoTimeOf(reset_time) : undefined,
        ...(name ? { models: [name] } : {}),
      })),
    ),
  };
}

/** A missing fraction is unknown: it does not say that all remains, or nothing. */
function usedPercent(remaining: number | null | undefined): number | undefined {
  return typeof remaining === 'number' ? 100 - 100 * remaining : undefined;
}

function minutesOf(window: string): number | undefined {
  if (window === WEEKLY) return WEEK_MINUTES;
  const { count, unit = '' } = LENGTH.exec(window)?.groups ?? {};
  return count === undefined ? undefined : Number(count) * (UNIT_MINUTES[unit] ?? NaN);
}

import type { Headroom } from '@coagent8/backends';
import type { BackendQuota, Cooldown, QuotaReading, QuotaWindow } from '@coagent8/contracts';
import { shownTime } from '@coagent8/models';

import { ageText } from './age-text.js';

/** What a line about limits is made of. */
export interface LimitsFacts {
  readonly reading?: QuotaReading | undefined;
  readonly headroom?: Headroom | undefined;
}

/**
 * How far an agent can go, as a sentence part: `82 % left, seen 3 minutes ago`, `limited until …`, or that it is not known
 * and why. Pure.
 */
export function headroomText({ reading, headroom = {} }: LimitsFacts, now: string): string {
  const { limited, leftPercent, readAt } = headroom;
  if (limited !== undefined) {
    const said = reading === undefined ? 'as it says itself' : `as it said ${ageText(reading.readAt, now)}`;
    const who = limited.source === 'turn' ? 'as a turn was told' : said;
    return `limited until ${shownTime(limited.until)}, ${who}`;
  }
  if (leftPercent !== undefined)
    return `${Math.ceil(leftPercent)} % left${readAt === undefined ? '' : `, seen ${ageText(readAt, now)}`}`;
  if (reading === undefined) return 'not known';
  const { unknownBecause, windows } = reading;
  if (windows.length === 0 && unknownBecause !== undefined)
    return `not known: ${unknownBecause} (asked ${ageText(reading.readAt, now)})`;
  return `not known: last asked ${ageText(reading.readAt, now)}`;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** One limit in words: `five_hour (5 hours): 18 % used, 82 % left, resets …`. Pure. */
export function windowText(
  { name, usedPercent, resetsAt, windowMinutes, models }: QuotaWindow,
  now: string,
): string {
  const what = [
    ...(windowMinutes === undefined ? [] : [lengthText(windowMinutes)]),
    ...(models === undefined ? [] : [`for ${models.join(', ')}`]),
  ].join(', ');
  // Whole percents that add up, and none left only where all is used.
  const used = usedPercent === undefined ? undefined : Math.floor(usedPercent);
  const parts = [
    used === undefined ? 'use not known' : `${used} % used, ${100 - used} % left`,
    ...(resetsAt === undefined ? [] : [resetText(resetsAt, now)]),
  ];
  return `${name}${what === '' ? '' : ` (${what})`}: ${parts.join(', ')}`;
}

/** A window that has begun anew since says nothing of now. */
function resetText(resetsAt: string, now: string): string {
  const isOver = Date.parse(resetsAt) <= Date.parse(now);
  return isOver ? `reset since, ${shownTime(resetsAt)}` : `resets ${shownTime(resetsAt)}`;
}

/** The cooldowns that a line about headroom does not tell of. Pure. */
export function otherCooldowns({
  quota,
  headroom,
}: {
  readonly quota?: BackendQuota | undefined;
  readonly headroom?: Headroom | undefined;
}): readonly Cooldown[] {
  const told = headroom?.limited?.source === 'turn' ? headroom.limited.until : undefined;
  const cooldowns = quota?.cooldowns ?? [];
  const toldIndex = cooldowns.findIndex(({ until }) => until === told);
  return cooldowns.filter((_, index) => index !== toldIndex);
}

/** What a turn ran into. Pure. */
export function cooldownText({ until, observedAt, forModel }: Cooldown, now: string): string {
  return `${turnsText(forModel)} until ${shownTime(until)} (one was told so ${ageText(observedAt, now)})`;
}

function turnsText(forModel: Cooldown['forModel']): string {
  if (forModel === undefined) return 'all turns';
  return forModel === null ? 'turns that name no model' : `turns with ${forModel}`;
}

function lengthText(minutes: number): string {
  if (minutes >= DAY_MINUTES && minutes % DAY_MINUTES === 0) return counted(minutes / DAY_MINUTES, 'day');
  if (minutes >= HOUR_MINUTES && minutes % HOUR_MINUTES === 0) return counted(minutes / HOUR_MINUTES, 'hour');
  return counted(minutes, 'minute');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

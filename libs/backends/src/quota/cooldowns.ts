import type { BackendQuota, Cooldown, QuotaReading } from '@coagent8/contracts';
import { sameModel } from '@coagent8/models';

/** The longest that a limit is believed, in milliseconds after it was told: 31 days. What lasts longer is a mistake. */
export const COOLDOWN_MAX_MS = 31 * 24 * 60 * 60_000;

/** When a limit ends that was told at `toldAtMs`, in milliseconds since 1970; never later than {@link COOLDOWN_MAX_MS} after. */
export function limitEndMs(toldAtMs: number, untilMs: number): number {
  return Math.min(untilMs, toldAtMs + COOLDOWN_MAX_MS);
}

/** When a cooldown ends by itself, in milliseconds since 1970. */
export function cooldownEndMs({ observedAt, until }: Cooldown): number {
  return limitEndMs(Date.parse(observedAt), Date.parse(until));
}

/** Those of the cooldowns of `quota` that are not over: by the clock, and by what the agent has said since. */
export function openCooldowns({ cooldowns, reading }: BackendQuota, nowMs: number): readonly Cooldown[] {
  const said = reading !== undefined && Date.parse(reading.readAt) <= nowMs ? reading : undefined;
  return cooldowns.filter(
    (cooldown) => isInForce(cooldown, nowMs) && !(said !== undefined && isTakenBack(cooldown, said)),
  );
}

/** One that was observed in the future was observed before the clock was set back: nobody knows when it ends. */
function isInForce(cooldown: Cooldown, nowMs: number): boolean {
  return Date.parse(cooldown.observedAt) <= nowMs && nowMs < cooldownEndMs(cooldown);
}

/**
 * Whether `reading` was made after the limit was met, and says that it is none any more. Where some models are used up, that
 * the account can go on says nothing of them.
 */
function isTakenBack({ observedAt, forModel }: Cooldown, reading: QuotaReading): boolean {
  if (Date.parse(reading.readAt) <= Date.parse(observedAt)) return false;
  if (forModel !== undefined) return reading.isLimited === false && !isSomeModelUsedUp(reading);
  return reading.isLimited === undefined ? isRoomForEverything(reading) : !reading.isLimited;
}

function isSomeModelUsedUp({ windows }: QuotaReading): boolean {
  return windows.some(({ models, usedPercent }) => models !== undefined && usedPercent === 100);
}

function isRoomForEverything({ windows }: QuotaReading): boolean {
  const forEverything = windows.filter(({ models }) => models === undefined);
  return (
    forEverything.length > 0 &&
    forEverything.every(({ usedPercent }) => usedPercent !== undefined && usedPercent < 100)
  );
}

/** Whether a turn that wants `model` (undefined: none in particular) would meet the limit. */
export function stopsTurn({ forModel }: Cooldown, model: string | undefined): boolean {
  if (forModel === undefined) return true;
  return forModel === null ? model === undefined : model !== undefined && sameModel(forModel, model);
}

/** A turn that was answered. */
export interface AnsweredTurn {
  /** The model that it wanted; undefined: none in particular. */
  readonly model: string | undefined;
  /** When its agent was started, by the wall clock, in milliseconds since 1970. */
  readonly beganAtMs: number;
}

/** Whether a turn that was answered shows that a limit is over. One met while it ran was met after it had been let in. */
export function isOver(cooldown: Cooldown, { model, beganAtMs }: AnsweredTurn): boolean {
  return stopsTurn(cooldown, model) && Date.parse(cooldown.observedAt) < beganAtMs;
}

/** Whether two cooldowns are for the same turns. */
export function isSameScope({ forModel: one }: Cooldown, { forModel: other }: Cooldown): boolean {
  return typeof one === 'string' && typeof other === 'string' ? sameModel(one, other) : one === other;
}

import { QUOTA_TEXT_MAX_CHARACTERS, QUOTA_WINDOWS_MAX } from '@coagent8/contracts';
import type { QuotaReading, QuotaWindow } from '@coagent8/contracts';

import { isoTime } from './iso-time.js';

/** How long an agent may take to tell its limits, from its start on, in milliseconds: all of them ask the network. */
export const QUOTA_TIMEOUT_MS = 30_000;

/** Binary fractions of a percent that nobody said are not shown: 1 − 0.9 is 0.1. */
const PERCENT_STEPS = 1_000_000;

/** A window as an agent tells it. */
export interface ToldWindow extends Omit<QuotaWindow, 'usedPercent' | 'resetsAt' | 'windowMinutes'> {
  /** A part below 0 is none, one above 100 is all of it. */
  readonly usedPercent?: number | null | undefined;
  readonly resetsAt?: string | undefined;
  readonly windowMinutes?: number | null | undefined;
}

/** Limits as an agent tells them, unbounded. */
export interface ToldQuota {
  readonly windows: readonly ToldWindow[];
  readonly plan?: string | null | undefined;
  readonly isLimited?: boolean | undefined;
  /** Default, where there is no window: that the agent tells none. */
  readonly unknownBecause?: string | undefined;
}

/** A {@link QuotaReading} of what was told: within its bounds, and with what is unknown left out. Pure. */
export function quotaReading(
  { windows, plan, isLimited, unknownBecause }: ToldQuota,
  readAtMs: number,
): QuotaReading {
  const sound = windows.flatMap(soundWindow).slice(0, QUOTA_WINDOWS_MAX);
  const soundPlan = plan ? soundText(plan) : '';
  const reason = unknownBecause ?? (sound.length === 0 ? 'the agent tells no limits' : undefined);
  return {
    readAt: isoTime(readAtMs) ?? new Date(0).toISOString(),
    windows: sound,
    ...(soundPlan === '' ? {} : { plan: soundPlan }),
    ...(isLimited === undefined ? {} : { isLimited }),
    ...(reason === undefined ? {} : { unknownBecause: soundText(reason) }),
  };
}

/** One without a name cannot be told from others. */
function soundWindow({ name, usedPercent, resetsAt, windowMinutes, models }: ToldWindow): QuotaWindow[] {
  const soundName = soundText(name);
  const percent = percentOf(usedPercent);
  const soundModels =
    models
      ?.map(soundText)
      .filter((model) => model !== '')
      .slice(0, QUOTA_WINDOWS_MAX) ?? [];
  if (soundName === '') return [];
  return [
    {
      name: soundName,
      ...(percent === undefined ? {} : { usedPercent: percent }),
      ...(resetsAt === undefined ? {} : { resetsAt }),
      ...(windowMinutes && windowMinutes > 0 && Number.isFinite(windowMinutes) ? { windowMinutes } : {}),
      ...(soundModels.length === 0 ? {} : { models: soundModels }),
    },
  ];
}

function percentOf(part: number | null | undefined): number | undefined {
  if (part === null || part === undefined || Number.isNaN(part) || part < 0) return undefined;
  return Math.min(100, Math.round(part * PERCENT_STEPS) / PERCENT_STEPS);
}

/** One line without what cannot be seen. */
function soundText(text: string): string {
  const visible = text.slice(0, 2 * QUOTA_TEXT_MAX_CHARACTERS).replace(/[\s\p{C}]+/gu, ' ');
  return visible.trim().slice(0, QUOTA_TEXT_MAX_CHARACTERS).trimEnd();
}

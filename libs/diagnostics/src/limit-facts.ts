import type { Failure, QuotaReading, QuotaWindow } from '@coagent8/contracts';

import type { HealthFact } from './health-fact.js';
import type { BackendHealth, LimitsHealth } from './health-report.js';
import { cooldownText, windowText } from './limits-text.js';
import { ageText } from './age-text.js';

/** What is known of an agent's limits; nothing of one that was not found. Pure. */
export function limitFacts({ limits, failure, executable }: BackendHealth, now: string): HealthFact[] {
  if (limits === undefined || executable === undefined) return [];
  const { cooldowns, reading } = limits;
  return [
    ...cooldowns.map((cooldown): HealthFact => ({
      sign: '✗',
      label: 'limited',
      text: cooldownText(cooldown, now),
    })),
    ...askedFacts(limits, failure, now),
    ...(reading === undefined ? [] : readingFacts(reading, limits, now)),
  ];
}

/** Why it did not tell its limits now, and how old is what follows. */
function askedFacts(
  { reading, failure }: LimitsHealth,
  known: Failure | undefined,
  now: string,
): HealthFact[] {
  const label = 'limits';
  if (failure !== undefined) {
    const isTold = reading !== undefined && (reading.windows.length > 0 || reading.plan !== undefined);
    const before = isTold ? `; what it said ${ageText(reading.readAt, now)}:` : '';
    return [{ sign: '?', label, text: `${unknownText(failure, known)}${before}` }];
  }
  const isOld = reading !== undefined && minutesBetween(reading.readAt, now) >= 1;
  return isOld ? [{ sign: '·', label, text: `as it said ${ageText(reading.readAt, now)}:` }] : [];
}

const minutesBetween = (moment: string, now: string) => (Date.parse(now) - Date.parse(moment)) / 60_000;

function readingFacts(
  { readAt, windows, plan, unknownBecause }: QuotaReading,
  { headroom: { limited }, failure }: Pick<LimitsHealth, 'headroom' | 'failure'>,
  now: string,
): HealthFact[] {
  const said: HealthFact = {
    sign: '✗',
    label: 'limited',
    text: `it said ${ageText(readAt, now)} that it answers no more for now`,
  };
  const none: HealthFact = {
    sign: '?',
    label: 'limits',
    text: `not known: ${unknownBecause ?? 'it tells none'}`,
  };
  return [
    ...(limited?.source === 'reading' ? [said] : []),
    ...(windows.length === 0 && failure === undefined ? [none] : []),
    ...windows.map((window) => windowFact(window, now)),
    ...(plan === undefined ? [] : [{ sign: '·', label: 'plan', text: plan } as const]),
  ];
}

function windowFact(window: QuotaWindow, now: string): HealthFact {
  return {
    sign: window.usedPercent === undefined ? '?' : '·',
    label: 'limit',
    text: windowText(window, now),
  };
}

/** Why something is not known, unless that was said already. Pure. */
export function unknownText({ message }: Failure, said: Failure | undefined): string {
  return message === said?.message ? 'not known' : `not known: ${message}`;
}

import { TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from '@coagent8/contracts';

import { timeLimitOutOfRange, timeLimitUnreadable } from './errors.js';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const TIME_LIMIT = /^(?<amount>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)?$/;

/**
 * Reads a time limit: a number of seconds, or a number with its unit (`ms`, `s`, `m`, `h`).
 *
 * @returns whole milliseconds, within the bounds of a request.
 * @throws CoAgentError `INPUT_LIMIT` for anything else.
 */
export function parseTimeLimit(input: string): number {
  const { amount, unit } = TIME_LIMIT.exec(input)?.groups ?? {};
  if (amount === undefined) throw timeLimitUnreadable(input);
  const timeoutMs = Math.round(Number(amount) * UNIT_MS[(unit ?? 's') as keyof typeof UNIT_MS]);
  if (timeoutMs < TIMEOUT_MIN_MS || timeoutMs > TIMEOUT_MAX_MS) throw timeLimitOutOfRange(input);
  return timeoutMs;
}

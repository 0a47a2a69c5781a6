import type { QuotaStore } from '@coagent8/backends';
import { failureOf } from '@coagent8/contracts';
import type { Quotas, Warning } from '@coagent8/contracts';

import { limitsUnkept, limitsUnread } from './errors.js';
import { waitWithin } from './wait-within.js';

/** Longest wait for what is known of limits, in milliseconds. Another process may hold the store for longer. */
export const QUOTAS_MAX_WAIT_MS = 2_000;

/** Reads what is known of limits, within a bound. Never rejects: what fails is a warning, and then nothing is known. */
export async function readQuotas(
  quotas: Pick<QuotaStore, 'read'>,
  signal: AbortSignal,
): Promise<{ readonly quotas: Quotas; readonly warnings: readonly Warning[] }> {
  try {
    const read = await waitWithin(quotas.read, { timeoutMs: QUOTAS_MAX_WAIT_MS, signal });
    return read ?? { quotas: {}, warnings: [limitsUnread()] };
  } catch (error) {
    return { quotas: {}, warnings: [limitsUnread(failureOf(error))] };
  }
}

/**
 * Lets a change of what is known of limits come about, within a bound: what cannot be kept in time goes on being tried as long
 * as the process lives. Never rejects.
 *
 * @returns What kept it from being kept.
 */
export async function changeQuotas(
  change: () => Promise<readonly Warning[]>,
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  try {
    const warnings = await waitWithin(change, { timeoutMs: QUOTAS_MAX_WAIT_MS, signal });
    return warnings ?? [limitsUnkept()];
  } catch (error) {
    return [limitsUnkept(failureOf(error))];
  }
}

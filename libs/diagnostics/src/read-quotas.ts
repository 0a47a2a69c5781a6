import type { QuotaStore } from '@coagent8/backends';
import { failureOf } from '@coagent8/contracts';
import type { Quotas, Warning } from '@coagent8/contracts';

/** What is kept of the agents' limits. Starts nothing. Never rejects: what fails is a warning, and nothing is known. */
export async function readQuotas(
  quotas: Pick<QuotaStore, 'read'>,
): Promise<{ readonly quotas: Quotas; readonly warnings: readonly Warning[] }> {
  try {
    return await quotas.read();
  } catch (error) {
    return { quotas: {}, warnings: [{ code: 'STORE_FAILED', message: failureOf(error).message }] };
  }
}

import { CoAgentError, quotaReadingSchema } from '@coagent8/contracts';
import { expect } from '@jest/globals';

import { CANCELLED } from './stage.js';
import type { Cases } from './stage.js';

/** When a reading is given up that nothing else ends, in milliseconds. */
const DEADLINE_MS = 500;
const timeout = new CoAgentError('TIMEOUT', 'the time limit was reached');

/** What an agent says of its account's limits. */
export const QUOTAS = {
  'tells its limits or why it does not, asks no model and leaves nothing running': async ({
    readQuota,
    spoken,
    witnesses,
  }) => {
    const reading = await readQuota();
    expect(quotaReadingSchema.safeParse(reading).error).toBeUndefined();
    expect(reading.windows.length > 0).toBe(reading.unknownBecause === undefined);
    expect(spoken()).toBe('');
    expect(await witnesses()).toEqual([]);
  },
  'tells no limits where it is stopped already': async ({ readQuota, witnesses }) => {
    await expect(readQuota(AbortSignal.abort(CANCELLED))).rejects.toBe(CANCELLED);
    expect(await witnesses()).toEqual([]);
  },
  'stops telling its limits where it hangs': async ({ subject, quotaFault, witnesses }) => {
    const { error, stopMs } = await quotaFault('silent', { stopAfterMs: DEADLINE_MS, reason: timeout });
    expect(error).toBe(timeout);
    expect(stopMs).toBeLessThan(subject.killBoundMs);
    expect(await witnesses()).toEqual([]);
  },
} satisfies Cases;

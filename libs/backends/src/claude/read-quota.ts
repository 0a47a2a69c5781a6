import type { QuotaReading } from '@coagent8/contracts';

import type { ExamineRequest } from '../backend.js';
import { quotaLate } from '../errors.js';
import { inTime } from '../in-time.js';
import { QUOTA_TIMEOUT_MS, quotaReading } from '../quota-reading.js';
import type { ToldQuota } from '../quota-reading.js';
import { askProcess } from './ask-process.js';
import type { Ask, AskDoors } from './ask-process.js';
import { quotaOf } from './quota.js';
import { usageReply } from './replies.js';
import { tellKeyHelper } from './start-session.js';

/** What a reading acts through. `now`: wall clock, in milliseconds since 1970. */
export type QuotaDoors = AskDoors & { readonly now: () => number };

/**
 * Asks Claude Code how much of the plan is used. `skip_behaviors` keeps it from looking through the user's transcripts
 * (2.1.332).
 *
 * @throws CoAgentError as {@link askProcess}, and `TIMEOUT` after {@link QUOTA_TIMEOUT_MS}.
 */
export async function readClaudeQuota(doors: QuotaDoors, request: ExamineRequest): Promise<QuotaReading> {
  const late = () => quotaLate('claude', QUOTA_TIMEOUT_MS);
  const { answer } = await inTime(request.signal, { timeoutMs: QUOTA_TIMEOUT_MS, late }, (signal) =>
    askProcess(doors, { ...request, signal }, ask),
  );
  return quotaReading(answer, doors.now());
}

const ask: Ask<ToldQuota> = async (connection, start) => {
  await tellKeyHelper(connection, start);
  const usage = await connection.requestIfKnown({ subtype: 'get_usage', skip_behaviors: true }, usageReply);
  return usage === undefined
    ? { windows: [], unknownBecause: 'this version of Claude Code tells no limits' }
    : quotaOf(usage);
};

import type { QuotaReading } from '@coagent8/contracts';

import type { ExamineRequest } from '../backend.js';
import { quotaLate } from '../errors.js';
import { inTime } from '../in-time.js';
import { QUOTA_TIMEOUT_MS, quotaReading } from '../quota-reading.js';
import type { ToldQuota } from '../quota-reading.js';
import { askProcess } from './ask-process.js';
import type { AskDoors } from './ask-process.js';
import type { Connection } from './connection.js';
import { quotaOf } from './quota.js';
import { usageReply } from './replies.js';
import { tellKeyHelper } from './start-session.js';

/** What a reading acts through. `now`: wall clock, in milliseconds since 1970. */
export type QuotaDoors = AskDoors & { readonly now: () => number };

/** Why nothing is known of a plan that has limits. */
const UNFETCHED = 'Claude Code could not fetch the limits of the plan';
const KEPT_FROM_FETCHING =
  'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC keeps Claude Code from fetching the limits';

/** Keeps Claude Code from all that it asks the network beside a turn, and so from the limits (2.1.332). */
const QUIET = 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC';
/** The same but for the limits, as far as there are words for it: nothing is told, no feature is switched on from afar. */
const QUIET_OTHERWISE = {
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_GROWTHBOOK: '1',
  CLAUDE_CODE_DISABLE_FEATURE_FLAGS: '1',
  CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
} as const;

/**
 * Asks Claude Code how much of the plan is used. `skip_behaviors` keeps it from looking through the user's transcripts
 * (2.1.332). What the user has set for the network holds here, too: then nothing is fetched.
 *
 * @throws CoAgentError as {@link askProcess}, and `TIMEOUT` after {@link QUOTA_TIMEOUT_MS}.
 */
export async function readClaudeQuota(doors: QuotaDoors, request: ExamineRequest): Promise<QuotaReading> {
  const isQuiet = Boolean(request.environment.variables[QUIET]);
  const late = () => quotaLate('claude', QUOTA_TIMEOUT_MS);
  const { answer } = await inTime(request.signal, { timeoutMs: QUOTA_TIMEOUT_MS, late }, (signal) =>
    askProcess(
      doors,
      { ...request, signal, ...(isQuiet ? {} : { adjust: allowLimits }) },
      async (connection, start) => {
        await tellKeyHelper(connection, start);
        return askUsage(connection, isQuiet ? KEPT_FROM_FETCHING : UNFETCHED);
      },
    ),
  );
  return quotaReading(answer, doors.now());
}

function allowLimits({
  [QUIET]: _quiet,
  ...variables
}: Readonly<Record<string, string>>): Record<string, string> {
  return { ...variables, ...QUIET_OTHERWISE };
}

async function askUsage(connection: Connection, unfetchedBecause: string): Promise<ToldQuota> {
  const usage = await connection.requestIfKnown({ subtype: 'get_usage', skip_behaviors: true }, usageReply);
  return usage === undefined
    ? { windows: [], unknownBecause: 'this version of Claude Code tells no limits' }
    : quotaOf(usage, unfetchedBecause);
}

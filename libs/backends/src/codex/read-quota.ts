import type { QuotaReading } from '@coagent8/contracts';
import type { spawnOwned } from '@coagent8/runtime';

import type { ExamineRequest } from '../backend.js';
import { quotaLate } from '../errors.js';
import { inTime } from '../in-time.js';
import { QUOTA_TIMEOUT_MS, quotaReading } from '../quota-reading.js';
import type { ToldQuota } from '../quota-reading.js';
import { requireNotAborted } from '../wait.js';
import { askServer } from './ask-server.js';
import { codexCommand } from './command.js';
import type { Connection } from './connection.js';
import { judgeQuotaRefusal } from './failures.js';
import { introduce } from './introduce.js';
import { parse, rateLimitsReply } from './protocol.js';
import { quotaOf } from './quota.js';

/** What is asked. It takes no parameters, and needs no thread (0.150 to 0.171). */
const METHOD = 'account/rateLimits/read';

/** What a reading acts through. `now`: wall clock, in milliseconds since 1970. */
export interface QuotaDoors {
  readonly spawn: typeof spawnOwned;
  readonly now: () => number;
}

/**
 * Asks an app-server how much of the account's limits is used, for which it asks the network. No thread is started.
 *
 * @throws CoAgentError what `askServer` and `judgeQuotaRefusal` throw; `TIMEOUT` after {@link QUOTA_TIMEOUT_MS};
 * `PROTOCOL_ERROR` where the reply is malformed.
 */
export async function readCodexQuota(
  { spawn, now }: QuotaDoors,
  request: ExamineRequest,
): Promise<QuotaReading> {
  requireNotAborted(request.signal);
  const command = await codexCommand(request);
  const late = () => quotaLate('codex', QUOTA_TIMEOUT_MS);
  const { answer } = await inTime(request.signal, { timeoutMs: QUOTA_TIMEOUT_MS, late }, (signal) =>
    askServer(spawn, { command, signal }, ask),
  );
  return quotaReading(answer, now());
}

async function ask(connection: Connection): Promise<ToldQuota> {
  await introduce(connection);
  const reply = await connection.ask(METHOD, undefined, QUOTA_TIMEOUT_MS);
  if ('error' in reply) return { windows: [], unknownBecause: judgeQuotaRefusal(METHOD, reply.error) };
  return quotaOf(parse(rateLimitsReply, reply.result, `a malformed reply to ${METHOD}`));
}

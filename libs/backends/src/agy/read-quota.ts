import { dirname } from 'node:path';

import type { QuotaReading } from '@coagent8/contracts';
import { describeRemains } from '@coagent8/runtime';
import type { CompletedRun, runToEnd } from '@coagent8/runtime';

import type { ExamineRequest } from '../backend.js';
import { examinationLeft } from '../errors.js';
import { QUOTA_TIMEOUT_MS, quotaReading } from '../quota-reading.js';
import { requireNotAborted } from '../wait.js';
import { agyCommand } from './command.js';
import { badOutput, failed, noReply, signInAwaited } from './errors.js';
import { classifyError, diagnosedFailure, exitFailure } from './failures.js';
import type { ProbeCli } from './probe-cli.js';
import { parseUsage } from './protocol.js';
import type { QuotaGroup } from './protocol.js';
import { quotaOf } from './quota.js';
import { asksForSignIn } from './sign-in-watch.js';

/** Largest answer that is read, in bytes: thousands of windows. */
export const USAGE_MAX_BYTES = 1024 * 1024;

/** A command of agy's own, which asks no model (1.2.15, 1.2.16). The value is attached: it is no prompt. */
const USAGE_ARGUMENTS = ['--print=/usage', '--output-format=json'] as const;

/** What a reading acts through. `now`: wall clock, in milliseconds since 1970. */
export interface QuotaDoors {
  readonly run: typeof runToEnd;
  readonly probeCli: ProbeCli;
  readonly now: () => number;
}

/**
 * Asks agy how much of its limits is used. It is started outside of the workspace, so that it starts nothing of a
 * repository, and with its input closed; not where it lacks `--disable-slash-commands`, and thereby slash commands, which
 * it would send to a model.
 *
 * @throws CoAgentError what the probe throws; `AUTH_REQUIRED` where nobody is signed in; `PROTOCOL_ERROR` where it answers
 * nothing that can be read, too much, or not within {@link QUOTA_TIMEOUT_MS}; what an exit code and its diagnostics mean;
 * the reason of the signal.
 */
export async function readAgyQuota(
  { run, probeCli, now }: QuotaDoors,
  request: ExamineRequest,
): Promise<QuotaReading> {
  const { signal } = request;
  requireNotAborted(signal);
  const { file, env } = await agyCommand(request);
  await probeCli({ file, env }, signal);
  const asked = await run(
    { file, env, args: USAGE_ARGUMENTS, cwd: dirname(file) },
    { stdoutMaxBytes: USAGE_MAX_BYTES, timeoutMs: QUOTA_TIMEOUT_MS, signal },
  );
  try {
    requireNotAborted(signal);
    return quotaReading(quotaOf(groupsIn(asked, now())), now());
  } catch (fault) {
    const remains = describeRemains(asked.end);
    throw remains === undefined ? fault : examinationLeft(fault, remains);
  }
}

/** @throws CoAgentError what it means that there are none. */
function groupsIn(
  { stdout, truncated, end, stopReason }: CompletedRun,
  nowMs: number,
): readonly QuotaGroup[] {
  const { diagnostics } = end;
  if (stopReason === 'timeout') {
    const isAwaited = asksForSignIn(`${stdout}\n${diagnostics}`);
    throw isAwaited ? signInAwaited() : noReply('/usage', QUOTA_TIMEOUT_MS);
  }
  if (truncated) throw badOutput(`an answer to /usage of more than ${USAGE_MAX_BYTES} bytes`);
  const diagnosed = end.exitCode === 0 ? undefined : diagnosedFailure(diagnostics, nowMs);
  if (diagnosed !== undefined) throw failed(diagnosed);
  if (end.exitCode !== 0 && stdout.trim() === '') throw exitFailure(end);
  const answer = parseUsage(stdout);
  if ('error' in answer) throw failed(classifyError(answer.error, { nowMs }));
  if (end.exitCode !== 0) throw exitFailure(end);
  return answer.groups;
}

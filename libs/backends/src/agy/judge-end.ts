import { failureOf } from '@coagent8/contracts';
import type { CoAgentError, Failure } from '@coagent8/contracts';

import { hasCrashed } from '../agent-process.js';
import type { AgentEnd } from '../agent-process.js';
import type { TurnEnding } from '../turn-stream.js';
import { badOutput, turnFailure } from './errors.js';
import { classifyError, diagnosedFailure, exitFailure, ownLimitIn } from './failures.js';
import { INTERRUPTED } from './protocol.js';
import type { Result } from './protocol.js';

/** All that agy has told of a turn. */
export interface TurnFacts {
  /** Whether it has started, in the profile. */
  readonly hasBegun: boolean;
  readonly result?: Result | undefined;
  /** Whether a request to the model of this turn has failed. */
  readonly hasFailed: boolean;
  /** The profile has been left, before the result or after it. */
  readonly breach?: CoAgentError | undefined;
}

/**
 * How a turn has ended that nobody stopped. The `status` of a result is not enough: once a request has failed, it says
 * `ERROR` of every later turn of the conversation, also of those that are answered (1.2.15); and a time limit of agy's
 * own is a success to it (1.1.28). What the diagnostics tell of a request does not undo an answer: agy may have asked again.
 *
 * @param nowMs - Milliseconds since 1970.
 */
export function judgeEnd(facts: TurnFacts, end: AgentEnd, nowMs: number): TurnEnding {
  const failure = findFailure(facts, end, nowMs);
  return failure === undefined ? { type: 'completed' } : { type: 'failed', failure };
}

function findFailure(
  { hasBegun, result, hasFailed, breach }: TurnFacts,
  end: AgentEnd,
  nowMs: number,
): Failure | undefined {
  if (breach) return failureOf(breach);
  const isCrash = hasCrashed(end);
  const isAnswered = hasBegun && !isCrash && result?.status === 'SUCCESS' && !isBlank(result.response);
  const diagnosed = isAnswered ? ownLimitIn(end.diagnostics) : diagnosedFailure(end.diagnostics, nowMs);
  if (diagnosed) return diagnosed;
  if (result === undefined) return failureOf(exitFailure(end));
  const { status, error } = result;
  if (status === 'ERROR') {
    const isRepeated =
      hasBegun && !hasFailed && !isCrash && error !== INTERRUPTED && !isBlank(result.response);
    return isRepeated ? undefined : classifyError(error ?? 'an error without a text', { nowMs });
  }
  if (!hasBegun) return failureOf(badOutput('a result without a start'));
  if (status !== 'SUCCESS') return turnFailure('PROCESS_ERROR', error ?? `the turn ended ${status}`);
  return isCrash ? failureOf(exitFailure(end)) : undefined;
}

function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}

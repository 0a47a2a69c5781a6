import { failureOf } from '@coagent8/contracts';
import type { Environment, Failed, Failure, TurnOutcome } from '@coagent8/contracts';
import { secureRecord, secureText } from '@coagent8/security';

import { diagnosticOf } from './diagnostic-of.js';
import { emptyAnswer, onlyDenied } from './errors.js';
import type { RanTurn } from './run-turn.js';
import type { TurnRecord } from './turn-record.js';

/** Longest warning, in characters: there may be some of them, and the answer comes first. */
export const WARNING_MAX_CHARACTERS = 400;

/**
 * Turns what the agent said into an outcome. Everything that leaves is secured first: the answer keeps its bytes but
 * for credentials and terminal controls, messages lose home paths and keyword credentials, too.
 */
export async function settleAnswer(settle: {
  readonly ran: RanTurn;
  readonly record: TurnRecord;
  readonly environment: Environment;
}): Promise<TurnOutcome> {
  const { ran, record, environment } = settle;
  const { answer, partial, denied } = ran.collected;
  const secured = await secureText(answer.text);
  const failure = ran.failure ?? (secured.trim() === '' ? missingAnswer(ran) : undefined);
  const { text, truncated } = failure === undefined ? answer : partial;
  if (denied > 0) record.warn(deniedWarning(denied));
  if (truncated) record.warn({ code: 'ANSWER_TRUNCATED', message: 'answer truncated' });
  if (failure !== undefined) return settleFailed({ failure, partial: text, record, environment });
  return { status: 'answered', answer: secured, truncated, ...(await securedRecord(record, environment)) };
}

/** Why a turn that the agent calls complete has not answered. */
function missingAnswer({ plan, collected: { denied } }: RanTurn): Failure {
  return failureOf(denied > 0 ? onlyDenied(denied) : emptyAnswer(plan.backend.id));
}

/** Turns whatever stopped a turn before it ran to its end into an outcome. */
export function settleFailure(settle: {
  readonly error: unknown;
  readonly record: TurnRecord;
  readonly environment: Environment;
}): Promise<Failed> {
  return settleFailed({ ...settle, failure: failureOf(settle.error), partial: '' });
}

async function settleFailed(settle: {
  readonly failure: Failure;
  readonly partial: string;
  readonly record: TurnRecord;
  readonly environment: Environment;
}): Promise<Failed> {
  const { failure, partial, record, environment } = settle;
  const partialAnswer = await secureText(partial);
  return {
    status: 'failed',
    failure: await secureRecord(failure, diagnosticOf(environment)),
    ...(partialAnswer.trim() === '' ? {} : { partialAnswer }),
    ...(await securedRecord(record, environment)),
  };
}

/** The facts and warnings of the turn. The workspace keeps its whole path: the caller must be able to use it. */
async function securedRecord(record: TurnRecord, environment: Environment) {
  const { workspace, ...facts } = record.meta();
  return {
    meta: {
      ...(await secureRecord(facts, diagnosticOf(environment))),
      ...(workspace === undefined ? {} : { workspace: await secureRecord(workspace, secureText) }),
    },
    warnings: await secureRecord(record.warnings(), diagnosticOf(environment, WARNING_MAX_CHARACTERS)),
  };
}

function deniedWarning(denied: number) {
  return {
    code: 'ACTIONS_DENIED',
    message: denied === 1 ? '1 action denied' : `${denied} actions denied`,
  } as const;
}

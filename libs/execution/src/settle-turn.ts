import { failureOf } from '@coagent8/contracts';
import type { Environment, Failed, Failure, TurnOutcome } from '@coagent8/contracts';
import { redactDiagnostic, secureText } from '@coagent8/security';

import { emptyAnswer, onlyDenied } from './errors.js';
import type { RanTurn } from './run-turn.js';
import type { TurnRecord } from './turn-record.js';

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
  const failure = ran.failure ?? missingAnswer(ran);
  const { text, truncated } = failure === undefined ? answer : partial;
  if (denied > 0) record.warn(deniedWarning(denied));
  if (truncated) record.warn({ code: 'ANSWER_TRUNCATED', message: 'answer truncated' });
  if (failure !== undefined) return settleFailed({ failure, partial: text, record, environment });
  return {
    status: 'answered',
    answer: await secureText(text),
    truncated,
    meta: record.meta(),
    warnings: await securedWarnings(record, environment),
  };
}

/** Why a turn that the agent calls complete has not answered, or nothing where it has. */
function missingAnswer({ plan, collected: { answer, denied } }: RanTurn): Failure | undefined {
  if (answer.text.trim() !== '') return undefined;
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
  const secured = await secureText(partial);
  return {
    status: 'failed',
    failure: await securedFailure(failure, environment),
    ...(secured.trim() === '' ? {} : { partialAnswer: secured }),
    meta: record.meta(),
    warnings: await securedWarnings(record, environment),
  };
}

function deniedWarning(denied: number) {
  return {
    code: 'ACTIONS_DENIED',
    message: denied === 1 ? '1 action denied' : `${denied} actions denied`,
  } as const;
}

async function securedFailure(failure: Failure, { homeDirectory }: Environment): Promise<Failure> {
  const redact = (text: string) => redactDiagnostic(text, { homeDirectory });
  const details = await Promise.all(
    Object.entries(failure.details ?? {}).map(async ([name, value]) => [
      name,
      typeof value === 'string' ? await redact(value) : value,
    ]),
  );
  return {
    code: failure.code,
    message: await redact(failure.message),
    ...(failure.remedy === undefined ? {} : { remedy: await redact(failure.remedy) }),
    ...(failure.details === undefined ? {} : { details: Object.fromEntries(details) }),
  };
}

function securedWarnings(record: TurnRecord, { homeDirectory }: Environment) {
  return Promise.all(
    record.warnings().map(async ({ code, message }) => ({
      code,
      message: await redactDiagnostic(message, { homeDirectory }),
    })),
  );
}

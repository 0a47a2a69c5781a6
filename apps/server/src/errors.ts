import { CoAgentError } from '@coagent8/contracts';

/** Most problems that one refusal lists. */
export const PROBLEMS_MAX = 8;

const NESTED = 'this call comes from inside a turn of CoAgent8, which starts no further agents';

/** The arguments of a call do not fit the tool; nothing was started. */
export function argumentsRefused(refusal: {
  readonly tool: string;
  /** What is wrong, each a clause of its own. */
  readonly problems: readonly string[];
  /** Names of the arguments that the tool takes, where the caller used another. */
  readonly known?: readonly string[];
}): CoAgentError {
  const { tool, problems, known } = refusal;
  const more = problems.length - PROBLEMS_MAX;
  const listed = [...problems.slice(0, PROBLEMS_MAX), ...(more > 0 ? [`${more} more problems`] : [])].join(
    ', ',
  );
  const names = known === undefined ? '' : `; ${tool} takes ${known.join(', ')}`;
  return new CoAgentError('INPUT_LIMIT', `${tool} cannot take these arguments: ${listed}`, {
    remedy: `correct them and call again, nothing was started${names}`,
  });
}

/** An agent that this product started asks for a report that would start more of them. */
export function nestedReport(): CoAgentError {
  return new CoAgentError('POLICY_DENIED', NESTED, {
    remedy: 'call again with include_doctor false, or leave the call to the client that started you',
  });
}

/** The older tool `run` was asked for an action that this version does not have. */
export function actionMissing(action: string): CoAgentError {
  return new CoAgentError(
    'INPUT_LIMIT',
    `run cannot take "action" "${action}": this version has no ${action}`,
    {
      remedy: 'nothing was started; say what is to be judged as the proposal of `consult`',
    },
  );
}

/** An agent that this product started asks it about the agents: to answer it would start more of them. */
export function nestedDiagnosis(): CoAgentError {
  return new CoAgentError('POLICY_DENIED', NESTED, {
    remedy: 'answer with what you have, or leave the call to the client that started you',
  });
}

/** The client cancelled the call, or the server is to end. */
export function diagnosisCancelled(): CoAgentError {
  return new CoAgentError('ABORTED', 'the caller cancelled the request', { remedy: 'call again' });
}

import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';

/** An agent that this product started called it again. */
export function nestedTurn(): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    'this call comes from inside a turn of CoAgent8, and turns do not nest',
    {
      remedy: 'answer with what you have, or leave the call to the client that started you',
    },
  );
}

/** `routing.allowedBackends` leaves the named backend out. */
export function backendNotAllowed(backend: BackendId, allowed: readonly BackendId[]): CoAgentError {
  const list = allowed.length === 0 ? 'none' : allowed.join(', ');
  return new CoAgentError(
    'POLICY_DENIED',
    `the configuration does not allow the backend ${backend} (allowed: ${list})`,
    {
      remedy: 'tell the user, who can change routing.allowedBackends in config.json',
      details: { backend },
    },
  );
}

/** The user has approval rules, and nothing here could ask for an approval. */
export function approvalRulesNotApplied(): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    'the configuration has approval rules (governance.models.deny or ask), which this version cannot apply',
    { remedy: 'tell the user, who can remove them from config.json; do not change the setting yourself' },
  );
}

/** None of the wanted backends was found. `reasons` is what their discoveries threw: one speaks for itself. */
export function nothingLocated(reasons: readonly unknown[]): unknown {
  const [first, ...others] = reasons;
  if (first === undefined) {
    return new CoAgentError(
      'POLICY_DENIED',
      'the configuration allows none of the agents that this version can run',
      {
        remedy: 'tell the user, who can change routing.allowedBackends in config.json',
      },
    );
  }
  if (others.length === 0) return first;
  const tried = reasons.map((reason) => failureOf(reason).message).join('; ');
  return new CoAgentError('CLI_NOT_FOUND', `no agent that can answer was found: ${tried}`, {
    remedy: 'install one and sign in, or run `coagent8 doctor`',
  });
}

/** The agent ended its turn, every action it tried was refused, and there is no answer. */
export function onlyDenied(deniedActions: number): CoAgentError {
  const actions = deniedActions === 1 ? '1 action' : `${deniedActions} actions`;
  return new CoAgentError(
    'SANDBOX_UNAVAILABLE',
    `the read-only profile denied ${actions} and the agent gave no answer`,
    {
      remedy: 'ask for advice rather than changes, or name the files to read in context_files',
      details: { deniedActions },
    },
  );
}

/** The agent said that it was done and had said nothing. */
export function emptyAnswer(backend: BackendId): CoAgentError {
  return new CoAgentError('PROTOCOL_ERROR', `${backend} completed the turn without an answer`, {
    remedy: 'ask again; if it persists, ask for a shorter answer or another model',
    details: { backend },
  });
}

import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { BackendId, ConsentAnswer, ConsentQuestion, Failure, Warning } from '@coagent8/contracts';
import { shownModel, shownUsd } from '@coagent8/models';

import type { LimitedBackend } from './rank-backends.js';
import { limitedWords } from './route-reason.js';

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

/**
 * None of the wanted backends was found. `reasons` is what their discoveries threw: one speaks for itself. Of several, those
 * that were looked for in vain are named alone, without the places; what else went wrong keeps its sentence.
 */
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
  const failures = reasons.map(failureOf);
  const sought = failures.flatMap((failure) => soughtInVain(failure) ?? []);
  const told = failures.flatMap((failure) => (soughtInVain(failure) ? [] : [failure.message]));
  const all = [...told, ...(sought.length === 0 ? [] : [noneOf(sought)])].join('; ');
  return new CoAgentError('CLI_NOT_FOUND', `no agent was found: ${all}`, {
    remedy: 'install one and sign in; `coagent8 doctor --health` says where each was looked for',
  });
}

/** The agent that was looked for in the usual places, where nothing named one. */
function soughtInVain({ code, details }: Failure): string | undefined {
  const { backend, setting } = details ?? {};
  const isSought = code === 'CLI_NOT_FOUND' && setting === undefined;
  return isSought && typeof backend === 'string' ? backend : undefined;
}

/** `no agy`, or `neither codex, agy nor claude`. */
function noneOf(backends: readonly string[]): string {
  const last = backends.at(-1);
  return backends.length < 2 ? `no ${last}` : `neither ${backends.slice(0, -1).join(', ')} nor ${last}`;
}

/**
 * All agents that can do what is asked said that they are at their limits. Nothing was started.
 *
 * @param limited - At least one, the one that answers first before the others.
 */
export function allLimited(limited: readonly LimitedBackend[]): CoAgentError {
  const [first, ...others] = limited;
  const each = limited.map((one) => `${one.backend} ${limitedWords(one)}`);
  const which = others.length > 0 ? 'one of them' : `the backend (${first?.backend})`;
  return new CoAgentError('RATE_LIMITED', `no agent can answer now: ${each.join(', ')}`, {
    remedy: `wait until then, or name ${which}, which is then tried all the same`,
    details: first === undefined ? {} : { resetsAt: first.until },
  });
}

/** What is known of the agents' limits could not be read. `failure` absent: not within the time that a turn waits. */
export function limitsUnread(failure?: Failure): Warning {
  return storeFailed(
    `the agents' limits could not be read${inTime(failure)}, and the agent is chosen without them`,
  );
}

/** What a turn showed of its agent's limits could not be kept. `failure` absent: not within the time that a turn waits. */
export function limitsUnkept(failure?: Failure): Warning {
  return storeFailed(`what the turn showed of the agent's limits was not kept${inTime(failure)}`);
}

function inTime(failure: Failure | undefined): string {
  return failure === undefined ? ' in time' : ` (${failure.message})`;
}

function storeFailed(message: string): Warning {
  return { code: 'STORE_FAILED', message };
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

/** Why one backend cannot run the turn. */
export interface Refusal {
  readonly backend: BackendId;
  readonly error: CoAgentError;
  /** Why the agent's models are not known, where that may be the reason. */
  readonly catalogFailure?: Failure;
}

/** `error`, which may only be there because the agent could not be asked what it offers: why it could not. */
export function withoutCatalog(error: CoAgentError, backend: BackendId, failure: Failure): CoAgentError {
  const remedy = failure.remedy ?? error.remedy;
  return new CoAgentError(
    error.code,
    `${error.message} (${backend} did not list its models: ${failure.message})`,
    {
      ...(remedy === undefined ? {} : { remedy }),
      ...(error.details === undefined ? {} : { details: error.details }),
      cause: error,
    },
  );
}

/** No backend in question can run the turn. The code is theirs where they agree, else a denial's, else the first one's. */
export function nothingQualifies(refusals: readonly Refusal[]): CoAgentError {
  const codes = new Set(refusals.map(({ error }) => error.code));
  const [code = 'MODEL_UNAVAILABLE'] = codes.has('POLICY_DENIED') ? ['POLICY_DENIED' as const] : codes;
  return new CoAgentError(code, `no agent can run this: ${sayings(refusals)}`, {
    remedy: remedies(refusals),
  });
}

/**
 * No backend in question has a model below the price limit. The cheapest known price, and that of each backend, is a fact, no
 * advice.
 */
export function nothingBelowLimit(
  refusals: readonly Refusal[],
  outputPriceBelow: number,
  cheapest: number | undefined,
): CoAgentError {
  const fact =
    cheapest === undefined ? 'no price is known' : `the cheapest known price is ${shownUsd(cheapest)} USD`;
  const facts = refusals.flatMap(beyondLimit);
  const areShort = facts.every(({ isPrice }) => isPrice);
  const each = facts.map(({ backend, says }) => `${backend}: ${says}`).join(areShort ? ', ' : '; ');
  const more = each === '' ? '' : ` (${each})`;
  return new CoAgentError(
    'POLICY_DENIED',
    `no agent can run this below ${shownUsd(outputPriceBelow)} USD per million output tokens; ${fact}${more}`,
    {
      remedy: remedies(refusals),
      details: {
        outputPriceBelow,
        ...(cheapest === undefined ? {} : { outputUsdPerMillion: cheapest }),
      },
    },
  );
}

/** What a refusal says beyond the limit: nothing, a price, or why there is none. */
function beyondLimit({ backend, error, catalogFailure }: Refusal) {
  const { outputPriceBelow, outputUsdPerMillion: usd } = error.details ?? {};
  if (outputPriceBelow === undefined) return [{ backend, says: error.message, isPrice: false }];
  const price = typeof usd === 'number' ? [`${shownUsd(usd)} USD`] : [];
  const why = catalogFailure === undefined ? [] : [`it did not list its models: ${catalogFailure.message}`];
  const says = [...price, ...why].join(', ');
  return says === '' ? [] : [{ backend, says, isPrice: why.length === 0 }];
}

function remedies(refusals: readonly Refusal[]): string {
  const distinct = new Set(refusals.flatMap(({ error: { remedy } }) => remedy ?? []));
  return distinct.size === 0 ? 'run `coagent8 models` to see what there is' : [...distinct].join('; ');
}

function sayings(refusals: readonly Refusal[]): string {
  return refusals.map(({ backend, error }) => `${backend}: ${error.message}`).join('; ');
}

/** The user was to be asked before a model runs, and did not say yes. Which model to use instead is theirs to say. */
export function consentRefused(
  question: ConsentQuestion,
  why: Exclude<ConsentAnswer, { isGiven: true }>['why'],
): CoAgentError {
  const { backend, basis, reason } = question;
  const model = shownModel(question.model);
  const [what, remedy] = refusalOf(question)[why];
  return new CoAgentError(
    'POLICY_DENIED',
    `${model} on ${backend} needs the user's consent (${reason}): ${what}`,
    {
      remedy,
      details: { backend, model, basis, why },
    },
  );
}

function refusalOf(question: ConsentQuestion) {
  const waysOut = `their own ways out: a client that shows MCP forms, \`coagent8 consult\` in a terminal, or \`${allowCommand(question)}\` typed by themselves; do not change this setting for them`;
  // Some clients answer forms by themselves, at once and unseen: `codex exec` 0.171 declines, `claude -p` 2.1 cancels.
  const unseen = `if they saw no question, tell them ${waysOut}`;
  return {
    declined: ['they declined', `tell the user, and use another model only if they ask for one; ${unseen}`],
    unanswered: [
      'they gave no answer, which is not a refusal',
      `tell the user, and ask again when they are there to answer; ${unseen}`,
    ],
    unreachable: ['no question could be shown to them', `tell the user ${waysOut}`],
    unclear: ['what came back is no answer', 'tell the user, and ask again only if they want to answer'],
  } as const;
}

/** Nothing that a shell would act on is put into a command for the user to copy. */
function allowCommand({ backend, model }: ConsentQuestion): string {
  const entry = `${backend}/${model}`;
  if (/^[\w./:@+-]+$/.test(entry)) return `coagent8 models allow ${entry}`;
  return /^[\w./:@+[\]-]+$/.test(entry)
    ? `coagent8 models allow '${entry}'`
    : 'coagent8 models allow <model>';
}

/** The consent holds for this turn, and could not be kept for others. */
export function consentNotRemembered({ message }: Failure): Warning {
  return {
    code: 'CONSENT_NOT_REMEMBERED',
    message: `the consent holds for this request alone, since it could not be remembered: ${message}`,
  };
}

/** The consent holds for this turn; whether it is kept for others is not known yet. */
export function consentRememberedLate(): Warning {
  return {
    code: 'CONSENT_NOT_REMEMBERED',
    message:
      'the consent was not remembered in time: it holds for this request, and for others only once governance.models.allow shows it',
  };
}

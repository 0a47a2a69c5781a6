import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, PriceEvidence } from '@coagent8/contracts';

import { shownModel } from './shown-model.js';
import { shownPrice, shownUsd } from './shown-price.js';

/** Where a name comes from: an argument of the request, or a field of the configuration. */
export type NameOrigin = 'model' | 'reasoning_effort' | `backends.${BackendId}.defaultModel`;

const TELL_THE_USER = 'tell the user';
const OWN_RULES = `${TELL_THE_USER}, whose own setting this is; do not change it yourself`;

/** A name that no model or effort can have. It is not quoted: it may be anything. */
export function invalidName(origin: NameOrigin, problem: string): CoAgentError {
  const details = { field: origin };
  if (isArgument(origin)) {
    return new CoAgentError('INPUT_LIMIT', `${origin} ${problem}`, { remedy: nameItBetter(origin), details });
  }
  return new CoAgentError('POLICY_DENIED', `${origin} in the configuration ${problem}`, {
    remedy: correctIt(origin),
    details,
  });
}

/** The agent lists all that it has, and the named model is not among them. */
export function unknownModel(
  { origin, model }: { readonly origin: NameOrigin; readonly model: string },
  { backend, listedModels }: { readonly backend: BackendId; readonly listedModels: number },
): CoAgentError {
  const list = listedModels === 1 ? 'the only model' : `any of the ${listedModels} models`;
  const where = isArgument(origin) ? '' : `, which ${origin} names,`;
  return new CoAgentError(
    'MODEL_UNAVAILABLE',
    `${shownModel(model)}${where} is not ${list} that ${backend} lists`,
    {
      remedy: isArgument(origin) ? nameItBetter(origin) : correctIt(origin),
      details: { backend, field: origin },
    },
  );
}

/** An effort that the model does not list. */
export function unknownEffort(model: string, effort: string, efforts: readonly string[]): CoAgentError {
  return effortUnavailable(
    `${shownModel(model)} does not take the reasoning_effort ${shownModel(effort)}`,
    efforts,
  );
}

/** A named model that runs only with an effort, and none was named. */
export function missingEffort(model: string, efforts: readonly string[]): CoAgentError {
  return effortUnavailable(`${shownModel(model)} needs a reasoning_effort and none was named`, efforts);
}

/** A name that means a model at one effort, and another effort beside it. */
export function contradictingEffort(
  named: { readonly name: string; readonly effort: string },
  effort: string,
): CoAgentError {
  return new CoAgentError(
    'MODEL_UNAVAILABLE',
    `${shownModel(named.name)} means the reasoning_effort ${shownModel(named.effort)}, and ${shownModel(effort)} was named beside it`,
    {
      remedy: 'leave reasoning_effort out, or name the model without an effort',
      details: { field: 'reasoning_effort' },
    },
  );
}

/** The user's `models.deny` forbids the model. */
export function modelDenied(backend: BackendId, model: string, rule: string): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `${shownModel(model)} is denied by ${denyRule(rule)}`, {
    remedy: OWN_RULES,
    details: { backend, model: shownModel(model), rule: shownModel(rule) },
  });
}

/** A named model that is not known to cost less than the limit. */
export function notBelowLimit(
  model: string,
  limitUsdPerMillion: number,
  price: PriceEvidence | undefined,
): CoAgentError {
  const fact =
    price === undefined
      ? `the price of ${shownModel(model)} is not known, so it does not meet`
      : `${shownModel(model)} costs ${shownPrice(price)}, which is not below`;
  return new CoAgentError('POLICY_DENIED', `${fact} the limit of ${shownUsd(limitUsdPerMillion)}`, {
    remedy: KEEP_THE_LIMIT,
    details: { outputPriceBelow: limitUsdPerMillion, ...priceDetails(price) },
  });
}

/** Nothing that the backend may run is known to cost less than the limit. `cheapest`: the lowest known price of it. */
export function noneBelowLimit(
  backend: BackendId,
  limitUsdPerMillion: number,
  cheapest: PriceEvidence | undefined,
): CoAgentError {
  const fact =
    cheapest === undefined ? 'no price is known' : `the cheapest known price is ${shownPrice(cheapest)}`;
  return new CoAgentError(
    'POLICY_DENIED',
    `nothing that ${backend} may run is known to cost less than the limit of ${shownUsd(limitUsdPerMillion)} USD per million output tokens; ${fact}`,
    {
      remedy: KEEP_THE_LIMIT,
      details: { backend, outputPriceBelow: limitUsdPerMillion, ...priceDetails(cheapest) },
    },
  );
}

/** The agent is about to run another model than the one that was selected, and the user's rules do not let that one run. */
export function reportedModelRefused(
  {
    backend,
    reported,
    selected,
  }: {
    readonly backend: BackendId;
    readonly reported: string;
    /** Absent where the agent was to decide. */
    readonly selected?: string;
  },
  /** As a sentence part about the reported model. */
  reason: string,
): CoAgentError {
  const instead = selected === undefined ? '' : ` in place of ${shownModel(selected)}`;
  return new CoAgentError(
    'POLICY_DENIED',
    `${backend} reports the model ${shownModel(reported)}${instead}, and that one may not run: ${reason}`,
    {
      remedy: `${TELL_THE_USER}; change neither their rules nor the price limit yourself`,
      details: { backend, model: shownModel(reported) },
    },
  );
}

/** The agent decides which model runs and does not say which, and the user has rules that it may break. */
export function modelUnreported(backend: BackendId): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    `${backend} decides which model runs and does not say which, so the rules of governance.models cannot be kept`,
    { remedy: `${TELL_THE_USER}, or name one in model`, details: { backend } },
  );
}

/** How a message names an entry of `models.deny`. */
export function denyRule(rule: string): string {
  return `the entry ${shownModel(rule)} of governance.models.deny`;
}

const KEEP_THE_LIMIT = `${TELL_THE_USER}; leave output_price_below out or raise it only where they say so`;

function isArgument(origin: NameOrigin): origin is 'model' | 'reasoning_effort' {
  return origin === 'model' || origin === 'reasoning_effort';
}

function nameItBetter(origin: 'model' | 'reasoning_effort'): string {
  const name = origin === 'model' ? 'the id' : 'an effort';
  return `give ${name} that \`coagent8 models\` shows, or leave ${origin} out`;
}

function correctIt(origin: NameOrigin): string {
  return `set ${origin} to an id that \`coagent8 models\` shows, or remove it and let the agent decide`;
}

function effortUnavailable(message: string, efforts: readonly string[]): CoAgentError {
  return new CoAgentError('MODEL_UNAVAILABLE', message, {
    remedy: `name one that it takes: ${efforts.map(shownModel).join(', ')}`,
    details: { field: 'reasoning_effort' },
  });
}

function priceDetails(price: PriceEvidence | undefined): Record<string, number> {
  return price === undefined ? {} : { outputUsdPerMillion: price.outputUsdPerMillion };
}

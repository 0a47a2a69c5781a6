import type { BackendId } from '@coagent8/contracts';
import { shownTime } from '@coagent8/models';

import { decidingRule, isUsedUp } from './rank-backends.js';
import type { Candidate, LimitedBackend, Preferences, RankRule } from './rank-backends.js';

/** What the reason of a choice by rank is told from. */
export interface RouteReasonFacts {
  readonly first: Candidate;
  /** Those that could have been chosen, the best first. */
  readonly others: readonly Candidate[];
  /** Those that are able, and answer nothing for now. */
  readonly limited: readonly LimitedBackend[];
  readonly preferences: Preferences;
  readonly capability?: string | undefined;
  /** The configured default that was to be kept, and what it lacks. */
  readonly passedOver?: { readonly backend: BackendId; readonly lacks: string };
}

/**
 * Why the first by rank was chosen, in one line that begins with its name. It says what is known, what is unknown, and
 * nothing of what ranks for an unknown. Pure.
 */
export function routeReason(facts: RouteReasonFacts): string {
  const { first, others, limited, passedOver } = facts;
  const waiting = limited.map((one) => `${one.backend} ${limitedWords(one)}`);
  if (passedOver !== undefined) {
    const since = `${first.backend}, since the configured default, ${passedOver.backend}, ${passedOver.lacks}`;
    return [since, ...(others.length === 0 ? [] : [among(facts)]), ...waiting].join('; ');
  }
  return [others.length === 0 ? alone(facts) : among(facts), ...waiting].join('; ');
}

/** What keeps a limited agent from being chosen, after its name. Pure. */
export function limitedWords({ until }: Pick<LimitedBackend, 'until'>): string {
  return `is at its limit until ${shownTime(until)}`;
}

function alone({ first, limited, capability }: RouteReasonFacts): string {
  const now =
    limited.length === 0 ? capability : [capability, 'can answer now'].filter(Boolean).join(' and ');
  return `${first.backend} is the only agent that ${now ?? 'can answer here'}`;
}

function among(facts: RouteReasonFacts): string {
  const { capability } = facts;
  return capability === undefined ? ranked(facts) : `${ranked(facts)}; each ${capability}`;
}

/** Says the rule that decided: the caller's own and the used up come last, then headroom, then what is left of the rules. */
function ranked(facts: RouteReasonFacts): string {
  const { first, others, preferences } = facts;
  const own = others.find(({ backend }) => backend === preferences.own);
  const peers = others.filter((one) => one !== own && isUsedUp(one) === isUsedUp(first));
  const [next] = peers;
  if (next === undefined) return comesBefore(facts);
  const rule = decidingRule(first, next, preferences);
  if (rule === 'headroom' && !isUnknown(first)) return hasMostLeft({ first, others, own });
  if ([first, ...others].every(isUnknown)) return nothingKnown({ first, peers, own, rule });
  const all = [first, ...others].map((one) => inBrackets(one, preferences)).join(', ');
  return `${first.backend} comes first of ${all}`;
}

function comesBefore({ first, others, preferences }: RouteReasonFacts): string {
  const behind = others.map(({ backend }) =>
    backend === preferences.own ? `${backend}, the caller's own` : `${backend}, which has used up its limits`,
  );
  return `${first.backend} comes before ${behind.join(', and ')}`;
}

/** The parts that the words of one reason are about. */
interface Parts {
  readonly first: Candidate;
  readonly others: readonly Candidate[];
  /** The others that neither a used up limit nor the caller puts behind. */
  readonly peers: readonly Candidate[];
  readonly own: Candidate | undefined;
  readonly rule: RankRule;
}

function hasMostLeft({ first, others, own }: Pick<Parts, 'first' | 'others' | 'own'>): string {
  const aside = own === undefined ? '' : ", the caller's own aside";
  const compared = others.map((one) => `${one.backend} ${percentOf(one)}`).join(', ');
  const known = others.some(isUnknown) ? 'of the limits that are known' : 'of its limits';
  return `${first.backend} has most left ${known}${aside}: ${percentOf(first)} (${compared})`;
}

function nothingKnown({ first: { backend }, peers, own, rule }: Omit<Parts, 'others'>): string {
  const names = [backend, ...peers.map((one) => one.backend)].join(', ');
  return [
    `${backend} comes first of ${names}: nothing is known of their limits`,
    ...(own === undefined ? [] : [`${own.backend} is the caller's own`]),
    ...(rule === 'default' ? [`${backend} is the configured default`] : []),
  ].join(', and ');
}

function inBrackets(one: Candidate, { own, configuredDefault }: Preferences): string {
  const traits = [
    isUnknown(one) ? 'limits unknown' : `${percentOf(one)} left`,
    ...(one.backend === own ? ["the caller's own"] : []),
    ...(one.backend === configuredDefault ? ['the configured default'] : []),
  ];
  return `${one.backend} (${traits.join(', ')})`;
}

function isUnknown({ headroom }: Candidate): boolean {
  return headroom.leftPercent === undefined;
}

/** Rounded; what is little is not nothing. */
function percentOf({ headroom: { leftPercent } }: Candidate): string {
  if (leftPercent === undefined) return 'unknown';
  const rounded = Math.round(leftPercent);
  return rounded === 0 && leftPercent > 0 ? 'under 1 %' : `${rounded} %`;
}

import { UNKNOWN_HEADROOM_PERCENT } from '@coagent8/backends';
import type { Headroom } from '@coagent8/backends';
import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';

/** A backend that can run a turn, and how far it can still go. */
export interface Candidate {
  readonly backend: BackendId;
  readonly headroom: Headroom;
}

/** A candidate that would only meet a limit. */
export interface LimitedBackend {
  readonly backend: BackendId;
  /** ISO 8601 in UTC. */
  readonly until: string;
}

/** What counts beside headroom. */
export interface Preferences {
  /** The agent that the caller itself belongs to: another vendor's opinion is worth more. */
  readonly own: BackendId | undefined;
  readonly configuredDefault: BackendId | undefined;
}

/** What two candidates can differ in; the first difference decides. `order`: nothing but the fixed order does. */
export type RankRule = 'used-up' | 'own' | 'headroom' | 'default' | 'order';

/**
 * The candidates that would not only meet a limit, the best first: not used up before used up, another agent before the
 * caller's own, more headroom before less, where unknown ranks in the middle, the configured default before others, then the
 * fixed order. A total order: how `candidates` are ordered changes nothing. Pure.
 */
export function rankBackends(candidates: readonly Candidate[], preferences: Preferences): Candidate[] {
  return candidates
    .filter(({ headroom }) => headroom.limited === undefined)
    .sort((one, other) => comparison(one, other, preferences).sign);
}

/** The candidates that would only meet a limit, the one that answers first before the others. Pure. */
export function limitedAmong(candidates: readonly Candidate[]): LimitedBackend[] {
  return candidates
    .flatMap(({ backend, headroom: { limited } }) =>
      limited === undefined ? [] : [{ backend, until: limited.until }],
    )
    .sort(
      (one, other) =>
        Date.parse(one.until) - Date.parse(other.until) ||
        BACKEND_IDS.indexOf(one.backend) - BACKEND_IDS.indexOf(other.backend),
    );
}

/** The rule by which `first` comes before `second`. Pure. */
export function decidingRule(first: Candidate, second: Candidate, preferences: Preferences): RankRule {
  return comparison(first, second, preferences).rule;
}

/** Whether nothing is left of a limit. What is unknown is not used up. Pure. */
export function isUsedUp({ headroom }: Candidate): boolean {
  return headroom.leftPercent === 0;
}

function comparison(one: Candidate, other: Candidate, { own, configuredDefault }: Preferences) {
  const lacks = (is: (candidate: Candidate) => boolean) => Number(is(one)) - Number(is(other));
  const rules: readonly (readonly [RankRule, number])[] = [
    ['used-up', lacks(isUsedUp)],
    ['own', lacks(({ backend }) => backend === own)],
    ['headroom', rankedPercent(other) - rankedPercent(one)],
    ['default', lacks(({ backend }) => backend !== configuredDefault)],
    ['order', BACKEND_IDS.indexOf(one.backend) - BACKEND_IDS.indexOf(other.backend)],
  ];
  const [rule, sign] = rules.find(([, difference]) => difference !== 0) ?? ['order', 0];
  return { rule, sign };
}

function rankedPercent({ headroom }: Candidate): number {
  return headroom.leftPercent ?? UNKNOWN_HEADROOM_PERCENT;
}

import type { Headroom } from '@coagent8/backends';
import { BACKEND_IDS, failureOf } from '@coagent8/contracts';
import type { BackendId, ConsultRequest } from '@coagent8/contracts';

import { agentOf } from './caller.js';
import type { TurnFacts } from './gather-facts.js';
import type { JudgedOffers } from './judge-offers.js';
import { limitedAmong, rankBackends } from './rank-backends.js';
import type { Candidate } from './rank-backends.js';
import { candidateOf } from './route-found.js';
import { limitedWords } from './route-reason.js';
import { isComparing, isNamed } from './route.js';

/** The standings, the best first. */
const STANDINGS = ['chosen', 'able', 'limited', 'unable', 'missing', 'not-allowed'] as const;

/** What became of one agent when a route was chosen. */
export interface ConsideredBackend {
  readonly backend: BackendId;
  /**
   * `chosen`. `able`: it could have run the turn. `limited`: it said that it is at its limit until a time. `unable`: it has
   * no such model, or none below the limit, what it has was not asked, or another is named. `missing`: not found. `not-allowed`:
   * `routing.allowedBackends` leaves it out.
   */
  readonly standing: (typeof STANDINGS)[number];
  /** How far it can still go; absent where it was not in question. */
  readonly headroom?: Headroom;
  /** Whether it is the caller itself. */
  readonly isCaller: boolean;
  /** Whether it is the configured default. */
  readonly isDefault: boolean;
  /** Why it is out of the question, as a sentence part. */
  readonly because?: string;
}

/** All that is known when a route has been chosen, or could not be. */
export interface ConsideringFacts extends Omit<TurnFacts, 'workspace' | 'contextFiles' | 'warnings'> {
  /** Absent where what they offer was not compared. */
  readonly judged: JudgedOffers | undefined;
  /** The backend that was chosen, where one could be. */
  readonly chosen: BackendId | undefined;
}

type Finding = Pick<ConsideredBackend, 'standing' | 'headroom' | 'because'>;

/** What became of each backend, the best first: by standing, then by rank or by the time it answers again. Pure. */
export function considerBackends(request: ConsultRequest, facts: ConsideringFacts): ConsideredBackend[] {
  const { defaultBackend } = facts.configuration;
  const own = agentOf(request.origin.caller);
  const able = candidatesOf(request, facts);
  const best = [...rankBackends(able, { own, configuredDefault: defaultBackend }), ...limitedAmong(able)].map(
    ({ backend }) => backend,
  );
  return BACKEND_IDS.flatMap((backend) => {
    const finding = find(backend, { request, facts, able });
    const isCaller = backend === own;
    return finding === undefined
      ? []
      : [{ backend, isCaller, isDefault: backend === defaultBackend, ...finding }];
  }).sort(
    (one, other) =>
      STANDINGS.indexOf(one.standing) - STANDINGS.indexOf(other.standing) ||
      best.indexOf(one.backend) - best.indexOf(other.backend),
  );
}

/** Those that can do what is asked. What was to be compared and was not, nobody knows. */
function candidatesOf(request: ConsultRequest, facts: ConsideringFacts): readonly Candidate[] {
  const { located, judged } = facts;
  if (judged !== undefined)
    return judged.able.map(({ offer, selection }) =>
      candidateOf(offer.backend.id, request, facts, selection.choice),
    );
  return isComparing(request) ? [] : located.map(({ backend }) => candidateOf(backend.id, request, facts));
}

function find(
  backend: BackendId,
  {
    request,
    facts,
    able,
  }: {
    readonly request: ConsultRequest;
    readonly facts: ConsideringFacts;
    readonly able: readonly Candidate[];
  },
): Finding | undefined {
  const missing = facts.missing.find((one) => one.backend === backend);
  const unable = facts.judged?.unable.find((one) => one.backend === backend);
  const candidate = able.find((one) => one.backend === backend);
  if (facts.notAllowed.includes(backend))
    return { standing: 'not-allowed', because: 'routing.allowedBackends leaves it out' };
  if (missing !== undefined) return { standing: 'missing', because: failureOf(missing.error).message };
  if (unable !== undefined) return { standing: 'unable', because: unable.because ?? `it ${unable.lacks}` };
  if (candidate !== undefined) return findAble(candidate, request, facts.chosen);
  if (facts.located.some((one) => one.backend.id === backend))
    return { standing: 'unable', because: 'nobody asked what it offers' };
  if (isNamed(request.backend)) return { standing: 'unable', because: `${request.backend} is named` };
  return undefined;
}

/** Of a named backend nothing was read. */
function findAble(
  { backend, headroom }: Candidate,
  request: ConsultRequest,
  chosen: BackendId | undefined,
): Finding {
  const known = isNamed(request.backend) ? {} : { headroom };
  if (backend === chosen) return { standing: 'chosen', ...known };
  if (headroom.limited === undefined) return { standing: 'able', ...known };
  return { standing: 'limited', ...known, because: `it ${limitedWords(headroom.limited)}` };
}

import type { BackendExamination, CatalogRequest, Catalogs, Executable } from '@coagent8/backends';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, Failure, QuotaReading } from '@coagent8/contracts';

import { askedWith, isAllowed, locateAgent } from './agent-request.js';
import type { AgentRequest } from './agent-request.js';
import type { Part } from './judge-health.js';
import { listingWithout, readListing } from './read-listing.js';
import type { Listing } from './read-listing.js';

/** What one agent said, part by part. */
export interface ExaminedAgent {
  readonly backend: BackendId;
  /** Why it was not found. */
  readonly missing?: Failure;
  readonly executable?: Executable;
  readonly examination: Part<BackendExamination>;
  readonly listing: ListingPart;
  readonly reading: Part<QuotaReading>;
}

/** A listing; where the agent could not be asked, with what is known without it. */
export type ListingPart = Part<Listing> & { readonly result: Listing };

/** An examination that has begun. Neither promise rejects. */
export interface StartedExamination {
  /** Known before the rest is. */
  readonly listing: Promise<ListingPart>;
  readonly examined: Promise<ExaminedAgent>;
}

/** What an agent is asked through. */
export interface AgentQuestions {
  readonly catalogs: Catalogs;
  /** Whether it is asked for its limits. */
  readonly readsQuotas: boolean;
}

/**
 * Asks one agent all that it can be asked without a turn, side by side: one part that hangs or fails costs the others
 * nothing. Of one that `routing.allowedBackends` leaves out only the profile is examined: nothing of its account is asked.
 * Ends when all parts have, at the latest by the signal of the request.
 */
export function examineAgent(request: AgentRequest, questions: AgentQuestions): StartedExamination {
  const { backend, configuration } = request;
  const configuredDefault = configuration?.backends[backend.id].defaultModel;
  const located = partOf(() => locateAgent(request));
  const ask = async <Answer>(question: (asked: CatalogRequest) => Promise<Answer>): Promise<Part<Answer>> => {
    const { result: executable } = await located;
    return executable === undefined ? {} : partOf(() => question(askedWith(request, executable)));
  };
  const askAccount: typeof ask = (question) =>
    isAllowed(request) === false ? Promise.resolve({}) : ask(question);
  const examination = ask(backend.examine);
  const listing = askAccount((asked) =>
    readListing(questions.catalogs, { ...asked, isFresh: true }, configuredDefault),
  ).then((part): ListingPart => ({ result: listingWithout(backend.id, configuredDefault), ...part }));
  const reading = questions.readsQuotas ? askAccount(backend.readQuota) : Promise.resolve({});
  return { listing, examined: together() };

  async function together(): Promise<ExaminedAgent> {
    const { result: executable, failure: missing } = await located;
    return {
      backend: backend.id,
      ...(executable === undefined ? {} : { executable }),
      ...(missing === undefined ? {} : { missing }),
      examination: await examination,
      listing: await listing,
      reading: await reading,
    };
  }
}

async function partOf<Result>(ask: () => Promise<Result>): Promise<Part<Result>> {
  try {
    return { result: await ask() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

import type { Backend, Executable } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import type { ConsultRequest, Failure, Warning } from '@coagent8/contracts';
import { findListed } from '@coagent8/models';
import type { ModelCatalog, SelectionFacts } from '@coagent8/models';

/** A backend that was found on this machine. */
export interface LocatedBackend {
  readonly backend: Backend;
  readonly executable: Executable;
}

/** What one backend offers, as far as it could be learnt. */
export interface Offer extends LocatedBackend {
  /** Absent where the agent could not be asked. */
  readonly catalog?: ModelCatalog;
  /** Why there is no catalog. */
  readonly catalogFailure?: Failure;
  /** What the wanted name stands for, where the catalog does not list it and the agent says so. */
  readonly resolvedName?: string;
  /** What the agent said of a wanted name that it does not have: the backend cannot run this turn. */
  readonly refusal?: unknown;
  /** What could not be read or kept. */
  readonly warnings: readonly Warning[];
}

/** What the turn's model is selected from, prices and rules aside. Pure. */
export function selectionFactsOf(
  { backend: { id }, catalog, resolvedName }: Offer,
  request: ConsultRequest,
  configuration: Configuration,
): Omit<SelectionFacts, 'prices' | 'governance'> {
  const { model, reasoningEffort, outputPriceBelow } = request;
  const { defaultModel } = configuration.backends[id];
  return {
    backend: id,
    wish: {
      ...(model === undefined ? {} : { model }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      ...(defaultModel === undefined ? {} : { configuredDefault: defaultModel }),
    },
    ...(outputPriceBelow === undefined ? {} : { outputPriceBelow }),
    ...(catalog === undefined ? {} : { catalog }),
    ...(resolvedName === undefined ? {} : { resolvedName }),
  };
}

/** Whether a catalog has a row for `name`. Pure. */
export function isListed(catalog: ModelCatalog | undefined, name: string): boolean {
  return catalog !== undefined && findListed(catalog, name) !== undefined;
}

/**
 * The offers that a named model may come from: those that list it; where none does, those whose agents may run names that
 * they do not list; where there are none of these either, all of them, so that each says what it lacks. Pure.
 */
export function offersOf(model: string | undefined, offers: readonly Offer[]): readonly Offer[] {
  if (model === undefined) return offers;
  const listing = offers.filter(({ catalog }) => isListed(catalog, model));
  if (listing.length > 0) return listing;
  const open = offers.filter(({ catalog }) => catalog?.isComplete !== true);
  return open.length > 0 ? open : offers;
}

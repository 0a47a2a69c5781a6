import type { CatalogRequest, Catalogs } from '@coagent8/backends';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, Warning } from '@coagent8/contracts';
import { findListed } from '@coagent8/models';
import type { ModelCatalog } from '@coagent8/models';

/** What an agent offers, before prices are known. */
export interface Listing {
  readonly backend: BackendId;
  readonly configuredDefault?: string;
  /** Absent where it could not be asked. */
  readonly catalog?: ModelCatalog;
  /** When the agent said so, ISO 8601 in UTC. */
  readonly readAt?: string;
  /** What the name of the default stands for, where the catalog does not list it. */
  readonly resolvedName?: string;
  readonly warnings: readonly Warning[];
}

/**
 * Reads what an agent offers, and what the name of its default stands for where only the agent can say so: where it does not,
 * that is a warning. Throws as `Catalogs.read`.
 */
export async function readListing(
  catalogs: Catalogs,
  request: CatalogRequest,
  configuredDefault: string | undefined,
): Promise<Listing> {
  const { catalog, readAtMs, warnings } = await catalogs.read(request);
  const known = {
    ...listingWithout(request.backend.id, configuredDefault),
    catalog,
    readAt: new Date(readAtMs).toISOString(),
    warnings,
  };
  return { ...known, ...(await resolveDefault(catalogs, request, known)) };
}

/** What is known of an agent that was not asked. Pure. */
export function listingWithout(backend: BackendId, configuredDefault: string | undefined): Listing {
  return { backend, ...(configuredDefault === undefined ? {} : { configuredDefault }), warnings: [] };
}

async function resolveDefault(
  catalogs: Catalogs,
  request: CatalogRequest,
  { catalog, configuredDefault, warnings }: Listing & { readonly catalog: ModelCatalog },
): Promise<Partial<Listing>> {
  const { backend } = request;
  const model = configuredDefault ?? catalog.agentDefault?.model;
  if (backend.resolveModel === undefined || model === undefined) return {};
  if (catalog.isComplete || findListed(catalog, model) !== undefined) return {};
  try {
    return { resolvedName: await catalogs.resolve({ ...request, model }) };
  } catch (error) {
    const message = `${backend.id} did not say what its default model stands for: ${failureOf(error).message}`;
    return { warnings: [...warnings, { code: 'CATALOG_UNAVAILABLE', message }] };
  }
}

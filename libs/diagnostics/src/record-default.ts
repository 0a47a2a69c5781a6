import { recordDefaultModel } from '@coagent8/config';
import type { Locations } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { Environment, Warning } from '@coagent8/contracts';
import type { ModelCatalog } from '@coagent8/models';
import { redactDiagnostic } from '@coagent8/security';

import type { BackendHealth, ModelsHealth, SignIn } from './health-report.js';

/** Where a default is recorded, and how. */
export interface DefaultRecorder {
  readonly locations: Locations;
  readonly environment: Environment;
  /** Default: `recordDefaultModel` of the configuration. */
  readonly record?: typeof recordDefaultModel;
  /** Once it aborts, nothing is written any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a default that may be worth recording. */
export interface DefaultFacts {
  readonly authentication: SignIn | undefined;
  readonly catalog: ModelCatalog | undefined;
  readonly byDefault: ModelsHealth['default'];
}

/**
 * The model that is to be recorded as the default: the agent's own choice, where neither the configuration nor the agent's
 * settings name one, somebody is signed in, and the list says what the account has: it is complete, or marks the row. What
 * the user's rules deny is never recorded. Pure.
 */
export function defaultToRecord({ authentication, catalog, byDefault }: DefaultFacts): string | undefined {
  if (byDefault?.defaultSource !== 'catalog') return undefined;
  if (authentication?.state !== 'present' && authentication?.state !== 'verified') return undefined;
  if (byDefault.approval === undefined || byDefault.approval.outcome === 'deny') return undefined;
  const row = catalog?.models.find(({ id }) => id === byDefault.model);
  return catalog?.isComplete === true || row?.isDefault === true ? byDefault.model : undefined;
}

/**
 * Writes `model` as the default of `backend` into the configuration file where nobody has named one by now, and its name may
 * leave as it is: an agent may take a credential or a path for one. Never rejects: what fails is a warning.
 */
export async function recordDefault(
  { record = recordDefaultModel, signal, ...place }: DefaultRecorder,
  { backend, model }: { readonly backend: BackendHealth['backend']; readonly model: string },
): Promise<{ readonly recorded?: ModelsHealth['recorded']; readonly warnings: readonly Warning[] }> {
  const field = `backends.${backend}.defaultModel`;
  try {
    if ((await redactDiagnostic(model, place.environment)) !== model) return { warnings: [] };
    const isWritten = await record(place, { backend, model, signal });
    if (!isWritten) return { warnings: [] };
    return { recorded: { field, undo: `coagent8 config unset ${field}` }, warnings: [] };
  } catch (error) {
    const message = `the default model of ${backend} could not be recorded: ${failureOf(error).message}`;
    return { warnings: [{ code: 'STORE_FAILED', message }] };
  }
}

import type { BackendModels } from './report-models.js';

/**
 * Whether an agent is simply not installed: nobody named a place for it, and nothing was found in the usual ones. Few have
 * all agents; one that was named and is not there is a slip of the user's. Pure.
 */
export function isPlainlyMissing({ state, failure }: Pick<BackendModels, 'state' | 'failure'>): boolean {
  if (state !== 'missing') return false;
  return (
    failure === undefined || (failure.code === 'CLI_NOT_FOUND' && failure.details?.['setting'] === undefined)
  );
}

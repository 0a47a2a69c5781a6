import type { Backend } from '@coagent8/backends';
import { loadConfig, locationsOf } from '@coagent8/config';
import type { Configuration } from '@coagent8/config';
import type { BackendId, ConsultRequest, Quotas, Warning, WorkspaceChoice } from '@coagent8/contracts';
import { isNestedTurn } from '@coagent8/runtime';
import { checkContextFiles, chooseWorkspace } from '@coagent8/workspace';

import { nestedTurn } from './errors.js';
import type { LocatedBackend } from './offer.js';
import { isNamed } from './route.js';
import type { TurnDependencies } from './turn-dependencies.js';
import { readQuotas } from './use-quotas.js';

/** An allowed backend that was looked for and not found. */
export interface MissingBackend {
  readonly backend: BackendId;
  /** What its discovery threw, saying what was tried. */
  readonly error: unknown;
}

/** All that a turn's backend is chosen from, what the agents offer apart. */
export interface TurnFacts {
  readonly configuration: Configuration;
  readonly workspace: WorkspaceChoice;
  readonly contextFiles: readonly string[];
  /** The named backend alone, or every allowed one that was found; perhaps none. */
  readonly located: readonly LocatedBackend[];
  readonly missing: readonly MissingBackend[];
  /** Those that `routing.allowedBackends` leaves out: nobody looked for them. */
  readonly notAllowed: readonly BackendId[];
  /** What is known of the agents' limits. Nothing is read, and nothing is in it, where the backend is named. */
  readonly quotas: Quotas;
  /** The wall clock by which limits are judged, in milliseconds since 1970. */
  readonly nowMs: number;
  /** What could not be read. */
  readonly warnings: readonly Warning[];
}

/**
 * Reads what this request needs and nothing else: a named backend is the only one looked for. That none is found is a fact;
 * what it means is decided later.
 *
 * @throws CoAgentError `POLICY_DENIED` for a nested turn (before anything is probed) and an invalid configuration;
 * `INPUT_LIMIT` for the workspace and context files; the signal's reason when it is aborted.
 */
export async function gatherFacts(
  { environment, backends, quotas, wallClock }: Omit<TurnDependencies, 'catalogs' | 'prices' | 'now'>,
  request: ConsultRequest,
  signal: AbortSignal,
): Promise<TurnFacts> {
  if (await isNestedTurn(environment)) throw nestedTurn();
  const configuration = await loadConfig({ locations: locationsOf(environment), environment });
  const workspace = await chooseWorkspace({
    ...(request.workspacePath === undefined ? {} : { explicitPath: request.workspacePath }),
    roots: request.origin.roots,
    directory: request.origin.directory,
    homeDirectory: environment.homeDirectory,
    platform: environment.platform,
  });
  const contextFiles = await checkContextFiles(workspace.path, request.contextFiles ?? []);
  signal.throwIfAborted();
  const { allowedBackends } = configuration.routing;
  const isAllowed = ({ id }: Backend) => allowedBackends.includes(id);
  const inQuestion = backends.filter(({ id }) => !isNamed(request.backend) || id === request.backend);
  const searched = await Promise.all(inQuestion.filter(isAllowed).map(search));
  signal.throwIfAborted();
  const known = isNamed(request.backend) ? NOTHING_KNOWN : await readQuotas(quotas, signal);
  signal.throwIfAborted();
  return {
    configuration,
    workspace,
    contextFiles,
    located: searched.flatMap((found) => ('executable' in found ? [found] : [])),
    missing: searched.flatMap((found) => ('error' in found ? [found] : [])),
    notAllowed: inQuestion.filter((backend) => !isAllowed(backend)).map(({ id }) => id),
    ...known,
    nowMs: wallClock(),
  };

  async function search(backend: Backend): Promise<LocatedBackend | MissingBackend> {
    const { executable: configuredExecutable } = configuration.backends[backend.id];
    try {
      const executable = await backend.locate({
        environment,
        workspacePath: workspace.path,
        ...(configuredExecutable === undefined ? {} : { configuredExecutable }),
      });
      return { backend, executable };
    } catch (error) {
      return { backend: backend.id, error };
    }
  }
}

const NOTHING_KNOWN = { quotas: {}, warnings: [] } as const;

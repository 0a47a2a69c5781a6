import type { Backend } from '@coagent8/backends';
import { loadConfig, locationsOf } from '@coagent8/config';
import type { Configuration } from '@coagent8/config';
import type { BackendId, ConsultRequest, WorkspaceChoice } from '@coagent8/contracts';
import { isNestedTurn } from '@coagent8/runtime';
import { checkContextFiles, chooseWorkspace } from '@coagent8/workspace';

import { backendNotAllowed, nestedTurn, nothingLocated } from './errors.js';
import { gatherModels } from './gather-models.js';
import type { ModelFacts } from './gather-models.js';
import type { LocatedBackend } from './offer.js';
import { isNamed } from './route.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** All that a plan is made from. */
export interface TurnFacts {
  readonly configuration: Configuration;
  readonly workspace: WorkspaceChoice;
  readonly contextFiles: readonly string[];
  /** The named backend alone, or every allowed one that was found; at least one. */
  readonly located: readonly LocatedBackend[];
  readonly models: ModelFacts;
}

/**
 * Reads what this request needs and nothing else: a named backend is the only one looked for.
 *
 * @throws CoAgentError `POLICY_DENIED` for a nested turn (before anything is probed), an invalid configuration or a
 * backend that is not allowed; `INPUT_LIMIT` for the workspace and context files; `CLI_NOT_FOUND` where no wanted backend
 * is found, saying what was tried; the signal's reason when it is aborted.
 */
export async function gatherFacts(
  dependencies: TurnDependencies,
  request: ConsultRequest,
  signal: AbortSignal,
): Promise<TurnFacts> {
  const { environment, backends } = dependencies;
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
  const wanted = wantedBackends(request, configuration, backends);
  const located = await locateAll(wanted, configuration);
  signal.throwIfAborted();
  const gathering = { request, configuration, located, workspacePath: workspace.path, signal };
  const models = await gatherModels(dependencies, gathering);
  return { configuration, workspace, contextFiles, located, models };

  async function locateAll(
    sought: readonly Backend[],
    { backends: settings }: Configuration,
  ): Promise<readonly LocatedBackend[]> {
    const searched = await Promise.allSettled(
      sought.map(async (backend): Promise<LocatedBackend> => {
        const { executable: configuredExecutable } = settings[backend.id];
        const executable = await backend.locate({
          environment,
          workspacePath: workspace.path,
          ...(configuredExecutable === undefined ? {} : { configuredExecutable }),
        });
        return { backend, executable };
      }),
    );
    const found = searched.flatMap((search) => (search.status === 'fulfilled' ? [search.value] : []));
    if (found.length > 0) return found;
    throw nothingLocated(searched.flatMap((search) => ('reason' in search ? [search.reason] : [])));
  }
}

function wantedBackends(
  request: ConsultRequest,
  configuration: Configuration,
  backends: readonly Backend[],
): readonly Backend[] {
  const allowed = configuration.routing.allowedBackends;
  const named: BackendId | undefined = isNamed(request.backend) ? request.backend : undefined;
  if (named === undefined) return backends.filter(({ id }) => allowed.includes(id));
  if (!allowed.includes(named)) throw backendNotAllowed(named, allowed);
  return backends.filter(({ id }) => id === named);
}

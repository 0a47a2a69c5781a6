import type { Backend, Executable } from '@coagent8/backends';
import { loadConfig, locationsOf } from '@coagent8/config';
import type { Configuration } from '@coagent8/config';
import type { BackendId, ConsultRequest, WorkspaceChoice } from '@coagent8/contracts';
import { isNestedTurn } from '@coagent8/runtime';
import { checkContextFiles, chooseWorkspace } from '@coagent8/workspace';

import { approvalRulesNotApplied, backendNotAllowed, nestedTurn, nothingLocated } from './errors.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** A backend that was found on this machine. */
export interface LocatedBackend {
  readonly backend: Backend;
  readonly executable: Executable;
}

/** All that a plan is made from. */
export interface TurnFacts {
  readonly configuration: Configuration;
  readonly workspace: WorkspaceChoice;
  readonly contextFiles: readonly string[];
  /** The named backend alone, or every allowed one that was found; at least one. */
  readonly located: readonly LocatedBackend[];
}

/**
 * Reads what this request needs and nothing else: a named backend is the only one looked for.
 *
 * @throws CoAgentError `POLICY_DENIED` for a nested turn (before anything is probed), an invalid configuration, approval
 * rules or a backend that is not allowed; `INPUT_LIMIT` for the workspace and context files; `CLI_NOT_FOUND` where no
 * wanted backend is found, saying what was tried; the signal's reason when it is aborted.
 */
export async function gatherFacts(
  { environment, backends }: TurnDependencies,
  request: ConsultRequest,
  signal: AbortSignal,
): Promise<TurnFacts> {
  if (await isNestedTurn(environment)) throw nestedTurn();
  const configuration = await loadConfig({ locations: locationsOf(environment), environment });
  requireNoApprovalRules(configuration);
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
  const searched = await Promise.allSettled(wanted.map((backend) => locate(backend, workspace.path)));
  signal.throwIfAborted();
  const located = searched.flatMap((search) => (search.status === 'fulfilled' ? [search.value] : []));
  if (located.length === 0)
    throw nothingLocated(searched.flatMap((search) => ('reason' in search ? [search.reason] : [])));
  return { configuration, workspace, contextFiles, located };

  async function locate(backend: Backend, workspacePath: string): Promise<LocatedBackend> {
    const configuredExecutable = configuration.backends[backend.id].executable;
    const executable = await backend.locate({
      environment,
      workspacePath,
      ...(configuredExecutable === undefined ? {} : { configuredExecutable }),
    });
    return { backend, executable };
  }
}

/** A rule that cannot be obeyed must not be passed over. */
function requireNoApprovalRules({ governance: { models } }: Configuration): void {
  if (models.deny.length > 0 || models.ask.length > 0) throw approvalRulesNotApplied();
}

function wantedBackends(
  request: ConsultRequest,
  configuration: Configuration,
  backends: readonly Backend[],
): readonly Backend[] {
  const allowed = configuration.routing.allowedBackends;
  const named = request.backend;
  if (!isNamed(named)) return backends.filter(({ id }) => allowed.includes(id));
  if (!allowed.includes(named)) throw backendNotAllowed(named, allowed);
  return backends.filter(({ id }) => id === named);
}

function isNamed(choice: ConsultRequest['backend']): choice is BackendId {
  return choice !== 'auto' && choice !== 'smart_quota';
}

import type { Backend, CatalogRequest, Executable } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';

/** One agent, and what a turn would give it. */
export interface AgentRequest {
  readonly backend: Backend;
  readonly environment: Environment;
  /** Absent where it cannot be used. */
  readonly configuration: Configuration | undefined;
  readonly signal: AbortSignal;
}

/** Finds the program of an agent as a turn does. Starts nothing. Throws as `Backend.locate`. */
export function locateAgent({ backend, environment, configuration }: AgentRequest): Promise<Executable> {
  const configured = configuration?.backends[backend.id].executable;
  return backend.locate({
    environment,
    workspacePath: environment.workingDirectory,
    ...(configured === undefined ? {} : { configuredExecutable: configured }),
  });
}

/** What an agent is asked with: the same as a turn in the working directory. Pure. */
export function askedWith(request: AgentRequest, executable: Executable): CatalogRequest {
  const { backend, environment, configuration, signal } = request;
  return {
    backend,
    executable,
    environment,
    workspacePath: environment.workingDirectory,
    passVariables: configuration?.backends[backend.id].env ?? [],
    trustedWorkspaces: configuration?.backends.agy.trustedWorkspaces ?? [],
    signal,
  };
}

/** Whether `routing.allowedBackends` has it; undefined where the configuration cannot be read. Pure. */
export function isAllowed({
  backend,
  configuration,
}: Pick<AgentRequest, 'backend' | 'configuration'>): boolean | undefined {
  return configuration?.routing.allowedBackends.includes(backend.id);
}

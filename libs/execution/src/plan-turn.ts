import type { Backend, Executable } from '@coagent8/backends';
import type { ConsultRequest, WorkspaceChoice } from '@coagent8/contracts';
import { chooseModel } from '@coagent8/models';
import type { ModelChoice } from '@coagent8/models';

import type { TurnFacts } from './gather-facts.js';
import { consultPrompt } from './prompts.js';
import { chooseRoute } from './route.js';

/** Everything decided before anything is started. */
export interface TurnPlan {
  readonly backend: Backend;
  readonly backendReason: string | undefined;
  readonly executable: Executable;
  readonly workspace: WorkspaceChoice;
  readonly model: ModelChoice;
  readonly prompt: string;
  /** Names of further environment variables that the user wants the agent to have. */
  readonly passVariables: readonly string[];
  /** Workspaces whose own hooks and servers the user accepts. */
  readonly trustedWorkspaces: readonly string[];
}

/**
 * Decides a turn. Pure.
 *
 * @throws CoAgentError `INPUT_LIMIT` for an impossible model name, `POLICY_DENIED` where it is the configured default.
 */
export function planTurn(request: ConsultRequest, facts: TurnFacts): TurnPlan {
  const { configuration, located, workspace, contextFiles } = facts;
  const route = chooseRoute({
    requested: request.backend,
    configuredDefault: configuration.defaultBackend,
    installed: located.map(({ backend }) => backend.id),
    caller: request.origin.caller,
  });
  const chosen = located.find(({ backend }) => backend.id === route.backend);
  if (chosen === undefined) throw new Error(`the route chose ${route.backend}, which was not located`);
  const settings = configuration.backends[route.backend];
  return {
    ...chosen,
    backendReason: route.reason,
    workspace,
    model: chooseModel({
      ...(request.model === undefined ? {} : { model: request.model }),
      ...(request.reasoningEffort === undefined ? {} : { reasoningEffort: request.reasoningEffort }),
      ...(settings.defaultModel === undefined ? {} : { configuredDefault: settings.defaultModel }),
    }),
    prompt: consultPrompt({ request, contextFiles, note: chosen.backend.promptNote }),
    passVariables: settings.env,
    trustedWorkspaces: configuration.backends.agy.trustedWorkspaces,
  };
}

import type { Backend, Executable } from '@coagent8/backends';
import type { ConsultRequest, PriceEvidence, WorkspaceChoice } from '@coagent8/contracts';
import type { ModelSelection, SelectionFacts } from '@coagent8/models';

import { chooseBackend } from './choose-backend.js';
import type { TurnFacts } from './gather-facts.js';
import type { ModelFacts } from './gather-models.js';
import { consultPrompt } from './prompts.js';
import { wantedModel } from './route-found.js';
import { isNamed } from './route.js';

/** Everything decided before anything is started. */
export interface TurnPlan {
  readonly backend: Backend;
  readonly backendReason: string | undefined;
  readonly executable: Executable;
  readonly workspace: WorkspaceChoice;
  readonly selection: ModelSelection;
  /** What the selection was made from: a model that the agent reports is judged by it as well. */
  readonly selectionFacts: SelectionFacts;
  /** The model as the turn names it to its agent; absent where the agent's own default runs. */
  readonly wantedModel: string | undefined;
  /** Whether cooldowns of the backend may be known, which an answer would end: some are, or the backend is named. */
  readonly mayEndCooldowns: boolean;
  /** The price to be shown: where a limit is set, or the user has to be asked. */
  readonly shownPrice: PriceEvidence | undefined;
  readonly prompt: string;
  /** Names of further environment variables that the user wants the agent to have. */
  readonly passVariables: readonly string[];
  /** Workspaces whose own hooks and servers the user accepts. */
  readonly trustedWorkspaces: readonly string[];
}

/**
 * Decides a turn. Pure.
 *
 * @throws CoAgentError as `chooseBackend`: `INPUT_LIMIT`, `MODEL_UNAVAILABLE`, `POLICY_DENIED`, `RATE_LIMITED`.
 */
export function planTurn(
  request: ConsultRequest,
  facts: TurnFacts & { readonly models: ModelFacts },
): TurnPlan {
  const { configuration, workspace, contextFiles } = facts;
  const { offer, reason, selection, selectionFacts } = chooseBackend(request, facts);
  const { backend, executable } = offer;
  const { defaultModel: configuredModel, env: passVariables } = configuration.backends[backend.id];
  const isPriceShown = request.outputPriceBelow !== undefined || selection.approval.outcome === 'ask';
  return {
    backend,
    executable,
    backendReason: reason,
    workspace,
    selection,
    selectionFacts,
    wantedModel: wantedModel({ request, configuredModel, choice: selection.choice }),
    mayEndCooldowns: isNamed(request.backend) || facts.quotas[backend.id]?.cooldowns[0] !== undefined,
    shownPrice: isPriceShown ? selection.price : undefined,
    prompt: consultPrompt({ request, contextFiles, note: backend.promptNote }),
    passVariables,
    trustedWorkspaces: configuration.backends.agy.trustedWorkspaces,
  };
}

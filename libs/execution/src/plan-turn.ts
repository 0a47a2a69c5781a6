import type { Backend, Executable } from '@coagent8/backends';
import type { ConsultRequest, PriceEvidence, WorkspaceChoice } from '@coagent8/contracts';
import type { ModelSelection, SelectionFacts } from '@coagent8/models';

import { chooseBackend } from './choose-backend.js';
import type { TurnFacts } from './gather-facts.js';
import { consultPrompt } from './prompts.js';

/** Everything decided before anything is started. */
export interface TurnPlan {
  readonly backend: Backend;
  readonly backendReason: string | undefined;
  readonly executable: Executable;
  readonly workspace: WorkspaceChoice;
  readonly selection: ModelSelection;
  /** What the selection was made from: a model that the agent reports is judged by it as well. */
  readonly selectionFacts: SelectionFacts;
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
 * @throws CoAgentError What the selection of a model throws: `INPUT_LIMIT`, `MODEL_UNAVAILABLE`, `POLICY_DENIED`.
 */
export function planTurn(request: ConsultRequest, facts: TurnFacts): TurnPlan {
  const { configuration, workspace, contextFiles } = facts;
  const { offer, reason, selection, selectionFacts } = chooseBackend(request, facts);
  const { backend, executable } = offer;
  const isPriceShown = request.outputPriceBelow !== undefined || selection.approval.outcome === 'ask';
  return {
    backend,
    executable,
    backendReason: reason,
    workspace,
    selection,
    selectionFacts,
    shownPrice: isPriceShown ? selection.price : undefined,
    prompt: consultPrompt({ request, contextFiles, note: backend.promptNote }),
    passVariables: configuration.backends[backend.id].env,
    trustedWorkspaces: configuration.backends.agy.trustedWorkspaces,
  };
}

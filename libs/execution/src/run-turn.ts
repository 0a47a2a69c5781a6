import { createAnswerCollector } from '@coagent8/backends';
import type { CollectedAnswer } from '@coagent8/backends';
import type { BackendEvent, Environment, Failure, TurnProgress } from '@coagent8/contracts';
import { requireReport, sameModel, shownModel } from '@coagent8/models';
import type { Prices } from '@coagent8/models';
import { redactDiagnostic } from '@coagent8/security';

import { createReportJudge } from './judge-reports.js';
import { createNewestFirst } from './newest-first.js';
import type { TurnPlan } from './plan-turn.js';
import type { TurnRecord } from './turn-record.js';

/** A turn that came to its end: what the agent said, and its failure where it failed. */
export interface RanTurn {
  readonly plan: TurnPlan;
  readonly collected: CollectedAnswer;
  readonly failure: Failure | undefined;
}

/** Longest label of an operation in progress messages, in characters. */
const LABEL_MAX_CHARACTERS = 120;

/**
 * Runs the plan and folds what the backend says. A failure of the agent is in the result.
 *
 * @throws CoAgentError `POLICY_DENIED` where the agent begins with a model that nobody knows, and rules might forbid it; it
 * is then stopped; also where it reports a model that turns out to cost more than the rules or the limit allow.
 */
export async function runTurn(run: {
  readonly plan: TurnPlan;
  readonly environment: Environment;
  readonly prices: Pick<Prices, 'read'>;
  readonly record: TurnRecord;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TurnProgress) => void;
}): Promise<RanTurn> {
  const { plan, environment, prices, record, signal, onProgress } = run;
  const collector = createAnswerCollector();
  let failure: Failure | undefined;
  let operations = 0;
  let otherModel: string | undefined;
  const labels = createNewestFirst(async (label: string) => onProgress(await describe(label)));
  const { selection, selectionFacts } = plan;
  const { model, reasoningEffort } = selection.choice;
  const judge = createReportJudge({ plan, prices, signal, warn: record.warn });
  const events = plan.backend.startTurn({
    executable: plan.executable,
    prompt: plan.prompt,
    workspacePath: plan.workspace.path,
    environment,
    passVariables: plan.passVariables,
    trustedWorkspaces: plan.trustedWorkspaces,
    signal: AbortSignal.any([signal, judge.refused]),
    requireModel: judge.require,
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  });
  for await (const event of events) {
    collector.accept(event);
    if (event.type === 'started') noteStart(event);
    else if (event.type === 'warning') record.warn(event.warning);
    else if (event.type === 'failed') failure = event.failure;
    else if (event.type === 'operation-completed') operations += 1;
    else if (event.type === 'operation-started') labels.offer(event.label);
  }
  await labels.settled();
  const collected = collector.collected();
  record.note({ operations: collected.operations });
  await judge.settled();
  if (failure === undefined && judge.isCut()) signal.throwIfAborted();
  notePrice();
  return { plan, collected, failure };

  function noteStart(event: Extract<BackendEvent, { type: 'started' }>): void {
    const { evidence, agentVersion } = event;
    if (event.model === undefined) requireReport({ selection, facts: selectionFacts });
    record.note({ evidence, model: event.model, reasoningEffort: event.reasoningEffort, agentVersion });
    const difference = differenceOf(plan, event);
    if (difference !== undefined) {
      record.warn({ code: 'MODEL_DIFFERS', message: difference });
      otherModel = event.model;
    }
    onProgress({ type: 'phase', phase: 'working', backend: plan.backend.id });
  }

  /** The price that is shown is that of the model that ran, or none. */
  function notePrice(): void {
    if (otherModel === undefined || plan.shownPrice === undefined) return;
    record.withdraw('price');
    record.note({ price: judge.priceOf(otherModel) });
  }

  async function describe(label: string): Promise<TurnProgress> {
    const line = await redactDiagnostic(label, { homeDirectory: environment.homeDirectory });
    return {
      type: 'operation',
      operations,
      label: shorten(line.replaceAll('\n', ' ')),
    };
  }
}

/** How the model that the agent reports differs from the selected one, where it does. */
function differenceOf(
  { backend, selection: { choice, governed } }: TurnPlan,
  { model, askedModel }: { readonly model?: string; readonly askedModel?: string },
): string | undefined {
  const asked = choice.model;
  if (asked === undefined || model === undefined) return undefined;
  const isSame = sameModel(askedModel ?? governed?.id ?? asked, model);
  return isSame
    ? undefined
    : `${shownModel(asked)} was asked for, ${backend.id} reports ${shownModel(model)}`;
}

/** Cuts between characters, never inside one. */
function shorten(line: string): string {
  return [...line].slice(0, LABEL_MAX_CHARACTERS).join('');
}

import { delimiter, dirname } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import type { BackendEvent, QuotaReading } from '@coagent8/contracts';
import type { ModelCatalog } from '@coagent8/models';
import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import type { AgentWorld, TempWorkspace } from '@coagent8/testing';

import type { Backend, BackendTurn } from '../../src/backend.js';
import { playTurn } from '../run-turn.js';
import type { PlayedTurn } from '../run-turn.js';
import type { Fault, ModelAct, Subject } from './subject.js';
import { witnessesOf } from './witness.js';
import type { Witness } from './witness.js';

/** A variable of the host that nobody named for the agent. */
export const SECRET = { name: 'DEPLOY_TOKEN', value: 'a-secret-of-the-host' } as const;
/** Why a turn is stopped where a case does not say. */
export const CANCELLED = new CoAgentError('ABORTED', 'the caller cancelled');

/** Names the fault to a stand-in. */
const FAULT_VARIABLE = 'CONFORMANCE_FAULT';

/** How a turn is played. */
export interface PlayOptions {
  /** Replaces the prompt of the act. */
  readonly prompt?: string;
  /** ARG of the prompt. */
  readonly argument?: string;
  readonly model?: string;
  readonly reasoningEffort?: string;
  readonly requireModel?: BackendTurn['requireModel'];
  /** Called when the agent's process runs, before anything is sent to it. */
  readonly onSpawn?: (agent: OwnedProcess, stop: () => void) => void;
  /** Called with each event as it comes. */
  readonly onEvent?: (event: BackendEvent, stop: () => void) => void;
  /** When the turn is stopped, in milliseconds from its beginning. */
  readonly stopAfterMs?: number;
  /** Why it is stopped. Default {@link CANCELLED}. */
  readonly reason?: CoAgentError;
}

/** A turn as it was. */
export interface StagedTurn extends PlayedTurn {
  /** From the stop to the ending, in milliseconds; `NaN` where the turn was not stopped. */
  readonly stopMs: number;
}

/** A question without a turn that failed, or was stopped. */
export interface StagedQuestion {
  readonly error: unknown;
  /** From the stop to the failure, in milliseconds; `NaN` where it was not stopped. */
  readonly stopMs: number;
}

/** What a case is played on: one agent, in a world and a workspace of its own. */
export interface Stage {
  readonly subject: Subject;
  readonly play: (act: ModelAct, options?: PlayOptions) => Promise<StagedTurn>;
  /** Plays a turn on the stand-in. */
  readonly playFault: (fault: Fault, options?: PlayOptions) => Promise<StagedTurn>;
  readonly list: (signal?: AbortSignal) => Promise<ModelCatalog>;
  /** Has the stand-in list its models, which must fail. */
  readonly listFault: (
    fault: Fault,
    options?: Pick<PlayOptions, 'stopAfterMs' | 'reason'>,
  ) => Promise<StagedQuestion>;
  readonly readQuota: (signal?: AbortSignal) => Promise<QuotaReading>;
  /** Has the stand-in tell its limits, which must fail. */
  readonly quotaFault: (
    fault: Fault,
    options?: Pick<PlayOptions, 'stopAfterMs' | 'reason'>,
  ) => Promise<StagedQuestion>;
  /** The bare events of a turn. */
  readonly begin: (act: ModelAct, signal: AbortSignal) => AsyncIterable<BackendEvent>;
  /** All that has reached the model so far. */
  readonly spoken: () => string;
  /** Every living process that was given this world's home. */
  readonly witnesses: () => Promise<readonly Witness[]>;
}

/** Cases by what they say of an agent. */
export type Cases = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/** Makes a {@link Stage}. */
export function createStage(subject: Subject, world: AgentWorld, workspace: TempWorkspace): Stage {
  const promptOf = (act: ModelAct, argument?: string) =>
    `${subject.prompts[act]}${argument === undefined ? '' : ` ARG=${JSON.stringify(argument)}`}`;
  const turnOf = (prompt: string, signal: AbortSignal): BackendTurn => ({
    executable: { path: world.binary, source: 'environment' },
    prompt,
    workspacePath: workspace.path,
    environment: {
      variables: { ...world.variables, [SECRET.name]: SECRET.value },
      platform: process.platform,
      homeDirectory: world.home,
      workingDirectory: world.home,
    },
    passVariables: [],
    signal,
  });
  /** The stand-ins are programs of the Node that runs the tests. */
  const onStandIn = (turn: BackendTurn, fault: Fault): BackendTurn => {
    const PATH = [dirname(process.execPath), world.variables['PATH']].join(delimiter);
    const variables = { ...turn.environment.variables, PATH, [FAULT_VARIABLE]: fault };
    return {
      ...turn,
      executable: { path: subject.standIn, source: 'environment' },
      environment: { ...turn.environment, variables },
      passVariables: [FAULT_VARIABLE],
    };
  };
  return {
    subject,
    play: (act, options = {}) =>
      playStaged(subject.createBackend, options, (signal) =>
        withModel(turnOf(options.prompt ?? promptOf(act, options.argument), signal), options),
      ),
    playFault: (fault, options = {}) =>
      playStaged(subject.createBackend, options, (signal) =>
        onStandIn(turnOf('What is this?', signal), fault),
      ),
    list: (signal = new AbortController().signal) =>
      subject.createBackend({ spawn: spawnOwned }).listModels(turnOf('', signal)),
    listFault: (fault, options = {}) =>
      failQuestion(options, (signal) =>
        subject.createBackend({ spawn: spawnOwned }).listModels(onStandIn(turnOf('', signal), fault)),
      ),
    readQuota: (signal = new AbortController().signal) =>
      subject.createBackend({ spawn: spawnOwned }).readQuota(turnOf('', signal)),
    quotaFault: (fault, options = {}) =>
      failQuestion(options, (signal) =>
        subject.createBackend({ spawn: spawnOwned }).readQuota(onStandIn(turnOf('', signal), fault)),
      ),
    begin: (act, signal) =>
      subject.createBackend({ spawn: spawnOwned }).startTurn(turnOf(promptOf(act), signal)),
    spoken: () => world.spoken().join('\n'),
    witnesses: () => witnessesOf(`HOME=${world.home}`),
  };
}

function withModel(turn: BackendTurn, options: PlayOptions): BackendTurn {
  const { model, reasoningEffort, requireModel } = options;
  return {
    ...turn,
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(requireModel === undefined ? {} : { requireModel }),
  };
}

async function failQuestion(
  { stopAfterMs, reason = CANCELLED }: Pick<PlayOptions, 'stopAfterMs' | 'reason'>,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<StagedQuestion> {
  const controller = new AbortController();
  let stoppedAt = NaN;
  const stop = () => {
    stoppedAt = performance.now();
    controller.abort(reason);
  };
  const timer = stopAfterMs === undefined ? undefined : setTimeout(stop, stopAfterMs);
  const error = await ask(controller.signal).then(
    (answer) => new Error(`it answered ${JSON.stringify(answer)}`),
    (failure: unknown) => failure,
  );
  clearTimeout(timer);
  return { error, stopMs: performance.now() - stoppedAt };
}

async function playStaged(
  createBackend: Subject['createBackend'],
  { onSpawn, onEvent, stopAfterMs, reason = CANCELLED }: PlayOptions,
  turnWith: (signal: AbortSignal) => BackendTurn,
): Promise<StagedTurn> {
  const controller = new AbortController();
  let stoppedAt = NaN;
  const stop = () => {
    if (controller.signal.aborted) return;
    stoppedAt = performance.now();
    controller.abort(reason);
  };
  const backend: Backend = createBackend({
    spawn: async (...parameters) => {
      const agent = await spawnOwned(...parameters);
      onSpawn?.(agent, stop);
      return agent;
    },
  });
  const timer = stopAfterMs === undefined ? undefined : setTimeout(stop, stopAfterMs);
  const played = await playTurn(backend, turnWith(controller.signal), (event) => onEvent?.(event, stop));
  clearTimeout(timer);
  return { ...played, stopMs: performance.now() - stoppedAt };
}

import { realpath } from 'node:fs/promises';

import { CoAgentError } from '@coagent8/contracts';
import type { ProfileCheck } from '@coagent8/contracts';
import type { Line } from '@coagent8/runtime';

import type { BackendTurn } from '../backend.js';
import type { TurnNews } from '../turn-stream.js';
import { createUnknownEvents } from '../unknown-events.js';
import { badOutput, otherConversation, profileLost, signInAwaited } from './errors.js';
import { createTurnEvents } from './events.js';
import type { TurnEvents } from './events.js';
import type { TurnFacts } from './judge-end.js';
import { evidenceOf, judgeStart, requireProfile } from './judge-profile.js';
import { parseLine } from './protocol.js';
import type { AgyEvent, Init, Result } from './protocol.js';
import { asksForSignIn } from './sign-in-watch.js';
import type { Translation } from './tool-use.js';
import type { IsNote } from './tools.js';

/** What is known of a turn before agy says its first word. */
export interface TurnPlan {
  /** Real path of the workspace. */
  readonly workspacePath: string;
  /** The files that agy may write. */
  readonly isNote: IsNote;
  /** The conversation that was asked for, where one was. */
  readonly conversationId?: string | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly agentVersion?: string | undefined;
  readonly requireModel?: BackendTurn['requireModel'] | undefined;
  /** What was checked beforehand. */
  readonly checks: readonly ProfileCheck[];
}

/** The turn as its lines come in. */
export interface LiveTurn {
  /**
   * Takes the next line.
   *
   * @throws CoAgentError what ends the turn: a malformed line, a start without the profile, in another conversation or
   * with a model that may not run, an action that the profile forbids, a question for a sign-in.
   */
  readonly take: (line: Line) => Promise<void>;
  /** Resolves when the turn has started, in the profile. */
  readonly begun: Promise<void>;
  /** Resolves when agy says that the turn is over. */
  readonly ended: Promise<void>;
  readonly facts: () => TurnFacts;
  /** Whether a tool was in use when the last event came. */
  readonly isToolOpen: () => boolean;
}

/** Passes the news of a turn on. */
export function createLiveTurn(plan: TurnPlan, emit: (news: TurnNews) => void): LiveTurn {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const unknown = createUnknownEvents('agy');
  let events: TurnEvents | undefined;
  /** Of an agy that could not start. */
  let firstResult: Result | undefined;
  let breach: CoAgentError | undefined;
  return {
    take: async ({ text, complete }) => {
      if (events === undefined && asksForSignIn(text)) throw signInAwaited();
      const translation = await translate(parseLine(text, complete));
      translation.news.forEach(emit);
      breach ??= translation.breach;
      if (breach) throw breach;
      if (resultSoFar()) ended.resolve();
    },
    begun: begun.promise,
    ended: ended.promise,
    facts: () => ({
      hasBegun: events !== undefined,
      result: resultSoFar(),
      hasFailed: events?.hasFailed() ?? false,
      breach,
    }),
    isToolOpen: () => events?.isToolOpen() ?? false,
  };

  function resultSoFar(): Result | undefined {
    return events?.ended() ?? firstResult;
  }

  async function translate(event: AgyEvent): Promise<Translation> {
    if (event.kind === 'unknown') return { news: unknown('sent', `the event ${event.name}`) };
    if (event.kind === 'init') return begin(event.conversationId, event.init);
    if (event.kind === 'result') return finish(event.result);
    if (events === undefined) throw badOutput('a step before the start of the turn');
    return events.step(event.step);
  }

  async function begin(conversationId: string, init: Init): Promise<Translation> {
    const { workspacePath, isNote, agentVersion, reasoningEffort } = plan;
    const cwd = await realpath(init.cwd).catch(() => init.cwd);
    const started = judgeStart({ ...init, cwd, workspacePath });
    const refusal = await refusalOf(init.model);
    if (events !== undefined) return beginAgain(conversationId, { started, refusal }, events);
    requireProfile(started);
    if (refusal) throw refusal;
    if (plan.conversationId !== undefined && plan.conversationId !== conversationId)
      throw otherConversation();
    events = createTurnEvents({ conversationId, isNote, unknown });
    begun.resolve();
    const news: TurnNews = {
      type: 'started',
      evidence: evidenceOf([...plan.checks, ...started]),
      ...(agentVersion === undefined ? {} : { agentVersion }),
      ...(init.model ? { model: init.model } : {}),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    };
    return { news: [news] };
  }

  /** No version is known to do so. What it says holds for what it does from then on. */
  function beginAgain(
    conversationId: string,
    {
      started,
      refusal,
    }: { readonly started: readonly ProfileCheck[]; readonly refusal?: CoAgentError | undefined },
    current: TurnEvents,
  ): Translation {
    const conversation = {
      name: 'conversation',
      passed: conversationId === current.conversationId,
      detail: 'another one was begun',
    };
    const failed = [...started, conversation].filter(({ passed }) => !passed);
    const breach = failed.length > 0 ? profileLost(failed) : refusal;
    if (breach === undefined) return { news: unknown('sent', 'a second start') };
    return { news: [{ type: 'messages-voided' }], breach };
  }

  /** Why the model that agy names may not run. It names one only where it was asked for one, and repeats it (1.1.12). */
  async function refusalOf(model: string | null | undefined): Promise<CoAgentError | undefined> {
    if (!model) return undefined;
    try {
      await plan.requireModel?.({ model });
      return undefined;
    } catch (error) {
      if (CoAgentError.is(error)) return error;
      throw error;
    }
  }

  function finish(result: Result): Translation {
    if (events !== undefined) return events.result(result);
    firstResult ??= result;
    return { news: [] };
  }
}

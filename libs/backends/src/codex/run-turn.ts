import { failureOf } from '@coagent8/contracts';
import { describeRemains } from '@coagent8/runtime';
import type { spawnOwned } from '@coagent8/runtime';

import { hasCrashed } from '../agent-process.js';
import type { AgentEnd, ConnectedAgent } from '../agent-process.js';
import type { BackendTurn } from '../backend.js';
import { failedWith } from '../turn-stream.js';
import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { countDown, requireNotAborted, settlesWithin, watchAbort } from '../wait.js';
import { codexCommand } from './command.js';
import { CLOSE_GRACE_MS, connectCodex } from './connect.js';
import type { Connection } from './connection.js';
import { promptTooLong } from './errors.js';
import { exitFailure } from './failures.js';
import { requireProfile } from './judge-profile.js';
import { turnParams } from './launch.js';
import { createLiveTurn } from './live-turn.js';
import type { AcceptedTurn, LiveTurn } from './live-turn.js';
import { createNetworkWatch } from './network-watch.js';
import type { NetworkWatch } from './network-watch.js';
import { anyReply, turnReply } from './protocol.js';
import type { ProbeSandbox } from './sandbox-probe.js';
import { startThread } from './start-thread.js';
import type { CodexThread } from './start-thread.js';

/** Longest prompt that Codex takes, in characters: code points, not UTF-16 units (0.150 to 0.171). */
export const PROMPT_MAX_CHARACTERS = 1_048_576;

/** What a turn acts through. */
export interface TurnDoors {
  readonly spawn: typeof spawnOwned;
  readonly probeSandbox: ProbeSandbox;
  readonly networkWaitMs: number;
}

/**
 * Runs one turn: start, verify, prompt, events, end. Resolves when the processes of the turn have ended.
 *
 * @throws CoAgentError where no process could be started. All other failures are the ending.
 */
export async function runCodexTurn(
  { spawn, probeSandbox, networkWaitMs }: TurnDoors,
  turn: BackendTurn,
  emit: (news: TurnNews) => void,
): Promise<TurnEnding> {
  requireNotAborted(turn.signal);
  requirePromptFits(turn.prompt);
  const command = await codexCommand(turn);
  const over = new AbortController();
  const sandboxProbe = probeSandbox(command, AbortSignal.any([turn.signal, over.signal]));
  sandboxProbe.catch(() => undefined);
  const watch = createNetworkWatch(networkWaitMs);
  const live = createLiveTurn(emit, watch);
  try {
    const server = await connectCodex(spawn, command, live.onNotification);
    const ending = await converse(server, turn, { live, watch, sandboxProbe, emit }).catch(failedWith);
    const end = await endServer(server, live, turn.signal);
    const remains = describeRemains(end);
    if (remains !== undefined) emit({ type: 'warning', warning: { code: 'MAY_BE_ALIVE', message: remains } });
    return ending.type === 'completed' && hasCrashed(end) ? failedWith(exitFailure(end)) : ending;
  } finally {
    watch.dispose();
    over.abort();
    await sandboxProbe.catch(() => undefined);
  }
}

interface Conversation {
  readonly live: LiveTurn;
  readonly watch: NetworkWatch;
  readonly sandboxProbe: ReturnType<ProbeSandbox>;
  readonly emit: (news: TurnNews) => void;
}

/** From the first request to the ending of the turn. The prompt is sent once every check has passed. */
async function converse(
  { connection }: ConnectedAgent<Connection>,
  turn: BackendTurn,
  { live, watch, sandboxProbe, emit }: Conversation,
): Promise<TurnEnding> {
  const abort = watchAbort(turn.signal);
  try {
    await Promise.race([open(), abort.happened]);
    const lost = connection.lost.then(endingOf);
    return await Promise.race([live.ended, lost, watch.exceeded, abort.happened]);
  } finally {
    abort.dispose();
  }

  /** Where the connection ends before the turn does, what Codex has called final says more than its end. */
  function endingOf(reason: unknown): TurnEnding {
    return { type: 'failed', failure: live.cause() ?? failureOf(reason) };
  }

  async function open(): Promise<void> {
    const thread = await startThread(connection, { ...turn, ephemeral: false, sandboxProbe });
    requireProfile(thread.evidence);
    if (thread.model !== undefined) await turn.requireModel?.({ model: thread.model });
    requireNotAborted(turn.signal);
    live.follow(thread.threadId, turn.requireModel);
    const { turn: accepted } = await connection.request(
      'turn/start',
      turnParams(thread.threadId, turn),
      turnReply,
    );
    live.accept({ threadId: thread.threadId, turnId: accepted.id });
    emit(startedNews(thread, turn));
  }
}

function startedNews(
  { evidence, version, model, reasoningEffort }: CodexThread,
  turn: BackendTurn,
): TurnNews {
  const effort = turn.reasoningEffort ?? reasoningEffort;
  return {
    type: 'started',
    evidence,
    ...(version === undefined ? {} : { agentVersion: version }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
  };
}

/**
 * Ends the app-server: a running turn is interrupted, and what it left in the background ended, before the input is
 * closed. Interrupting alone leaves a running command alive (0.150 to 0.171). An app-server that has no turn yet, or
 * that cannot be talked to any more, is stopped.
 */
async function endServer(
  { connection, close, stop }: ConnectedAgent<Connection>,
  live: LiveTurn,
  signal: AbortSignal,
): Promise<AgentEnd> {
  const turn = live.accepted();
  if (connection.isOver() || (signal.aborted && !turn)) return stop();
  const leftMs = countDown(CLOSE_GRACE_MS);
  if (turn) {
    if (!live.hasEnded()) await settlesWithin(interrupt(turn), leftMs());
    const cleaned = connection.request(
      'thread/backgroundTerminals/clean',
      { threadId: turn.threadId },
      anyReply,
    );
    await settlesWithin(cleaned, leftMs());
  }
  return close(leftMs());

  async function interrupt(running: AcceptedTurn): Promise<void> {
    await connection.request('turn/interrupt', running, anyReply);
    await Promise.race([live.ended, connection.lost]);
  }
}

function requirePromptFits(prompt: string): void {
  if (prompt.length <= PROMPT_MAX_CHARACTERS) return;
  const characters = Array.from(prompt).length;
  if (characters > PROMPT_MAX_CHARACTERS) throw promptTooLong(PROMPT_MAX_CHARACTERS, characters);
}

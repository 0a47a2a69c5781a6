import { realpath } from 'node:fs/promises';

import { failureOf } from '@coagent8/contracts';
import { describeRemains } from '@coagent8/runtime';
import type { spawnOwned } from '@coagent8/runtime';

import { hasCrashed } from '../agent-process.js';
import type { AgentEnd, ConnectedAgent } from '../agent-process.js';
import type { BackendTurn } from '../backend.js';
import { failedWith } from '../turn-stream.js';
import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { countDown, requireNotAborted, settlesWithin, watchAbort } from '../wait.js';
import { claudeCommand } from './command.js';
import { CLOSE_GRACE_MS, connectClaude } from './connect.js';
import type { Connection } from './connection.js';
import { exitFailure } from './failures.js';
import { requireChecks } from './judge-profile.js';
import { chooseModel, processArguments, promptMessage } from './launch.js';
import { createLiveTurn } from './live-turn.js';
import type { LiveTurn } from './live-turn.js';
import type { ProbeFlags } from './probe-flags.js';
import { anyReply } from './replies.js';
import { hasKey, startSession } from './start-session.js';
import type { SessionOptions } from './start-session.js';

/** How long an interrupted turn may take to end, in milliseconds. It takes up to 210 (2.1.332). */
export const INTERRUPT_GRACE_MS = 1_000;

/** What a turn acts through. */
export interface TurnDoors {
  readonly spawn: typeof spawnOwned;
  readonly probeFlags: ProbeFlags;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Makes the id of a session or a message: a UUID that no other has. */
  readonly newId: () => string;
}

/**
 * Runs one turn: start, verify, prompt, events, end. Resolves when the processes of the turn have ended.
 *
 * @throws CoAgentError where no process could be started. All other failures are the ending.
 */
export async function runClaudeTurn(
  doors: TurnDoors,
  turn: BackendTurn,
  emit: (news: TurnNews) => void,
): Promise<TurnEnding> {
  requireNotAborted(turn.signal);
  const ending = await runProcess(doors, turn, { emit, isStale: false });
  return isFlagUnknown(ending) ? runProcess(doors, turn, { emit, isStale: true }) : ending;
}

async function runProcess(
  { spawn, probeFlags, now, newId }: TurnDoors,
  turn: BackendTurn,
  { emit, isStale }: { readonly emit: (news: TurnNews) => void; readonly isStale: boolean },
): Promise<TurnEnding> {
  const { signal, environment } = turn;
  const { command, user } = await claudeCommand(turn);
  const flags = await probeFlags(command, { signal, isStale });
  const options = {
    ...(turn.reasoningEffort === undefined ? {} : { reasoningEffort: turn.reasoningEffort }),
    ...(user.apiKeyHelper === undefined ? {} : { apiKeyHelper: user.apiKeyHelper }),
    model: chooseModel(turn.model, { user, variables: environment.variables }),
    sessionId: newId(),
  };
  requireNotAborted(signal);
  const messageId = newId();
  const live = createLiveTurn({ messageId, emit });
  const args = processArguments({ flags, ...options });
  const claude = await connectClaude(spawn, { ...command, args }, live.onEvent);
  const ending = await converse(claude, turn, { live, messageId, options, now }).catch(failedWith);
  const end = await endClaude(claude, live, signal);
  const remains = describeRemains(end);
  if (remains !== undefined) emit({ type: 'warning', warning: { code: 'MAY_BE_ALIVE', message: remains } });
  return ending.type === 'completed' && hasCrashed(end) ? failedWith(exitFailure(end)) : ending;
}

interface TurnSetup {
  readonly live: LiveTurn;
  readonly messageId: string;
  readonly options: SessionOptions & { readonly sessionId: string };
  readonly now: () => number;
}

/** From the first request to the ending of the turn. The prompt is sent once every check has passed. */
async function converse(
  { connection }: ConnectedAgent<Connection>,
  { prompt, workspacePath, signal, requireModel }: BackendTurn,
  { live, messageId, options, now }: TurnSetup,
): Promise<TurnEnding> {
  const abort = watchAbort(signal);
  try {
    await Promise.race([open(), abort.happened]);
    const lost = connection.lost.then(endingOf);
    return await Promise.race([live.ended, lost, abort.happened]);
  } finally {
    abort.dispose();
  }

  /** Where the connection ends before the turn does, what Claude Code has said of the cause says more than its end. */
  function endingOf(reason: unknown): TurnEnding {
    return { type: 'failed', failure: live.cause() ?? failureOf(reason) };
  }

  async function open(): Promise<void> {
    const { checks, account, model, reasoningEffort } = await startSession(connection, options);
    requireChecks(checks);
    if (model !== undefined) await requireModel?.({ model, askedModel: model });
    const realPath = await realpath(workspacePath).catch(() => workspacePath);
    requireNotAborted(signal);
    live.follow({
      sessionId: options.sessionId,
      expected: { model, workspacePath: realPath },
      checks,
      hasKey: hasKey(account),
      now,
      ...(requireModel === undefined ? {} : { requireModel }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    });
    await connection.send(promptMessage(prompt, messageId));
  }
}

/**
 * Ends Claude Code: a running turn is interrupted before the input is closed. One that has no turn yet, or that cannot
 * be talked to any more, is stopped.
 */
async function endClaude(
  { connection, close, stop }: ConnectedAgent<Connection>,
  live: LiveTurn,
  signal: AbortSignal,
): Promise<AgentEnd> {
  if (connection.isOver() || (signal.aborted && !live.isFollowed())) return stop();
  const leftMs = countDown(CLOSE_GRACE_MS);
  if (live.isFollowed() && !live.isOver()) {
    await settlesWithin(interrupt(), INTERRUPT_GRACE_MS);
    if (!live.isOver()) return stop();
  }
  return close(leftMs());

  async function interrupt(): Promise<void> {
    await connection.request({ subtype: 'interrupt' }, anyReply);
    await Promise.race([live.over, connection.lost]);
  }
}

/** What the help listed is no flag: the program has been replaced since. No prompt was sent. */
function isFlagUnknown(ending: TurnEnding): boolean {
  return ending.type === 'failed' && ending.failure.details?.['flag'] !== undefined;
}

import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { Failure, Warning } from '@coagent8/contracts';
import { describeRemains } from '@coagent8/runtime';
import type { OwnedProcess, spawnOwned } from '@coagent8/runtime';

import { controlProcess } from '../agent-process.js';
import type { AgentEnd } from '../agent-process.js';
import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { requireNotAborted, settlesWithin, watchAbort } from '../wait.js';
import { agyCommand } from './command.js';
import { diagnosedFailure } from './failures.js';
import { gatherProfile } from './gather-profile.js';
import { judgeEnd } from './judge-end.js';
import { checkFlags, list, requireProfile } from './judge-profile.js';
import { promptLine, turnArguments } from './launch.js';
import type { AgyTurn } from './launch.js';
import { createLiveTurn } from './live-turn.js';
import type { LiveTurn, TurnPlan } from './live-turn.js';
import { createIsNote } from './own-notes.js';
import type { ProbeCli } from './probe-cli.js';
import { createSignInWatch } from './sign-in-watch.js';

/** How long agy may take to obey a signal, in milliseconds: it ends its own commands first, in up to 1.3 s (1.2.15). */
export const STOP_GRACE_MS = 2_000;
/** How long agy may live on after its result, or after its output has ended, in milliseconds. */
export const EXIT_GRACE_MS = 3_000;

/**
 * How long the prompt waits for the start of the turn, in milliseconds, so that nothing is sent where the profile is not
 * held. agy tells of its start by itself, after 1 to 3 s (1.1.27 to 1.2.16); where it is slower, the prompt goes ahead.
 */
export const PROMPT_HOLD_MS = 5_000;

/** What a turn acts through. */
export interface TurnDoors {
  readonly spawn: typeof spawnOwned;
  readonly probeCli: ProbeCli;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Runs one turn: look, start, prompt, events, end. Resolves when the processes of the turn have ended. Only the signal
 * bounds how long agy may take to its first event: it is slow to start, and late is no fault.
 *
 * @throws CoAgentError where the profile does not hold beforehand, or no process could be started. All other failures
 * are the ending.
 */
export async function runAgyTurn(
  { spawn, probeCli, now }: TurnDoors,
  turn: AgyTurn,
  emit: (news: TurnNews) => void,
): Promise<TurnEnding> {
  requireNotAborted(turn.signal);
  const command = await agyCommand(turn);
  const workspacePath = command.cwd;
  const { checks, instructions } = await gatherProfile(command, turn);
  requireProfile(checks);
  const { version, remains } = await probeCli(command, turn.signal);
  requireNotAborted(turn.signal);
  if (instructions.length > 0) emit(warning('INSTRUCTIONS_READ', instructionsRead(instructions)));

  const plan: TurnPlan = {
    workspacePath,
    isNote: createIsNote(turn.environment.homeDirectory),
    conversationId: turn.conversationId,
    reasoningEffort: turn.reasoningEffort,
    agentVersion: version,
    requireModel: turn.requireModel,
    checks: [checkFlags(remains), ...checks],
  };
  const live = createLiveTurn(plan, emit);
  const signIn = createSignInWatch();
  const args = turnArguments({ ...turn, workspacePath });
  const process = await spawn({ ...command, args }, { onDiagnostics: signIn.read });
  const reading = readAll(process, live);
  reading.catch(() => undefined);
  const fault = await converse(process, turn, {
    begun: live.begun,
    ends: [live.ended, reading, signIn.asked],
  });
  const end = await endProcess(process, {
    graceMs: fault === undefined ? EXIT_GRACE_MS : 0,
    signal: turn.signal,
  });
  await reading.catch(() => undefined);
  const left = describeRemains(end) ?? describeLeftTool(end, live);
  if (left !== undefined) emit(warning('MAY_BE_ALIVE', left));
  const facts = live.facts();
  const reason = fault ?? (turn.signal.aborted && !facts.result ? turn.signal.reason : undefined);
  if (reason === undefined) return judgeEnd(facts, end, now());
  return { type: 'failed', failure: causeBehind(reason, end, now()) };
}

/** Sends the prompt and waits for one of `ends`. Returns the reason where that is no regular end. */
async function converse(
  process: OwnedProcess,
  { prompt, signal }: AgyTurn,
  { begun, ends }: { readonly begun: Promise<void>; readonly ends: readonly Promise<unknown>[] },
): Promise<unknown> {
  const abort = watchAbort(signal);
  const over = Promise.race([...ends, abort.happened]);
  let isOver = false;
  const note = () => (isOver = true);
  over.then(note, note);
  try {
    await settlesWithin(Promise.race([begun, over]), PROMPT_HOLD_MS);
    if (!isOver) await Promise.race([over, send(process, prompt)]);
    await over;
    return undefined;
  } catch (error) {
    return error;
  } finally {
    abort.dispose();
  }
}

/** One line and the end. A closed pipe is no news here: the output ends, too, and its end says more. */
async function send(process: OwnedProcess, prompt: string): Promise<void> {
  const sent = process.write(promptLine(prompt));
  process.endInput();
  await sent.catch((error: unknown) => {
    if (CoAgentError.is(error) && error.code === 'INPUT_LIMIT') throw error;
  });
}

async function readAll({ lines }: OwnedProcess, live: LiveTurn): Promise<void> {
  for await (const line of lines) await live.take(line);
}

/** Waits for the end, at most `graceMs` and until `signal`, then makes it. */
async function endProcess(
  process: OwnedProcess,
  { graceMs, signal }: { readonly graceMs: number; readonly signal: AbortSignal },
): Promise<AgentEnd> {
  const { stop } = controlProcess(process, { stopGraceMs: STOP_GRACE_MS });
  const abort = watchAbort(signal);
  await settlesWithin(Promise.race([process.ended, abort.happened]), graceMs);
  abort.dispose();
  return stop();
}

/** What agy says in fields beside a line that could not be read says more than the line. */
function causeBehind(fault: unknown, { diagnostics }: AgentEnd, nowMs: number): Failure {
  const failure = failureOf(fault);
  return (failure.code === 'PROTOCOL_ERROR' && diagnosedFailure(diagnostics, nowMs)) || failure;
}

/** A command of agy's runs in a session of its own: killed agy cannot end it any more (1.2.15). */
function describeLeftTool({ signal }: AgentEnd, live: LiveTurn): string | undefined {
  if (signal !== 'SIGKILL' || !live.isToolOpen()) return undefined;
  return 'what agy had started may still be alive: agy was killed before it could end it';
}

function instructionsRead(files: readonly string[]): string {
  return `agy reads instructions of the workspace, which cannot be switched off: ${list(files)}`;
}

function warning(code: Warning['code'], message: string): TurnNews {
  return { type: 'warning', warning: { code, message } };
}

import { failureOf } from '@coagent8/contracts';
import type { TurnOperations } from '@coagent8/contracts';
import { describeProgress } from '@coagent8/execution';

import { createAskConsent } from './ask-consent.js';
import type { ShowForm } from './ask-consent.js';
import type { Diagnoses } from './diagnoses.js';
import { startProgress } from './progress.js';
import type { NotifyProgress } from './progress.js';
import { renderFailure, renderOutcome } from './render/result.js';
import type { ToolResult } from './render/result.js';
import { ROOTS_MAX_WAIT_MS } from './roots.js';
import type { RootsWait } from './roots.js';
import type { AnsweringTool, Tool, TurnTool } from './tools/tool.js';

/** What the client offers to one call. */
export interface CallHost {
  /** Aborted when the client cancels the call or the process is to end. */
  readonly signal: AbortSignal;
  /** When the call arrived, by {@link CallToolDependencies.now}. Its time limit counts from there. */
  readonly startedAtMs: number;
  /** The client's roots as absolute paths, none once the wait is over. Never rejects. */
  readonly roots: (wait: RootsWait) => Promise<string[]>;
  /** Present when the client can show forms to its user. */
  readonly showForm?: ShowForm;
  /** Name of the client, as it calls itself. */
  readonly caller?: string;
  /** Present when the client asked for progress. */
  readonly notify?: NotifyProgress;
}

/** Runs one call to its result. Never rejects: whatever goes wrong is an error result. */
export type CallTool = (tool: Tool, given: unknown, host: CallHost) => Promise<ToolResult>;

/** Where calls run, and from where. */
export interface CallToolDependencies {
  readonly operations: TurnOperations;
  readonly diagnoses: Diagnoses;
  /** Directory the server was started in, absolute. */
  readonly workingDirectory: string;
  /** The clock of `operations`, monotonic, in milliseconds. */
  readonly now: () => number;
}

/** Calls that run their turns on `operations` and answer by `diagnoses`, each independent of the others. */
export function createCallTool(dependencies: CallToolDependencies): CallTool {
  return async (tool, given, host) => {
    try {
      const meant = 'redirect' in tool ? tool.redirect(given) : { tool, given };
      if ('parse' in meant.tool) return await runTurn(dependencies, meant.tool, meant.given, host);
      return await answer(dependencies, meant.tool, meant.given, host);
    } catch (error) {
      return renderFailure(failureOf(error));
    }
  };
}

async function runTurn(
  { operations, workingDirectory, now }: CallToolDependencies,
  tool: TurnTool,
  given: unknown,
  host: CallHost,
): Promise<ToolResult> {
  const requestFrom = tool.parse(given);
  const { roots, caller, notify, showForm, signal, startedAtMs } = host;
  const progress = startProgress(notify ?? (() => undefined));
  try {
    const unplaced = requestFrom({ directory: workingDirectory, roots: [], caller });
    const maxWaitMs = unplaced.timeoutMs - (now() - startedAtMs);
    const origin = { ...unplaced.origin, roots: await roots({ maxWaitMs, signal }) };
    const request = { ...unplaced, origin };
    const outcome = await operations.run(request, {
      signal,
      startedAtMs,
      onProgress: (step) => progress.report(describeProgress(step).toWellFormed()),
      ...(showForm === undefined ? {} : { askConsent: createAskConsent(showForm) }),
    });
    return renderOutcome(outcome, tool.notice?.(request));
  } finally {
    progress.stop();
  }
}

/** There may be nothing to tell; a client that asked for progress hears that the call is still alive. */
async function answer(
  { diagnoses }: CallToolDependencies,
  tool: AnsweringTool,
  given: unknown,
  { notify, signal, caller, roots }: CallHost,
): Promise<ToolResult> {
  const answerWith = tool.prepare(given);
  const progress = startProgress(notify ?? (() => undefined));
  try {
    return await answerWith(diagnoses, {
      signal,
      roots: () => roots({ maxWaitMs: ROOTS_MAX_WAIT_MS, signal }),
      tell: progress.report,
      ...(caller === undefined ? {} : { caller }),
    });
  } finally {
    progress.stop();
  }
}

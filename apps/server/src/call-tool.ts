import { failureOf } from '@coagent8/contracts';
import type { TurnOperations, TurnOutcome } from '@coagent8/contracts';
import { describeProgress } from '@coagent8/execution';

import { startProgress } from './progress.js';
import type { NotifyProgress } from './progress.js';
import { renderFailure, renderOutcome } from './render/result.js';
import type { ToolResult } from './render/result.js';
import type { RootsWait } from './roots.js';
import type { Tool } from './tools/tool.js';

/** What the client offers to one call. */
export interface CallHost {
  /** Aborted when the client cancels the call or the process is to end. */
  readonly signal: AbortSignal;
  /** When the call arrived, by {@link CallToolDependencies.now}. Its time limit counts from there. */
  readonly startedAtMs: number;
  /** The client's roots as absolute paths, none once the wait is over. Never rejects. */
  readonly roots: (wait: RootsWait) => Promise<string[]>;
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
  /** Directory the server was started in, absolute. */
  readonly workingDirectory: string;
  /** The clock of `operations`, monotonic, in milliseconds. */
  readonly now: () => number;
}

/** Calls that run their turns on `operations`, each independent of the others. */
export function createCallTool(dependencies: CallToolDependencies): CallTool {
  return async (tool, given, host) => {
    try {
      return renderOutcome(await runTurn(dependencies, tool.parse(given), host));
    } catch (error) {
      return renderFailure(failureOf(error));
    }
  };
}

async function runTurn(
  { operations, workingDirectory, now }: CallToolDependencies,
  requestFrom: ReturnType<Tool['parse']>,
  { roots, caller, notify, signal, startedAtMs }: CallHost,
): Promise<TurnOutcome> {
  const progress = startProgress(notify ?? (() => undefined));
  try {
    const request = requestFrom({ directory: workingDirectory, roots: [], caller });
    const maxWaitMs = request.timeoutMs - (now() - startedAtMs);
    const origin = { ...request.origin, roots: await roots({ maxWaitMs, signal }) };
    return await operations.run(
      { ...request, origin },
      { signal, startedAtMs, onProgress: (step) => progress.report(describeProgress(step).toWellFormed()) },
    );
  } finally {
    progress.stop();
  }
}

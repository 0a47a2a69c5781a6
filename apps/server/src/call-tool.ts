import { failureOf } from '@coagent8/contracts';
import type { TurnOperations, TurnOutcome } from '@coagent8/contracts';
import { describeProgress } from '@coagent8/execution';

import { startProgress } from './progress.js';
import type { NotifyProgress } from './progress.js';
import { renderFailure, renderOutcome } from './render/result.js';
import type { ToolResult } from './render/result.js';
import type { Tool } from './tools/tool.js';

/** What the client offers to one call. */
export interface CallHost {
  /** Aborted when the client cancels the call or the connection ends. */
  readonly signal: AbortSignal;
  /** The client's roots as absolute paths. Never rejects. */
  readonly roots: () => Promise<string[]>;
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
  { operations, workingDirectory }: CallToolDependencies,
  requestFrom: ReturnType<Tool['parse']>,
  { roots, caller, notify, signal }: CallHost,
): Promise<TurnOutcome> {
  const progress = startProgress(notify ?? (() => undefined));
  try {
    const request = requestFrom({ directory: workingDirectory, roots: await roots(), caller });
    return await operations.run(request, {
      signal,
      onProgress: (step) => progress.report(describeProgress(step)),
    });
  } finally {
    progress.stop();
  }
}

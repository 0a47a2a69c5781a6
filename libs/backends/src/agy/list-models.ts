import { dirname } from 'node:path';

import type { ModelCatalog } from '@coagent8/models';
import { describeRemains } from '@coagent8/runtime';
import type { CompletedRun, runToEnd } from '@coagent8/runtime';

import type { ExamineRequest } from '../backend.js';
import { examinationLeft } from '../errors.js';
import { requireNotAborted } from '../wait.js';
import { agyCommand } from './command.js';
import { badOutput, failed, noReply, signedOut, signInAwaited } from './errors.js';
import { diagnosedFailure, exitFailure } from './failures.js';
import { defaultOf, offeredIn, rowsOf } from './model-rows.js';
import type { OfferedModel } from './model-rows.js';
import { asksForSignIn } from './sign-in-watch.js';
import { readUserSettings } from './user-settings.js';

/** How long agy may take to list its models, which it fetches, in milliseconds. A first start takes 12 s (1.2). */
export const MODELS_TIMEOUT_MS = 15_000;
/** Largest list of models that is read, in bytes: thousands of them. */
export const MODELS_MAX_BYTES = 1024 * 1024;

/** Printed before anything else, on either output (1.2.15). */
const BANNER = /^Fetching available models.*$/gm;
/** Printed to a stranger, with exit code 1 (1.2.15). */
const SIGN_IN_WANTED = /^Error: Please sign in\b/m;

/** What the models are asked through. */
export interface ListDoors {
  readonly run: typeof runToEnd;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Asks agy which models it offers, and reads in its settings which one the user has chosen. It is started outside of the
 * workspace, so that it starts nothing of a repository, and with its input closed.
 *
 * @throws CoAgentError `AUTH_REQUIRED` where nobody is signed in; `PROTOCOL_ERROR` where it lists nothing, too much, or not
 * in time; what an exit code and its diagnostics mean; the reason of the signal.
 */
export async function listAgyModels({ run, now }: ListDoors, request: ExamineRequest): Promise<ModelCatalog> {
  const { signal, environment } = request;
  requireNotAborted(signal);
  const { file, env, cwd: workspacePath } = await agyCommand(request);
  const { model: chosen, modelProvider } = await readUserSettings({
    workspacePath,
    homeDirectory: environment.homeDirectory,
  });
  const asked = await run(
    { file, env, args: ['models'], cwd: dirname(file) },
    { stdoutMaxBytes: MODELS_MAX_BYTES, timeoutMs: MODELS_TIMEOUT_MS, signal },
  );
  requireNotAborted(signal);
  const offered = listOf(asked, now());
  const rows = rowsOf(offered);
  const agentDefault = chosen === undefined ? undefined : defaultOf(chosen, offered, rows);
  return {
    models: rows,
    ...(agentDefault === undefined ? {} : { agentDefault }),
    // A provider of the user's own may have models that nobody lists.
    isComplete: modelProvider === undefined,
  };
}

/** @throws CoAgentError what it means that there is no list. */
function listOf(asked: CompletedRun, nowMs: number): readonly OfferedModel[] {
  const offered = offeredIn(asked.stdout);
  const fault = faultOf(asked, offered, nowMs);
  if (fault === undefined) return offered;
  const remains = describeRemains(asked.end);
  throw remains === undefined ? fault : examinationLeft(fault, remains);
}

function faultOf(
  { stdout, truncated, end, stopReason }: CompletedRun,
  offered: readonly OfferedModel[],
  nowMs: number,
): Error | undefined {
  const diagnostics = end.diagnostics.replace(BANNER, '');
  const said = `${stdout}\n${diagnostics}`;
  if (stopReason === 'timeout')
    return asksForSignIn(said) ? signInAwaited() : noReply('models', MODELS_TIMEOUT_MS);
  if (truncated) return badOutput(`a list of models of more than ${MODELS_MAX_BYTES} bytes`);
  if (end.exitCode === 0 && offered.length > 0) return undefined;
  if (SIGN_IN_WANTED.test(said)) return signedOut();
  const diagnosed = diagnosedFailure(diagnostics, nowMs);
  if (diagnosed !== undefined) return failed(diagnosed);
  return end.exitCode === 0
    ? badOutput('no models where they should be listed')
    : exitFailure({ ...end, diagnostics });
}

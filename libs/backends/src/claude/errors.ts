import { CoAgentError, shownText } from '@coagent8/contracts';
import type { Failure } from '@coagent8/contracts';

import { agentErrors } from '../errors.js';
import { SIGN_IN } from '../sign-in.js';

const OLDEST_VERSION = '2.1.248';

const words = agentErrors({
  name: 'Claude Code',
  command: 'claude',
  oldestVersion: OLDEST_VERSION,
  signIn: SIGN_IN.claude,
});

/** The errors of Claude Code. */
export const {
  agentTooOld,
  badOutput,
  exited,
  noReply,
  profileLost,
  profileNotHeld,
  rateLimited,
  refusedByModel,
  requestRefused,
  turnFailure,
} = words;

/** The turn belongs to a conversation that is not ours. */
export function otherSession(): CoAgentError {
  return new CoAgentError('SESSION_INVALID', 'Claude Code works in another session than it was asked for', {
    remedy: 'try again; if it stays, update Claude Code',
  });
}

/** Claude Code took a turn that is not ours: what it said is void, since it may have come from there. */
export function foreignTurn(): CoAgentError {
  return new CoAgentError(
    'SANDBOX_UNAVAILABLE',
    'Claude Code took a turn of its own, which nobody asked for',
    {
      remedy: 'look for what starts it, such as .claude/scheduled_tasks.json in the workspace, and remove it',
    },
  );
}

/** The user's settings lie in the workspace: a repository could name the program that they start. */
export function settingsOfRepository(file: string): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    `${file} is a link into the workspace, and names a program to run or a proxy`,
    { remedy: 'make it a file of its own, or take apiKeyHelper and the proxy out of it' },
  );
}

/** The administrator of the machine prescribes servers, which Claude Code then starts whatever it is asked for. */
export function managedServers(): CoAgentError {
  return new CoAgentError(
    'SANDBOX_UNAVAILABLE',
    'the administrator of this machine prescribes MCP servers, without which Claude Code does not start',
    { remedy: 'ask another backend' },
  );
}

/** A file of the machine's administrator cannot be read. */
export function managedSettingsBroken(file: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `Claude Code cannot read the managed settings in ${file}`, {
    remedy: `correct ${file} or remove it`,
  });
}

/** The model does not take the effort that was asked for: Claude Code would silently go on with another. */
export function effortUnavailable(effort: string, taken: readonly string[]): CoAgentError {
  const choice = taken.length === 0 ? 'name no effort, or another model' : `name one of ${taken.join(', ')}`;
  const message = `the model does not take the reasoning effort ${shownText(effort)}`;
  return new CoAgentError('MODEL_UNAVAILABLE', message, { remedy: choice });
}

/** The process does not know a flag that its help had listed. */
export function flagUnknown(flag: string): CoAgentError {
  return new CoAgentError('CLI_UNSUPPORTED', `this Claude Code does not know ${flag}`, {
    remedy: `update it to ${OLDEST_VERSION} or newer`,
    details: { flag },
  });
}

/** The key of the user's is not accepted: signing in would not help while it is there. */
export function keyRefused(details: Failure['details']): Failure {
  const remedy = 'correct ANTHROPIC_API_KEY or what apiKeyHelper prints, or take it away to use a login';
  return { ...turnFailure('AUTH_REQUIRED', 'the key was not accepted', details), remedy };
}

/** Claude Code would ask the model again, but not within the time that anyone should wait. */
export function retryTooLate(waitMs: number, httpStatus: number | undefined): Failure {
  return {
    code: 'PROCESS_ERROR',
    message: `the model server failed, and Claude Code would wait ${Math.round(waitMs / 1000)} s for it`,
    remedy: 'try again later',
    details: { waitMs, ...(httpStatus === undefined ? {} : { httpStatus }) },
  };
}

/** The model's answer passed the number of tokens that it may have, and so did every part that it went on with. */
export function answerTooLong(message: string): Failure {
  const failure = turnFailure('PROCESS_ERROR', message, { reason: 'max_output_tokens' });
  return { ...failure, remedy: 'ask for a shorter answer, or raise CLAUDE_CODE_MAX_OUTPUT_TOKENS' };
}

/** The model called tools until the last round of the turn. */
export function roundsUsedUp(message: string, roundsMax: number): Failure {
  const failure = turnFailure('PROCESS_ERROR', message, { reason: 'error_max_turns', roundsMax });
  return { ...failure, remedy: 'ask for less at once' };
}

import { CoAgentError } from '@coagent8/contracts';
import type { Failure } from '@coagent8/contracts';

import { agentErrors } from '../errors.js';
import { SIGN_IN } from '../sign-in.js';
import { UNKNOWN_NAME_MAX_CHARACTERS } from '../unknown-events.js';

/** The errors of agy. 1.2.15 is the oldest version whose ways are known well enough to name it as the remedy. */
export const {
  agentTooOld,
  badOutput,
  exited,
  noReply,
  profileLost,
  profileNotHeld,
  rateLimited,
  turnFailure,
} = agentErrors({ name: 'agy', command: 'agy', oldestVersion: '1.2.15', signIn: SIGN_IN.agy });

/** A failure that agy tells of itself, where there is no turn that it could end. */
export function failed({ code, message, remedy, details }: Failure): CoAgentError {
  return new CoAgentError(code, message, {
    ...(remedy === undefined ? {} : { remedy }),
    ...(details === undefined ? {} : { details }),
  });
}

/** The key of the user's is not accepted: signing in would not help. */
export function keyRefused(message: string, details: Failure['details']): Failure {
  const remedy = 'correct GEMINI_API_KEY where CoAgent8 is started';
  return { ...turnFailure('AUTH_REQUIRED', message, details), remedy };
}

/** Nothing that agy prints tells a missing sign-in from a missing network (1.2.16). */
export function signedOut(): CoAgentError {
  return new CoAgentError('AUTH_REQUIRED', 'agy is signed out or unreachable', { remedy: SIGN_IN.agy });
}

/** agy has printed a link and waits for somebody to follow it. */
export function signInAwaited(): CoAgentError {
  return new CoAgentError('AUTH_REQUIRED', 'agy is signed out or unreachable: it waits for a sign-in', {
    remedy: SIGN_IN.agy,
  });
}

/** agy went on in another conversation than the one asked for. */
export function otherConversation(): CoAgentError {
  return new CoAgentError('SESSION_INVALID', 'agy does not know the conversation and began a new one', {
    remedy: 'start a new session',
  });
}

/** A time limit of agy's own, which a version has that ignores ours. */
export function ownLimitReached(): Failure {
  return {
    code: 'TIMEOUT',
    message: 'agy gave up at a time limit of its own',
    remedy: 'update agy, which has no such limit since 1.2.7',
  };
}

/** The warning of a tool that has worked, and of which nobody here knows that it only reads. */
export function unknownTool(name: string): string {
  return `agy used ${name.slice(0, UNKNOWN_NAME_MAX_CHARACTERS)}, which is not known to only read: it may have done more`;
}

/** The warning of an action of which agy told neither a result nor a refusal. */
export function untold(name: string): string {
  return `agy did not say whether ${name} was refused: it may have run`;
}

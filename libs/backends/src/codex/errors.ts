import { CoAgentError } from '@coagent8/contracts';
import type { Failure } from '@coagent8/contracts';

import { agentErrors } from '../errors.js';
import { setKey, SIGN_IN } from '../sign-in.js';

/** The errors of Codex. */
export const {
  agentTooOld,
  badOutput,
  exited,
  networkAwaited,
  noReply,
  profileLost,
  profileNotHeld,
  profileRefused,
  promptTooLong,
  rateLimited,
  refusedByModel,
  requestRefused,
  turnFailure,
} = agentErrors({
  name: 'Codex',
  command: 'codex',
  oldestVersion: '0.150',
  signIn: SIGN_IN.codex,
});

/** The provider of the user's own has no key: signing in would not help. */
export function keyMissing(variable: string, message: string, details: Failure['details']): Failure {
  return { ...turnFailure('AUTH_REQUIRED', message, details), remedy: setKey('codex', variable) };
}

/** The account's server does not take the sign-in. */
export function signInRefused(httpStatus: number): CoAgentError {
  return new CoAgentError('AUTH_REQUIRED', 'the sign-in of Codex is not accepted', {
    remedy: SIGN_IN.codex,
    details: { httpStatus },
  });
}

/** The user has told Codex of other places for its commands: our sandbox holds on this machine only. */
export function commandsElsewhere(file: string): CoAgentError {
  return new CoAgentError(
    'SANDBOX_UNAVAILABLE',
    `${file} has Codex run commands outside of its sandbox here`,
    {
      remedy: 'move that file away, or ask another agent',
      details: { file },
    },
  );
}

import { CoAgentError } from '@coagent8/contracts';

import { agentErrors } from '../errors.js';

const SIGN_IN = 'sign in with `codex login`, or name the key’s variable in backends.codex.env';

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
  signIn: SIGN_IN,
});

/** The account's server does not take the sign-in. */
export function signInRefused(httpStatus: number): CoAgentError {
  return new CoAgentError('AUTH_REQUIRED', 'the sign-in of Codex is not accepted', {
    remedy: SIGN_IN,
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

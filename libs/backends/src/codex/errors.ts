import { CoAgentError } from '@coagent8/contracts';

import { agentErrors } from '../errors.js';

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
  signIn: 'sign in with `codex login`, or name the key’s variable in backends.codex.env',
});

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

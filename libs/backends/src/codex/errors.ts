import { agentErrors } from '../errors.js';

/** The errors of Codex. */
export const {
  agentTooOld,
  badOutput,
  endedEarly,
  exitedWith,
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
  oldestVersion: '0.150',
  signIn: 'sign in with `codex login`, or name the key’s variable in backends.codex.env',
});

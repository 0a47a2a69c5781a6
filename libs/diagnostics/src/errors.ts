import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, Warning } from '@coagent8/contracts';

/** An agent that was found and started has not answered all that it was asked. */
export function examinationTimedOut(backend: BackendId, timeoutMs: number): CoAgentError {
  return new CoAgentError('TIMEOUT', `${backend} did not answer within ${timeoutMs / 1000} s`, {
    remedy: `run \`${backend} --version\` to see whether it starts at all`,
    details: { backend, timeoutMs },
  });
}

/** A store was not to be had within the wait for it. `what` has not been done, as a sentence without its end. */
export function storeHeld(what: string): Warning {
  return { code: 'STORE_FAILED', message: `${what} in time: another process may hold the file` };
}

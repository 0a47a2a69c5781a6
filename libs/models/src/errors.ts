import { CoAgentError } from '@coagent8/contracts';

/** Where a name comes from: an argument of the request, or the backend's `defaultModel` in the configuration. */
export type NameOrigin = 'model' | 'reasoning_effort' | 'defaultModel';

/** A name that no model or effort can have. It is not quoted: it may be anything. */
export function invalidName(origin: NameOrigin, problem: string): CoAgentError {
  if (origin === 'defaultModel') {
    return new CoAgentError('POLICY_DENIED', `the configured defaultModel ${problem}`, {
      remedy:
        'correct backends.<backend>.defaultModel in the configuration, or remove it and let the agent decide',
      details: { field: origin },
    });
  }
  return new CoAgentError('INPUT_LIMIT', `${origin} ${problem}`, {
    remedy: `name it as the agent lists it, or leave ${origin} out and let the agent decide`,
    details: { field: origin },
  });
}

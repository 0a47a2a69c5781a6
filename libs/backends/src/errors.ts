import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { BackendId, ErrorCode, Failure, ProfileCheck } from '@coagent8/contracts';

const DOCTOR = 'run `coagent8 doctor`';

/** No executable in any place that was looked in. */
export function cliNotFound(
  id: BackendId,
  { variable, tried }: { readonly variable: string; readonly tried: readonly string[] },
): CoAgentError {
  return new CoAgentError('CLI_NOT_FOUND', `no ${id} command was found; tried ${tried.join(', ')}`, {
    remedy: `install it, or set ${variable} or backends.${id}.executable to its path`,
    details: { backend: id },
  });
}

/** An executable was named, and is not there: another one is never taken instead. */
export function namedCliMissing(
  id: BackendId,
  { setting, value, reason }: { readonly setting: string; readonly value: string; readonly reason: string },
): CoAgentError {
  return new CoAgentError('CLI_NOT_FOUND', `${setting} names ${value}, which ${reason}`, {
    remedy: `correct ${setting} or remove it`,
    details: { backend: id },
  });
}

/** `CODEX_HOME` would be looked for below the workspace, where a repository could have put it. */
export function relativeCodexHome(): CoAgentError {
  return new CoAgentError('POLICY_DENIED', 'CODEX_HOME is a relative path, which a repository could fill', {
    remedy: 'set CODEX_HOME to an absolute path, or unset it',
    details: { variable: 'CODEX_HOME' },
  });
}

/** The agent is older than the profile needs. */
export function agentTooOld(reason: string, version?: string): CoAgentError {
  const which = version === undefined ? 'this Codex' : `Codex ${version}`;
  return new CoAgentError('CLI_UNSUPPORTED', `${which} is too old: ${reason}`, {
    remedy: 'update it to 0.150 or newer',
    ...(version === undefined ? {} : { details: { agentVersion: version } }),
  });
}

/** The profile is not what was asked for. Nothing was sent. */
export function profileNotHeld(failed: readonly ProfileCheck[]): CoAgentError {
  const found = failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ');
  return new CoAgentError('SANDBOX_UNAVAILABLE', `Codex did not take the read-only profile (${found})`, {
    remedy: `${DOCTOR} to see every check`,
    details: { failedChecks: failed.map(({ name }) => name).join(', ') },
  });
}

/** Codex refused the configuration of the profile. */
export function profileRefused(message: string): CoAgentError {
  return new CoAgentError('SANDBOX_UNAVAILABLE', `Codex refused the read-only profile: ${oneLine(message)}`, {
    remedy: 'check the Codex configuration file',
  });
}

/** The profile changed while the turn ran. */
export function profileLost(failed: readonly ProfileCheck[]): CoAgentError {
  const found = failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ');
  return new CoAgentError(
    'SANDBOX_UNAVAILABLE',
    `Codex left the read-only profile during the turn (${found})`,
    {
      remedy: 'do not use what the turn produced',
    },
  );
}

/** More text than the agent takes. */
export function promptTooLong(maxCharacters: number, characters: number): CoAgentError {
  return new CoAgentError(
    'INPUT_LIMIT',
    `the prompt has ${characters} characters and Codex takes ${maxCharacters}`,
    { remedy: 'send less: fewer files, a smaller range', details: { maxCharacters, characters } },
  );
}

/** The agent printed what its protocol does not allow. */
export function badOutput(what: string): CoAgentError {
  return new CoAgentError('PROTOCOL_ERROR', `Codex printed ${what}`, {
    remedy: `${DOCTOR}; an update of Codex or CoAgent8 may be needed`,
  });
}

/** The agent does not answer a request. */
export function noReply(method: string, timeoutMs: number): CoAgentError {
  return new CoAgentError('PROTOCOL_ERROR', `Codex did not answer ${method} within ${timeoutMs / 1000} s`, {
    remedy: 'try again; if it stays, restart the machine’s Codex processes or update Codex',
    details: { method, timeoutMs },
  });
}

/** The agent answered a request with an error that has no better name. */
export function requestRefused(method: string, message: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `Codex refused ${method}: ${oneLine(message)}`, {
    remedy: DOCTOR,
    details: { method },
  });
}

/** The agent ended without saying how the turn ended. */
export function endedEarly(how: string, diagnostics: string): CoAgentError {
  return new CoAgentError('PROTOCOL_ERROR', `Codex ${how} before the turn had ended`, {
    remedy: 'try again',
    ...diagnosticsOf(diagnostics),
  });
}

/** The agent exited with an error. */
export function exitedWith(how: string, diagnostics: string): CoAgentError {
  const reason = diagnostics.trim().replaceAll(/\s*\n\s*/g, ' ');
  return new CoAgentError('PROCESS_ERROR', reason === '' ? `Codex ${how}` : `Codex ${how}: ${reason}`, {
    remedy: DOCTOR,
    ...diagnosticsOf(diagnostics),
  });
}

function diagnosticsOf(diagnostics: string): { details?: { diagnostics: string } } {
  return diagnostics === '' ? {} : { details: { diagnostics } };
}

/** An examination failed, and something of it may still be alive. */
export function examinationLeft(error: unknown, remains: string): CoAgentError {
  const { code, message, remedy, details } = failureOf(error);
  return new CoAgentError(code, `${message}; ${remains}`, {
    ...(remedy === undefined ? {} : { remedy }),
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}

/** The agent cannot reach its model server and would wait for ever. */
export function networkAwaited(waitMs: number): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `Codex has waited ${waitMs / 1000} s for the network`, {
    remedy: 'check the connection and the provider’s base URL, then try again',
    details: { waitMs },
  });
}

/** The consumer of a turn went away. */
export function turnLeft(): CoAgentError {
  return new CoAgentError('ABORTED', 'the turn was left before it had ended', {
    remedy: 'send it again if it is still wanted',
  });
}

const TURN_REMEDIES: Partial<Record<ErrorCode, string>> = {
  AUTH_REQUIRED: 'sign in with `codex login`, or name the key’s variable in backends.codex.env',
  MODEL_UNAVAILABLE: 'name a model that the account and the provider have',
  INPUT_LIMIT: 'send less: fewer files, a smaller range',
  SANDBOX_UNAVAILABLE: DOCTOR,
  PROTOCOL_ERROR: 'try again',
  PROCESS_ERROR: 'try again later',
};

/** How a turn that Codex itself calls failed is told. `message` is what Codex said. */
export function turnFailure(code: ErrorCode, message: string, details?: Failure['details']): Failure {
  const remedy = TURN_REMEDIES[code];
  return {
    code,
    message: `Codex reports: ${oneLine(message)}`,
    ...(remedy === undefined ? {} : { remedy }),
    ...(details === undefined ? {} : { details }),
  };
}

/** A limit of the account or of the provider. */
export function rateLimited(message: string, resetsAt: string | undefined): Failure {
  return {
    code: 'RATE_LIMITED',
    message: `Codex reports: ${oneLine(message)}${resetsAt === undefined ? '' : ` (resets at ${resetsAt})`}`,
    remedy:
      resetsAt === undefined
        ? 'try again later, or ask another backend'
        : `try again after ${resetsAt}, or ask another backend`,
    ...(resetsAt === undefined ? {} : { details: { resetsAt } }),
  };
}

/** The model server refused what was asked for. */
export function refusedByModel(reason: string, message: string): Failure {
  return {
    code: 'PROCESS_ERROR',
    message: `the model refused the request (${reason}): ${oneLine(message)}`,
    remedy: 'ask differently, or ask another backend',
    details: { refusal: reason },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

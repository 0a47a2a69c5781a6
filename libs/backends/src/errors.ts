import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { BackendId, ErrorCode, Failure, ProfileCheck } from '@coagent8/contracts';
import { shownTime } from '@coagent8/models';
import type { ProcessEnd } from '@coagent8/runtime';

/** How many lines of diagnostics are shown. */
const DIAGNOSTIC_LINES = 3;
/** Longest part of the diagnostics that is shown, in characters. */
const DIAGNOSTIC_CHARACTERS = 500;

const DOCTOR = 'run `coagent8 doctor --health`';
const SEND_LESS = 'send less: fewer files, a smaller range';

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
    details: { backend: id, setting },
  });
}

/** A folder of an agent's own would be looked for below the workspace, where a repository could have put it. */
export function relativeHome(variable: string): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `${variable} is a relative path, which a repository could fill`, {
    remedy: `set ${variable} to an absolute path, or unset it`,
    details: { variable },
  });
}

/** An agent's own folder lies in the workspace: a repository could fill it, and the agent would write there. */
export function homeInWorkspace(variable: string, folder: string): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `the agent keeps its own files in the workspace, in ${folder}`, {
    remedy: `set ${variable} to a folder outside of the workspace`,
    details: { variable },
  });
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

/** An agent does not say in time what it offers. */
export function catalogLate(id: BackendId, timeoutMs: number): CoAgentError {
  return late(id, timeoutMs, 'which models it has');
}

/** An agent does not say in time how much of its limits is used. */
export function quotaLate(id: BackendId, timeoutMs: number): CoAgentError {
  return late(id, timeoutMs, 'how much of its limits is used');
}

function late(id: BackendId, timeoutMs: number, what: string): CoAgentError {
  return new CoAgentError('TIMEOUT', `${id} did not say within ${timeoutMs / 1000} s ${what}`, {
    remedy: `${DOCTOR} to see whether ${id} starts`,
    details: { backend: id, timeoutMs },
  });
}

/** The consumer of a turn went away. */
export function turnLeft(): CoAgentError {
  return new CoAgentError('ABORTED', 'the turn was left before it had ended', {
    remedy: 'send it again if it is still wanted',
  });
}

/** What an agent tells of the limit that refused a turn, in fields of its own. */
export interface ReachedLimit {
  /** When it answers again, an ISO 8601 time. Absent where it does not say. */
  readonly resetsAt?: string | undefined;
  /** Whether the limit is for some models only. Default: for every turn, as far as is known. */
  readonly isModelLimit?: boolean;
}

/** How one agent is spoken of. */
export interface AgentWords {
  /** As people call it, e.g. `Codex`. */
  readonly name: string;
  /** As a terminal calls it, e.g. `codex`. */
  readonly command: string;
  /** Oldest version that holds the profile, e.g. `0.150`. */
  readonly oldestVersion: string;
  /** What a user does who is not signed in, as a sentence part. */
  readonly signIn: string;
}

/** The errors that every agent has, in the words of one of them. */
export function agentErrors({ name, command, oldestVersion, signIn }: AgentWords) {
  const turnRemedies: Partial<Record<ErrorCode, string>> = {
    AUTH_REQUIRED: signIn,
    MODEL_UNAVAILABLE: 'name a model that the account and the provider have',
    INPUT_LIMIT: SEND_LESS,
    SANDBOX_UNAVAILABLE: DOCTOR,
    PROTOCOL_ERROR: 'try again',
    PROCESS_ERROR: 'try again later',
  };
  /** The agent ended, with nothing to complain of, while a turn or a question was open. */
  const endedEarly = (how: string, diagnostics: string) =>
    new CoAgentError('PROTOCOL_ERROR', `${name} ${how} before it had answered`, {
      remedy: 'try again',
      ...diagnosticsOf(diagnostics),
    });
  /** The agent exited with an error. */
  const exitedWith = (how: string, diagnostics: string) => {
    const reason = oneLine(diagnostics);
    return new CoAgentError('PROCESS_ERROR', reason === '' ? `${name} ${how}` : `${name} ${how}: ${reason}`, {
      remedy: `see whether \`${command} --version\` works in a terminal; a wrapper around it may add what does not fit, or it may have to be installed again`,
      ...diagnosticsOf(diagnostics),
    });
  };
  return {
    /** The agent is older than the profile needs. */
    agentTooOld: (reason: string, version?: string) =>
      new CoAgentError(
        'CLI_UNSUPPORTED',
        `${version === undefined ? `this ${name}` : `${name} ${version}`} is too old: ${reason}`,
        {
          remedy: `update it to ${oldestVersion} or newer`,
          ...(version === undefined ? {} : { details: { agentVersion: version } }),
        },
      ),

    /** The profile is not what was asked for. The prompt was not sent, or its answer is thrown away. */
    profileNotHeld: (failed: readonly ProfileCheck[]) =>
      new CoAgentError(
        'SANDBOX_UNAVAILABLE',
        `${name} did not take the read-only profile (${found(failed)})`,
        {
          remedy: `${DOCTOR} to see every check`,
          details: { failedChecks: failed.map((check) => check.name).join(', ') },
        },
      ),

    /** The agent refused the configuration of the profile. */
    profileRefused: (message: string) =>
      new CoAgentError('SANDBOX_UNAVAILABLE', `${name} refused the read-only profile: ${oneLine(message)}`, {
        remedy: `check the ${name} configuration file`,
      }),

    /** The profile changed while the turn ran. */
    profileLost: (failed: readonly ProfileCheck[]) =>
      new CoAgentError(
        'SANDBOX_UNAVAILABLE',
        `${name} left the read-only profile during the turn (${found(failed)})`,
        { remedy: 'do not use what the turn produced' },
      ),

    /** More text than the agent takes. */
    promptTooLong: (maxCharacters: number, characters: number) =>
      new CoAgentError(
        'INPUT_LIMIT',
        `the prompt has ${characters} characters and ${name} takes ${maxCharacters}`,
        { remedy: SEND_LESS, details: { maxCharacters, characters } },
      ),

    /** The agent printed what its protocol does not allow. */
    badOutput: (what: string) =>
      new CoAgentError('PROTOCOL_ERROR', `${name} printed ${what}`, {
        remedy: `${DOCTOR}; an update of ${name} or CoAgent8 may be needed`,
      }),

    /** The agent does not answer a request. */
    noReply: (method: string, timeoutMs: number) =>
      new CoAgentError('PROTOCOL_ERROR', `${name} did not answer ${method} within ${timeoutMs / 1000} s`, {
        remedy: `try again; if it stays, restart the machine’s ${name} processes or update ${name}`,
        details: { method, timeoutMs },
      }),

    /** The agent answered a request with an error that has no better name. */
    requestRefused: (method: string, message: string) =>
      new CoAgentError('PROCESS_ERROR', `${name} refused ${method}: ${oneLine(message)}`, {
        remedy: DOCTOR,
        details: { method },
      }),

    /** What it means that the process ended while a turn or a question was open. */
    exited: ({ exitCode, signal, diagnostics }: ProcessEnd) => {
      const summary = summarize(diagnostics);
      if (exitCode === 0) return endedEarly('ended', summary);
      return exitedWith(
        exitCode === null ? `was ended by ${signal ?? 'the system'}` : `exited with code ${exitCode}`,
        summary,
      );
    },

    /** The agent cannot reach its model server and would wait for longer than anyone should. */
    networkAwaited: (waitMs: number) =>
      new CoAgentError('PROCESS_ERROR', `${name} has waited ${waitMs / 1000} s for the network`, {
        remedy: 'check the connection and the provider’s base URL, then try again',
        details: { waitMs },
      }),

    /** How a turn that the agent itself calls failed is told. `message` is what the agent said. */
    turnFailure: (code: ErrorCode, message: string, details?: Failure['details']): Failure => {
      const remedy = turnRemedies[code];
      return {
        code,
        message: `${name} reports: ${oneLine(message)}`,
        ...(remedy === undefined ? {} : { remedy }),
        ...(details === undefined ? {} : { details }),
      };
    },

    /** A limit of the account or of the provider. Its `details` are what a router goes by: nothing else says so much. */
    rateLimited: (message: string, { resetsAt, isModelLimit = false }: ReachedLimit): Failure => {
      const details = {
        ...(resetsAt === undefined ? {} : { resetsAt }),
        ...(isModelLimit ? { isModelLimit } : {}),
      };
      const until = resetsAt === undefined ? undefined : shownTime(resetsAt);
      const wait = until === undefined ? 'try again later' : `try again after ${until}`;
      return {
        code: 'RATE_LIMITED',
        message: `${name} reports: ${oneLine(message)}${until === undefined ? '' : ` (resets at ${until})`}`,
        remedy: `${wait}, ${isModelLimit ? 'name another model, ' : ''}or ask another backend`,
        ...(Object.keys(details).length === 0 ? {} : { details }),
      };
    },

    /** The model server refused what was asked for. */
    refusedByModel: (reason: string, message: string): Failure => ({
      code: 'PROCESS_ERROR',
      message: `the model refused the request (${reason}): ${oneLine(message)}`,
      remedy: 'ask differently, or ask another backend',
      details: { refusal: reason },
    }),
  };
}

function found(failed: readonly ProfileCheck[]): string {
  return failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ');
}

function diagnosticsOf(diagnostics: string): { details?: { diagnostics: string } } {
  return diagnostics === '' ? {} : { details: { diagnostics } };
}

function summarize(diagnostics: string): string {
  const lines = diagnostics.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-DIAGNOSTIC_LINES).join('\n').slice(-DIAGNOSTIC_CHARACTERS);
}

/** Without a full stop at its end: more follows it. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
}

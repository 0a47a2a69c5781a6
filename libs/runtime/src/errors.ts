import { CoAgentError } from '@coagent8/contracts';

/** The system's word for what went wrong, such as `ENOENT`; `undefined` for any other error. */
export function systemCode(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : undefined;
}

/** The program is not where it was looked for. */
export function programMissing(file: string): CoAgentError {
  return new CoAgentError('CLI_NOT_FOUND', `${file} does not exist`, {
    remedy: 'install it, or correct the path that names it',
    details: { file },
  });
}

/** The program is there and cannot be run. */
export function programUnusable(file: string, reason: string): CoAgentError {
  return new CoAgentError('CLI_UNSUPPORTED', `${file} cannot be run: ${reason}`, {
    remedy: 'name the program itself, or install it again',
    details: { file, reason },
  });
}

/** The folder that a program should run in cannot be entered. */
export function folderUnusable(folder: string, reason: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `the working directory ${folder} ${reason}`, {
    remedy: 'choose a folder that exists and can be entered',
    details: { folder },
  });
}

/** The system refused to start a program that looks sound. */
export function spawnRefused(file: string, reason: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `${file} could not be started: ${reason}`, {
    remedy: 'check the limits on processes and open files, then try again',
    details: { file, reason },
  });
}

/** More input than one process may be given. Nothing of it was sent. */
export function inputTooLong(file: string, maxBytes: number): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `the input of ${file} is longer than ${maxBytes} bytes`, {
    remedy: 'send less',
    details: { file, maxBytes },
  });
}

/** The program closed its input, or ended, before all of it was written. */
export function inputClosed(file: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `the input of ${file} was closed before all of it was read`, {
    remedy: 'see what it printed before it ended',
    details: { file },
  });
}

/** One line of output is longer than the reader accepts. */
export function lineTooLong(file: string, maxBytes: number): CoAgentError {
  return new CoAgentError('BUFFER_LIMIT', `a line printed by ${file} is longer than ${maxBytes} bytes`, {
    remedy: 'ask for a shorter answer',
    details: { file, maxBytes },
  });
}

/** The caller cancelled. */
export function aborted(): CoAgentError {
  return new CoAgentError('ABORTED', 'the caller cancelled the request', {
    remedy: 'send it again if it is still wanted',
  });
}

/** The time limit of a turn ran out. */
export function timedOut(timeoutMs: number): CoAgentError {
  return new CoAgentError(
    'TIMEOUT',
    `no end within the time limit of ${timeoutMs} ms, of which a part is kept for stopping`,
    {
      remedy: 'raise the time limit, or ask for less',
      details: { timeoutMs },
    },
  );
}

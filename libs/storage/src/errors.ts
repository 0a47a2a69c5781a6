import { CoAgentError } from '@coagent8/contracts';

import { wordOf } from './system-error.js';

function remedyFor(word: string, path: string): string {
  if (word === 'ENOSPC' || word === 'EDQUOT') return `free space on the disk that holds ${path}`;
  if (['ENOTDIR', 'EISDIR', 'EEXIST'].includes(word))
    return `remove what stands in the way of ${path}, or choose another place`;
  return `make sure that you may read and write ${path} and its folder`;
}

function failed(what: string, path: string, cause: unknown): CoAgentError {
  const word = wordOf(cause);
  return new CoAgentError('PROCESS_ERROR', `${what} ${path}: ${word}`, {
    remedy: remedyFor(word, path),
    details: { path, system: word },
    cause,
  });
}

export function cannotWrite(path: string, cause: unknown): CoAgentError {
  return failed('cannot write', path, cause);
}

export function cannotRead(path: string, cause: unknown): CoAgentError {
  return failed('cannot read', path, cause);
}

export function cannotLock(path: string, cause: unknown): CoAgentError {
  return failed('cannot lock', path, cause);
}

export function cannotRemove(path: string, cause: unknown): CoAgentError {
  return failed('cannot remove', path, cause);
}

export function notAFile(path: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `cannot read ${path}: it is not a regular file`, {
    remedy: 'name a regular file',
    details: { path },
  });
}

export function tooLarge(path: string, maxBytes: number): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `cannot read ${path}: it is larger than ${maxBytes} bytes`, {
    remedy: `move ${path} away or make it smaller`,
    details: { path, maxBytes },
  });
}

export function notUtf8(path: string): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `cannot read ${path}: it is not UTF-8 text`, {
    remedy: `save ${path} as UTF-8, or move it away`,
    details: { path },
  });
}

export function lockNotGiven(path: string, waitMs: number): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `another process held ${path} for longer than ${waitMs} ms`, {
    remedy: 'try again',
    details: { path, waitMs },
  });
}

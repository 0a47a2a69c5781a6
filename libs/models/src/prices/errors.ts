import { CoAgentError, shownText } from '@coagent8/contracts';
import type { Warning } from '@coagent8/contracts';

import { PRICES_VARIABLE } from './price-source.js';

const OTHER_LIST = `or set ${PRICES_VARIABLE} to another list`;

/** Neither an http(s) or file URL nor an absolute path. */
export function unusableSource(source: string): CoAgentError {
  return new CoAgentError(
    'PROCESS_ERROR',
    `${PRICES_VARIABLE} is no http(s) or file URL and no absolute path: ${shownText(source)}`,
    {
      remedy: `correct ${PRICES_VARIABLE}, or unset it to use the public list`,
      details: { variable: PRICES_VARIABLE },
    },
  );
}

/** The list is there and cannot be used. `problem` is a sentence that quotes nothing of it. */
export function listUnusable(shown: string, problem: string): CoAgentError {
  return failed(shown, problem, `correct it, ${OTHER_LIST}`);
}

/** There is no file. */
export function listMissing(shown: string): CoAgentError {
  return failed(shown, 'there is no such file', `put it there, ${OTHER_LIST}`);
}

/** More bytes than are read, unpacked. */
export function listTooLarge(shown: string, maxBytes: number): CoAgentError {
  return failed(shown, `it is larger than ${maxBytes} bytes`, `set ${PRICES_VARIABLE} to a smaller list`);
}

/** The address answers with another one. */
export function listMoved(shown: string, target: string): CoAgentError {
  return failed(
    shown,
    `it leads to ${target}, which is not followed`,
    `set ${PRICES_VARIABLE} to where it leads if you trust that address`,
  );
}

/** An answer with another status than 200. */
export function listRefused(shown: string, status: number): CoAgentError {
  return failed(shown, `the server answered with status ${status}`, `try again later, ${OTHER_LIST}`);
}

/** No whole answer in time. */
export function listTooSlow(shown: string, timeoutMs: number): CoAgentError {
  return failed(
    shown,
    `it did not arrive whole within ${timeoutMs} ms`,
    `check the connection, ${OTHER_LIST}`,
  );
}

/** No connection, or one that broke. */
export function listUnreachable(shown: string, cause: unknown): CoAgentError {
  const word = wordOf(cause);
  const problem = word === undefined ? 'the connection failed' : `the connection failed (${word})`;
  return failed(shown, problem, `check the connection, ${OTHER_LIST}`, cause);
}

/** The file is there and cannot be read; `cause` says why, and where. */
export function listUnreadable(cause: CoAgentError): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `the price list is not usable: ${cause.message}`, {
    remedy: `correct it, ${OTHER_LIST}`,
    ...(cause.details === undefined ? {} : { details: cause.details }),
    cause,
  });
}

/** What the last read of the list ran into, also in another process. `failure` is a sentence part with its remedy. */
export function pricesUnavailable(failure: string, readAt: string | undefined): Warning {
  const used = readAt === undefined ? 'no prices are known' : `prices are those read at ${readAt}`;
  return { code: 'PRICES_UNAVAILABLE', message: `${failure}; ${used}` };
}

function failed(shown: string, problem: string, remedy: string, cause?: unknown): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `the price list ${shown} is not usable: ${problem}`, {
    remedy,
    details: { source: shown },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The system's or undici's word (`ECONNREFUSED`), and nothing else of the error: it may quote the address. */
function wordOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const word = 'code' in error ? error.code : undefined;
  if (typeof word === 'string' && /^[A-Z][A-Z0-9_]+$/.test(word)) return word;
  return 'cause' in error ? wordOf(error.cause) : undefined;
}

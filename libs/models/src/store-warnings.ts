import type { Failure, Warning } from '@coagent8/contracts';

const EFFECT = 'what the agents offer and what it costs is read anew as long as this lasts';

/** The disk refuses: `cause` names the path, what the system said and what to do. */
export function storeFailed({ message, remedy }: Pick<Failure, 'message' | 'remedy'>): Warning {
  return warning(remedy === undefined ? `${message}; ${EFFECT}` : `${message}; ${EFFECT}; ${remedy}`);
}

/** A file of a version of this product that is to come. */
export function storeIsNewer(path: string, version: number): Warning {
  return warning(
    `${path} was written by a newer CoAgent8 (schema ${version}) and is left as it is; ${EFFECT}; update this CoAgent8`,
  );
}

/** A file that holds something else. `problem` is a sentence part. */
export function storeIsBroken(path: string, problem: string): Warning {
  return warning(
    `${path} is not usable (${problem}) and is replaced; nothing to do, but what was in it is read anew`,
  );
}

/** More than a file may hold, after everything old was left out. */
export function storeIsFull(path: string, maxBytes: number): Warning {
  return warning(`what is to be kept in ${path} is larger than ${maxBytes} bytes and is not kept; ${EFFECT}`);
}

function warning(message: string): Warning {
  return { code: 'STORE_FAILED', message };
}

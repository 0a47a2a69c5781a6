import type { Failure, Warning } from '@coagent8/contracts';

/** What its owner says of a file that fails, as sentence parts. */
export interface KeptFileWords {
  /** What happens where the file cannot be used: `… as long as this lasts`. */
  readonly effect: string;
  /** What becomes of what was in a file that is replaced. */
  readonly loss: string;
}

/** The disk refuses: `failure` names the path, what the system said and what to do. */
export function storeFailed({ message, remedy }: Failure, { effect }: KeptFileWords): Warning {
  return warning(remedy === undefined ? `${message}; ${effect}` : `${message}; ${effect}; ${remedy}`);
}

/** A file of a version of this product that is to come. */
export function storeIsNewer(path: string, version: number, { effect }: KeptFileWords): Warning {
  return warning(
    `${path} was written by a newer CoAgent8 (schema ${version}) and is left as it is; ${effect}; update this CoAgent8`,
  );
}

/** A file that holds something else, until it is next changed. `problem` is a sentence part. */
export function storeIsBroken(path: string, problem: string, { loss }: KeptFileWords): Warning {
  return warning(
    `${path} is not usable (${problem}) and is replaced with the next change; nothing to do, but ${loss}`,
  );
}

/** More than a file may hold, after everything old was left out. */
export function storeIsFull(path: string, maxBytes: number, { effect }: KeptFileWords): Warning {
  return warning(`what is to be kept in ${path} is larger than ${maxBytes} bytes and is not kept; ${effect}`);
}

function warning(message: string): Warning {
  return { code: 'STORE_FAILED', message };
}

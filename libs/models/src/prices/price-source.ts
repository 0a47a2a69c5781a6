import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** OpenRouter's public list: what is read where the user names no other. */
export const PUBLIC_PRICE_LIST = 'https://openrouter.ai/api/v1/models';
/** The variable in which the user names another. */
export const PRICES_VARIABLE = 'COAGENT8_PRICES_URL';

/** Where a price list is. `shown` is for people: it holds nothing secret. */
export type PriceSource =
  | { readonly kind: 'web'; readonly url: URL; readonly shown: string }
  | { readonly kind: 'file'; readonly path: string; readonly shown: string }
  | { readonly kind: 'unusable'; readonly shown: string };

/**
 * Understands an http(s) URL, a file URL or an absolute path; anything else is unusable and not shown. Pure.
 */
export function parsePriceSource(source: string): PriceSource {
  if (isAbsolute(source)) return fileAt(source);
  const url = URL.parse(source);
  if (url?.protocol === 'http:' || url?.protocol === 'https:')
    return { kind: 'web', url, shown: shownAddress(url) };
  const path = url?.protocol === 'file:' ? pathOf(url) : undefined;
  return path === undefined ? { kind: 'unusable', shown: PRICES_VARIABLE } : fileAt(path);
}

/** An address without user, password, query and fragment: where secrets are. */
export function shownAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Longest address that is repeated where a server has sent it, in characters. */
export const SENT_ADDRESS_MAX_CHARACTERS = 256;

/** {@link shownAddress} of what a server has sent, which may be without bound. */
export function shownSentAddress(url: URL): string {
  const shown = shownAddress(url);
  return shown.length <= SENT_ADDRESS_MAX_CHARACTERS ? shown : `an address of ${shown.length} characters`;
}

function fileAt(path: string): PriceSource {
  // NUL is in no path: Node would throw what no reader expects.
  if (path.includes('\0')) return { kind: 'unusable', shown: PRICES_VARIABLE };
  return { kind: 'file', path, shown: path.replace(/\p{C}/gu, '?') };
}

/** A file URL that names another machine, or a broken escape, is no path. */
function pathOf(url: URL): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

import { CoAgentError } from '@coagent8/contracts';
import { readBounded } from '@coagent8/storage';

import {
  listMissing,
  listMoved,
  listRefused,
  listTooLarge,
  listTooSlow,
  listUnreachable,
  listUnreadable,
  listUnusable,
  unusableSource,
} from './errors.js';
import { parsePriceList } from './price-list.js';
import type { PriceListEntry } from './price-list.js';
import { parsePriceSource, shownSentAddress } from './price-source.js';
import type { PriceSource } from './price-source.js';

/** Size of the largest list, in bytes of UTF-8, unpacked. */
export const PRICE_LIST_MAX_BYTES = 4 * 1024 * 1024;
/** How long a list from the network may take, from the first step to the last byte, in milliseconds. */
export const PRICE_LIST_TIMEOUT_MS = 10_000;

/** What a list is read with. */
export interface PriceListRequest {
  /** An http(s) URL, a file URL or an absolute path. A user and a password in a URL are sent, and nowhere shown. */
  readonly source: string;
  /** Ends the read. */
  readonly signal: AbortSignal;
  /** Default {@link PRICE_LIST_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
}

type WebSource = Extract<PriceSource, { readonly kind: 'web' }>;

/**
 * Reads a price list, as `parsePriceList` understands it. From the network: one GET, no redirect is followed, and only
 * status 200 is an answer. Bounded by {@link PRICE_LIST_MAX_BYTES} while it comes in, whatever the answer says of its size.
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the source without its secrets, what was wrong and what to set; the reason
 * of the signal when it ends the read.
 */
export async function readPriceList(request: PriceListRequest): Promise<readonly PriceListEntry[]> {
  const { source, signal } = request;
  signal.throwIfAborted();
  const place = parsePriceSource(source);
  if (place.kind === 'unusable') throw unusableSource(source);
  const text = place.kind === 'web' ? await readWeb(place, request) : await readFile(place);
  const list = parsePriceList(text);
  if (!list.ok) throw listUnusable(place.shown, list.problem);
  return list.entries;
}

async function readFile({ path, shown }: { readonly path: string; readonly shown: string }): Promise<string> {
  try {
    const text = await readBounded(path, { maxBytes: PRICE_LIST_MAX_BYTES });
    if (text !== undefined) return text;
  } catch (error) {
    throw CoAgentError.is(error) ? listUnreadable(error) : error;
  }
  throw listMissing(shown);
}

async function readWeb(place: WebSource, request: PriceListRequest): Promise<string> {
  const timeoutMs = request.timeoutMs ?? PRICE_LIST_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await download(place, AbortSignal.any([request.signal, timeout]));
  } catch (error) {
    request.signal.throwIfAborted();
    if (CoAgentError.is(error)) throw error;
    throw timeout.aborted ? listTooSlow(place.shown, timeoutMs) : listUnreachable(place.shown, error);
  }
}

async function download({ url, shown }: WebSource, signal: AbortSignal): Promise<string> {
  const response = await fetch(withoutUser(url), { redirect: 'manual', signal, headers: headersFor(url) });
  try {
    return decode(await readBody(acceptedBody(response, { url, shown }), shown), shown);
  } finally {
    // What is left of an answer that is not wanted would keep its connection.
    if (response.body?.locked === false) await response.body.cancel().catch(() => undefined);
  }
}

/** `fetch` refuses addresses with a user in them, and quotes them whole. */
function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

function headersFor({ username, password }: URL): Record<string, string> {
  const accept = { accept: 'application/json' };
  if (username === '' && password === '') return accept;
  const user = Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64');
  return { ...accept, authorization: `Basic ${user}` };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function acceptedBody(response: Response, { url, shown }: { readonly url: URL; readonly shown: string }) {
  const { status, headers, body } = response;
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null) {
    const address = URL.parse(target, url.href);
    throw listMoved(shown, address === null ? 'no usable address' : shownSentAddress(address));
  }
  if (status !== 200) throw listRefused(shown, status);
  return body;
}

/** Counts what is unpacked: a small answer may unpack to any size. */
async function readBody(body: Response['body'], shown: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > PRICE_LIST_MAX_BYTES) throw listTooLarge(shown, PRICE_LIST_MAX_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw listUnusable(shown, 'it is not UTF-8 text');
  }
}

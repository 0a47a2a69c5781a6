import { z } from 'zod';

/** Longest name of an entry, in characters. A longer one is left out. */
export const ENTRY_NAME_MAX_CHARACTERS = 256;

/** Unit prices of a list, in USD per million tokens. */
export interface ListPrice {
  readonly outputUsdPerMillion: number;
  /** Input that comes from no cache. */
  readonly inputUsdPerMillion?: number;
  readonly cachedInputUsdPerMillion?: number;
}

/** One entry of a price list. */
export interface PriceListEntry extends ListPrice {
  /** As the list has it, provider included; printable ASCII. */
  readonly name: string;
}

/** The usable entries of a list in its order, or why it has none, as a sentence part that quotes nothing of it. */
export type PriceListReading =
  | { readonly ok: true; readonly entries: readonly PriceListEntry[] }
  | { readonly ok: false; readonly problem: string };

const listSchema = z.object({ data: z.array(z.unknown()) });

const entrySchema = z.object({
  id: z.string(),
  pricing: z.object({
    completion: z.unknown().optional(),
    prompt: z.unknown().optional(),
    input_cache_read: z.unknown().optional(),
  }),
});

/**
 * Parses the list that OpenRouter's `/api/v1/models` gives (2026-11): `{"data": [{"id": "vendor/name", "pricing":
 * {"prompt": "0.000005", "completion": "0.000025", "input_cache_read": "0.0000005"}}]}` in USD per token, each a string or
 * a number. Other fields are ignored. Left out are entries without a usable `id` or output price (a negative one means
 * "depends"), and variants, whose `id` holds a colon: they are other offers at other prices. Pure.
 */
export function parsePriceList(text: string): PriceListReading {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  const list = listSchema.safeParse(content);
  if (!list.success) return { ok: false, problem: 'it has no list called "data"' };
  const entries = list.data.data.map(entryOf).filter((entry) => entry !== undefined);
  if (entries.length > 0) return { ok: true, entries };
  return { ok: false, problem: `none of its ${list.data.data.length} entries has a usable name and price` };
}

function entryOf(value: unknown): PriceListEntry | undefined {
  const { data } = entrySchema.safeParse(value);
  if (data === undefined || !isUsableName(data.id)) return undefined;
  const { completion, prompt, input_cache_read } = data.pricing;
  const outputUsdPerMillion = usdPerMillion(completion);
  if (outputUsdPerMillion === undefined) return undefined;
  const inputUsdPerMillion = usdPerMillion(prompt);
  const cachedInputUsdPerMillion = usdPerMillion(input_cache_read);
  return {
    name: data.id,
    outputUsdPerMillion,
    ...(inputUsdPerMillion === undefined ? {} : { inputUsdPerMillion }),
    ...(cachedInputUsdPerMillion === undefined ? {} : { cachedInputUsdPerMillion }),
  };
}

/** Whether an entry with this name counts. */
export function isUsableName(name: string): boolean {
  return name.length <= ENTRY_NAME_MAX_CHARACTERS && /^[!-9;-~]+$/.test(name);
}

/** A number as lists write it. No digit can stand in two places of it: a long text that is none is told in one pass. */
const NUMBER = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** `Number` alone would take an empty text for 0. */
function usdPerMillion(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && NUMBER.test(value))) return undefined;
  const price = withoutBinaryRest(Number(value) * 1_000_000);
  return Number.isFinite(price) && price >= 0 ? price : undefined;
}

/** 0.0000004 times a million is 0.39999999999999997 in binary, and a limit of 0.4 would let it pass. */
function withoutBinaryRest(price: number): number {
  return Number(price.toPrecision(12));
}

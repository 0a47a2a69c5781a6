import { parseVersioned } from '@coagent8/storage';
import type { ContentReading } from '@coagent8/storage';
import { z } from 'zod';

import { modelCatalogSchema } from './catalog.js';
import type { StoredCatalog } from './model-store.js';
import type { PriceMatch } from './prices/match-price.js';
import { isUsableName } from './prices/price-list.js';
import { FAILURE_MAX_CHARACTERS } from './prices/price-store.js';
import type { PriceFailure, StoredPrices } from './prices/price-store.js';

/** Version of the content of `models.json` that this product writes. */
export const MODELS_SCHEMA_VERSION = 2;
/** Most catalogs that are kept: those that the agents gave last. */
export const STORED_CATALOGS_MAX = 12;

/** What `models.json` holds. Times are milliseconds since 1970. */
export interface ModelData {
  readonly catalogs: ReadonlyMap<string, StoredCatalog>;
  readonly prices?: StoredPrices;
  /** How the last read of a price list failed; absent where it did not. */
  readonly priceFailure?: PriceFailure;
}

/** What a missing file holds. */
export const NO_MODEL_DATA: ModelData = { catalogs: new Map() };

const timeSchema = z.iso.datetime().transform((text) => Date.parse(text));
const usdSchema = z.number().min(0);

const priceSchema = z
  .object({
    output: usdSchema,
    input: usdSchema.exactOptional(),
    cachedInput: usdSchema.exactOptional(),
    entry: z.string().refine(isUsableName),
    match: z.enum(['exact', 'approximate']),
  })
  .transform(({ output, input, cachedInput, entry, match }): PriceMatch => ({
    outputUsdPerMillion: output,
    ...(input === undefined ? {} : { inputUsdPerMillion: input }),
    ...(cachedInput === undefined ? {} : { cachedInputUsdPerMillion: cachedInput }),
    entry,
    match,
  }));

const catalogSchema = z
  .object({ readAt: timeSchema, catalog: modelCatalogSchema, resolvedNames: mapOf(z.string()) })
  .transform(({ readAt, catalog, resolvedNames }): StoredCatalog => ({
    readAtMs: readAt,
    catalog,
    resolvedNames: withoutPrototype(resolvedNames),
  }));

const pricesSchema = z
  .object({ source: z.string(), readAt: timeSchema, models: mapOf(priceSchema.nullable()) })
  .transform(({ readAt, ...prices }): StoredPrices => ({ ...prices, readAtMs: readAt }));

const failureTextSchema = z.string().max(FAILURE_MAX_CHARACTERS);

const failureSchema = z
  .object({ source: z.string(), failedAt: timeSchema, failure: failureTextSchema })
  .transform(({ failedAt, ...failed }): PriceFailure => ({ ...failed, failedAtMs: failedAt }));

const contentSchema = z.object({
  catalogs: mapOf(catalogSchema),
  prices: pricesSchema.exactOptional(),
  priceFailure: failureSchema.exactOptional(),
});

/** Judges the parsed content of `models.json`. An older version holds nothing: it is read anew. Pure. */
export function parseModelData(content: unknown): ContentReading<ModelData> {
  return parseVersioned(content, {
    schemaVersion: MODELS_SCHEMA_VERSION,
    schema: contentSchema,
    empty: NO_MODEL_DATA,
  });
}

/**
 * `data` as the text of `models.json`, indented by two spaces. Oldest catalogs give way until it is no larger than
 * `maxBytes`; undefined where the newest alone does not fit. Pure.
 */
export function renderModelData(data: ModelData, maxBytes: number): string | undefined {
  const text = `${JSON.stringify(contentOf(data), undefined, 2)}\n`;
  if (Buffer.byteLength(text) <= maxBytes) return text;
  if (data.catalogs.size <= 1) return undefined;
  const catalogs = newestCatalogs(data.catalogs, data.catalogs.size - 1);
  return renderModelData({ ...data, catalogs }, maxBytes);
}

/** `catalogs` with `stored` under `key`, and the newest others, no more than {@link STORED_CATALOGS_MAX}. Pure. */
export function withCatalog(
  catalogs: ModelData['catalogs'],
  key: string,
  stored: StoredCatalog,
): ModelData['catalogs'] {
  const others = new Map(catalogs);
  others.delete(key);
  return new Map([[key, stored], ...newestCatalogs(others, STORED_CATALOGS_MAX - 1)]);
}

function newestCatalogs(catalogs: ModelData['catalogs'], count: number): ModelData['catalogs'] {
  return new Map([...catalogs].sort(([, a], [, b]) => b.readAtMs - a.readAtMs).slice(0, count));
}

function contentOf({ catalogs, prices, priceFailure }: ModelData): object {
  return {
    schemaVersion: MODELS_SCHEMA_VERSION,
    catalogs: recordOf(catalogs, ({ readAtMs, catalog, resolvedNames }) => ({
      readAt: asTime(readAtMs),
      catalog,
      resolvedNames,
    })),
    ...(prices && {
      prices: {
        source: prices.source,
        readAt: asTime(prices.readAtMs),
        models: recordOf(prices.models, (price) => price && priceRecord(price)),
      },
    }),
    ...(priceFailure && {
      priceFailure: {
        source: priceFailure.source,
        failedAt: asTime(priceFailure.failedAtMs),
        failure: priceFailure.failure,
      },
    }),
  };
}

function priceRecord(price: PriceMatch): object {
  return {
    output: price.outputUsdPerMillion,
    input: price.inputUsdPerMillion,
    cachedInput: price.cachedInputUsdPerMillion,
    entry: price.entry,
    match: price.match,
  };
}

function asTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** An object in a file, as pairs: a name may be `__proto__`, which zod's records drop (4.6). */
function mapOf<Value>(schema: z.ZodType<Value>) {
  return z.preprocess(
    pairsOf,
    z.array(z.tuple([z.string(), schema])).transform((pairs) => new Map(pairs)),
  );
}

function pairsOf(value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.entries(value) : undefined;
}

/** `Object.fromEntries` makes own properties of all names, `__proto__` included. */
function recordOf<Value>(map: ReadonlyMap<string, Value>, render: (value: Value) => unknown): object {
  return Object.fromEntries([...map].map(([name, value]) => [name, render(value)]));
}

/** A record in which a name that is not there is undefined, whatever it is called. */
function withoutPrototype(map: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null), Object.fromEntries(map));
}

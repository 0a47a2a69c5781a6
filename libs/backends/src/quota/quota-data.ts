import { cooldownSchema, quotaReadingSchema } from '@coagent8/contracts';
import type { BackendId, Quotas } from '@coagent8/contracts';
import { parseVersioned } from '@coagent8/storage';
import type { ContentReading } from '@coagent8/storage';
import { z } from 'zod';

/** Version of the content of `quota.json` that this product writes. */
export const QUOTA_SCHEMA_VERSION = 1;
/** Most cooldowns that are kept of one agent: the newest. */
export const COOLDOWNS_MAX = 8;

/** What a missing file holds. */
export const NO_QUOTAS: Quotas = {};

const backendQuotaSchema = z.object({
  reading: quotaReadingSchema.exactOptional(),
  cooldowns: z.array(cooldownSchema).max(COOLDOWNS_MAX),
});

const known = backendQuotaSchema.exactOptional();
const contentSchema = z
  .object({
    backends: z.object({ codex: known, agy: known, claude: known } satisfies Record<BackendId, unknown>),
  })
  .transform(({ backends }): Quotas => backends);

/** Judges the parsed content of `quota.json`. What it says of agents that are not known is left out. Pure. */
export function parseQuotaData(content: unknown): ContentReading<Quotas> {
  return parseVersioned(content, {
    schemaVersion: QUOTA_SCHEMA_VERSION,
    schema: contentSchema,
    empty: NO_QUOTAS,
  });
}

/**
 * `quotas` as the text of `quota.json`, indented by two spaces; undefined where that is larger than `maxBytes`. Pure.
 */
export function renderQuotaData(quotas: Quotas, maxBytes: number): string | undefined {
  const content = { schemaVersion: QUOTA_SCHEMA_VERSION, backends: quotas };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  return Buffer.byteLength(text) <= maxBytes ? text : undefined;
}

import { z } from 'zod';
import type { ZodError, ZodType } from 'zod';

/** Content of a file, or what it is instead. */
export type ContentReading<Data> =
  | { readonly kind: 'data'; readonly data: Data }
  | { readonly kind: 'newer'; readonly version: number }
  | {
      readonly kind: 'broken';
      /** As a sentence part that quotes nothing of the content but its own words. */
      readonly problem: string;
    };

/** What a file with a `schemaVersion` holds. */
export interface ContentForm<Data> {
  /** The version of the content that is understood. */
  readonly schemaVersion: number;
  /** The rest of the content. */
  readonly schema: ZodType<Data>;
  /** What a file of an older version counts as. */
  readonly empty: Data;
}

const versionSchema = z.object({ schemaVersion: z.int() });

/** Judges the parsed content of a file that says of which version it is. An older version holds nothing. Pure. */
export function parseVersioned<Data>(
  content: unknown,
  { schemaVersion, schema, empty }: ContentForm<Data>,
): ContentReading<Data> {
  const { data: found, error: versionError } = versionSchema.safeParse(content);
  if (versionError) return broken(versionError);
  if (found.schemaVersion > schemaVersion) return { kind: 'newer', version: found.schemaVersion };
  if (found.schemaVersion < schemaVersion) return { kind: 'data', data: empty };
  const { data, error } = schema.safeParse(content);
  return error ? broken(error) : { kind: 'data', data };
}

function broken({ issues: [issue] }: ZodError): ContentReading<never> {
  const field = issue?.path[0];
  return {
    kind: 'broken',
    problem: field === undefined ? 'it is no record' : `${String(field)} is not as it should be`,
  };
}

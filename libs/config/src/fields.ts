import { z } from 'zod';

/** A field of the configuration that holds a value. */
export interface ConfigField {
  /** Names from the outside in. */
  readonly path: readonly string[];
  /** What it takes, as a sentence part. */
  readonly takes: string;
}

/** JSON's record. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Says which version the rest is: written by the program, not by its users. */
const VERSION_FIELD = 'schemaVersion';

/** Every field that can be set, in the schema's order. */
export function fieldsOf(schema: z.core.$ZodType, path: readonly string[] = []): readonly ConfigField[] {
  return Object.entries(shapeOf(schema) ?? {}).flatMap(([name, inner]) => {
    if (name === VERSION_FIELD) return [];
    const here = [...path, name];
    return shapeOf(inner) === undefined ? [{ path: here, takes: takenBy(inner) }] : fieldsOf(inner, here);
  });
}

/** Every name that a configuration may have, records among them, in the schema's order. */
export function namesIn(
  schema: z.core.$ZodType,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  return Object.entries(shapeOf(schema) ?? {}).flatMap(([name, inner]) => {
    const here = [...path, name];
    return [here, ...namesIn(inner, here)];
  });
}

/** The way to each property of `record` that `schema` does not know, in the record's order. What is below one is not named. */
export function unknownIn(
  record: JsonRecord,
  schema: z.core.$ZodType,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  const shape = shapeOf(schema);
  if (shape === undefined) return [];
  return Object.entries(record).flatMap(([name, inner]) => {
    const here = [...path, name];
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) return [here];
    return isJsonRecord(inner) ? unknownIn(inner, field, here) : [];
  });
}

/** `value` without the properties that `schema` does not know, all else as it is and in its order. */
export function knownPart(value: unknown, schema: z.core.$ZodType): unknown {
  const shape = shapeOf(schema);
  if (shape === undefined || !isJsonRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return field === undefined ? [] : [[name, knownPart(inner, field)]];
    }),
  );
}

/** Whether JSON made a record of it. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | undefined {
  const inner = requiredOf(schema);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}

function takenBy(schema: z.core.$ZodType): string {
  const inner = requiredOf(schema);
  return (inner instanceof z.ZodType ? inner.description : undefined) ?? 'what it is described to take';
}

function requiredOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodExactOptional ? schema.unwrap() : schema;
}

import type { DescribedField } from '@coagent8/config';

import type { Style } from './style.js';

/** Columns of a terminal that the rows are made for. */
const WIDTH = 80;
const GAP = '  ';
const SOURCE_WIDTH = 'default'.length;

/** A value for people, on one line and without invisible characters. */
export function shownValue(value: unknown): string {
  return partsOf(value).join(', ');
}

/**
 * Fields of the configuration as aligned rows: name, where the value comes from, value. Where that is the environment, its
 * variable is named. Defaults are dim.
 */
export function configRows(fields: readonly DescribedField[], style: Style): readonly string[] {
  const widths = {
    name: Math.max(0, ...fields.map(({ path }) => path.length)),
    source: Math.max(SOURCE_WIDTH, ...fields.map((field) => sourceOf(field).length)),
  };
  return fields.flatMap((field) => {
    const rows = rowsOf(field, widths);
    return field.source === 'default' ? rows.map(style.dim) : rows;
  });
}

function sourceOf({ source, variable }: DescribedField): string {
  return source === 'environment' ? (variable ?? source) : source;
}

function rowsOf(
  field: DescribedField,
  widths: { readonly name: number; readonly source: number },
): readonly string[] {
  const start = `${field.path.padEnd(widths.name)}${GAP}${sourceOf(field).padEnd(widths.source)}${GAP}`;
  const parts = partsOf(field.value);
  // A path that does not fit beside its name gets lines of its own: broken, it could not be copied.
  if (parts.some((part) => start.length + part.length > WIDTH))
    return [start.trimEnd(), ...parts.map((part) => `${GAP}${GAP}${part}`)];
  const indent = ' '.repeat(start.length);
  return parts.map((part, index) => `${index === 0 ? start : indent}${part}`);
}

function partsOf(value: unknown): readonly string[] {
  if (value === undefined) return ['not set'];
  if (value === null) return ['off'];
  if (!Array.isArray(value)) return [oneLine(value)];
  return value.length === 0 ? ['none'] : value.map(oneLine);
}

function oneLine(value: unknown): string {
  return String(value).replace(/\p{C}+/gu, ' ');
}

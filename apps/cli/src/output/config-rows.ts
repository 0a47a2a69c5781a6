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

/** Fields of the configuration as aligned rows: name, where the value comes from, value. Defaults are dim. */
export function configRows(fields: readonly DescribedField[], style: Style): readonly string[] {
  const nameWidth = Math.max(0, ...fields.map(({ path }) => path.length));
  return fields.flatMap((field) => {
    const rows = rowsOf(field, nameWidth);
    return field.source === 'default' ? rows.map(style.dim) : rows;
  });
}

function rowsOf({ path, source, value }: DescribedField, nameWidth: number): readonly string[] {
  const start = `${path.padEnd(nameWidth)}${GAP}${source.padEnd(SOURCE_WIDTH)}${GAP}`;
  const parts = partsOf(value);
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

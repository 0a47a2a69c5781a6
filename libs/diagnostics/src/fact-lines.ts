import { wrapText } from './text-columns.js';

/** Width that texts keep to where words allow it, in columns. */
export const TEXT_WIDTH = 80;

const LABEL_WIDTH = 22;

/** A label and its text, wrapped under itself to `columns`. Pure. */
export function fact(label: string, text: string, columns: number = TEXT_WIDTH): string[] {
  const [first = '', ...rest] = wrapText(text, columns - LABEL_WIDTH - 2);
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  return [
    `  ${label.padEnd(LABEL_WIDTH)}${label.length < LABEL_WIDTH ? '' : ' '}${first}`,
    ...rest.map((line) => indent + line),
  ];
}

/** A name and what is said of it, wrapped under itself to `columns`. Pure. */
export function headingLines(name: string, text: string, columns: number = TEXT_WIDTH): string[] {
  const start = `${name}  `;
  const [first = '', ...rest] = wrapText(text, columns - start.length);
  return [start + first, ...rest.map((line) => ' '.repeat(start.length) + line)];
}

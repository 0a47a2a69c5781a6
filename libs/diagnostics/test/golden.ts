import { readFileSync, writeFileSync } from 'node:fs';

/** The text that a golden file of this name holds; where `UPDATE_GOLDEN` is 1 it is written first. */
export function goldenText(name: string, text: string): string {
  const file = new URL(`golden/${name}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  return readFileSync(file, 'utf8');
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { CHEAP_PRICES, writePriceList } from './price-list.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-prices-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface List {
  readonly data: readonly { readonly id: string; readonly pricing: Readonly<Record<string, string>> }[];
}
const read = (file: string): List => JSON.parse(readFileSync(file, 'utf8')) as List;

describe('writePriceList', () => {
  it('writes prices per token as decimal text, over an earlier list', async () => {
    const file = await writePriceList(folder);
    expect(read(file).data.map(({ id }) => id)).toEqual(Object.keys(CHEAP_PRICES));
    expect(await writePriceList(folder, { 'vendor/m': 20.01, free: 0 })).toBe(file);
    expect(read(file).data).toEqual([
      {
        id: 'vendor/m',
        name: 'The model vendor/m',
        pricing: { prompt: '0.000004002000', completion: '0.000020010000' },
      },
      {
        id: 'free',
        name: 'The model free',
        pricing: { prompt: '0.000000000000', completion: '0.000000000000' },
      },
    ]);
  });
});

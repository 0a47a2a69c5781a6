import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** USD per million output tokens, by the name that the list has for the model. */
export type WorldPrices = Readonly<Record<string, number>>;

/** Cheap enough that nobody is asked, in USD per million output tokens. */
const CHEAP_USD = 5;
/** What a token of input costs, as a part of what one of output does. */
const INPUT_SHARE = 0.2;
/** Decimals of a price per token: enough for a millionth of a dollar per million. */
const DECIMALS = 12;

/**
 * The models that the worlds' agents run or offer: those of their homes and of the stand-in, and the catalogs of
 * Codex 0.171 and Claude Code 2.1.332. All cost the same, so that none is dear beside another.
 */
const CHEAP_MODELS = [
  'test-model',
  'a-model',
  'gemini-3.8-flash',
  'gemini-3.1-pro',
  'claude-sonnet-4.6',
  'gpt-oss-120b',
  'gpt-6.2-sol',
  'gpt-6.2-astra',
  'gpt-6.1-terra',
  'gpt-6.1-sol',
  'gpt-6-astra',
  'gpt-6-sol',
  'gpt-6-luna',
  'gpt-5.6-sol',
  'gpt-5.6-terra',
  'gpt-5.6-luna',
  'gpt-5.5',
  'claude-opus-5.5',
  'claude-fable-5.2',
  'claude-sonnet-5.5',
  'claude-haiku-5.5',
];

/** What the worlds' models cost where a test says nothing else: too little for anybody to be asked. */
export const CHEAP_PRICES: WorldPrices = Object.fromEntries(CHEAP_MODELS.map((name) => [name, CHEAP_USD]));

/**
 * Writes `prices.json` into `folder`, over an earlier one, as a list of prices looks: what `COAGENT8_PRICES_URL` may name.
 *
 * @returns its absolute path.
 */
export async function writePriceList(folder: string, prices: WorldPrices = CHEAP_PRICES): Promise<string> {
  const file = join(folder, 'prices.json');
  await writeFile(file, JSON.stringify({ data: Object.entries(prices).map(entryOf) }));
  return file;
}

function entryOf([id, outputUsd]: readonly [string, number]) {
  const perToken = (usd: number) => (usd / 1_000_000).toFixed(DECIMALS);
  return {
    id,
    name: `The model ${id}`,
    pricing: { prompt: perToken(outputUsd * INPUT_SHARE), completion: perToken(outputUsd) },
  };
}

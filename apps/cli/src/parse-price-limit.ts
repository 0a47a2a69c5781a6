import { priceLimitUnreadable } from './errors.js';

const DECIMAL = /^\d+(?:\.\d+)?$/;

/**
 * Reads a price limit in USD per million output tokens: a decimal number above 0, without a sign or an exponent.
 *
 * @throws CoAgentError `INPUT_LIMIT` for anything else.
 */
export function parsePriceLimit(input: string): number {
  const price = DECIMAL.test(input) ? Number(input) : 0;
  if (price > 0 && Number.isFinite(price)) return price;
  throw priceLimitUnreadable(input);
}

import type { Environment } from '@coagent8/contracts';

import { readOwnVariable } from './locations.js';

/**
 * Where the price list is, as the user names it in `COAGENT8_PRICES_URL`: an http(s) URL, a file URL or an absolute path;
 * undefined where they name none. What else it is, is said by who reads it.
 */
export function priceListSource(environment: Environment): string | undefined {
  return readOwnVariable(environment, 'PRICES_URL')?.value;
}

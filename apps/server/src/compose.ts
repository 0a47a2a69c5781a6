import { createBackends, createCatalogs } from '@coagent8/backends';
import { locationsOf, priceListSource } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';
import { createTurnOperations } from '@coagent8/execution';
import { createModelStore, createPrices } from '@coagent8/models';

import { createCallTool } from './call-tool.js';
import type { CallTool } from './call-tool.js';
import type { Lifecycle } from './lifecycle.js';

/** What the process offers to its calls. */
export interface ComposeOptions {
  readonly environment: Environment;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Makes the end of the process wait for what goes on when a call is over. */
  readonly track: Lifecycle['track'];
}

/** Puts the rooms behind a call together. Loaded with the first call: a start needs none of them. */
export function composeCalls({ environment, now, track }: ComposeOptions): CallTool {
  const store = createModelStore(() => locationsOf(environment));
  const prices = createPrices({ store, source: priceListSource(environment) });
  const operations = createTurnOperations({
    environment,
    backends: createBackends(),
    catalogs: createCatalogs({ store, now }),
    prices: { ...prices, read: (query) => prices.read(query).finally(() => void track(prices.settled())) },
    now,
  });
  return createCallTool({ operations, workingDirectory: environment.workingDirectory, now });
}

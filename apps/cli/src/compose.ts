import { createBackends, createCatalogs, createQuotaStore } from '@coagent8/backends';
import { locationsOf, priceListSource } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';
import { examineHealth, reportModels } from '@coagent8/diagnostics';
import { createTurnOperations, explainRoute } from '@coagent8/execution';
import { createModelStore, createPrices } from '@coagent8/models';

import type { Services } from './world.js';

/** Wires the rooms together. It decides nothing. */
export function compose(environment: Environment, now: () => number): Services {
  const places = () => locationsOf(environment);
  const store = createModelStore(places);
  const prices = createPrices({ store, source: priceListSource(environment) });
  const shared = {
    environment,
    now,
    backends: createBackends(),
    catalogs: createCatalogs({ store }),
    prices,
    quotas: createQuotaStore(places),
    wallClock: Date.now,
  };
  return {
    operations: createTurnOperations(shared),
    examineHealth: (options) => examineHealth({ ...shared, ...options }),
    reportModels: (options) => reportModels({ ...shared, ...options }),
    explainRoute: (request, signal) => explainRoute(shared, request, signal),
    settled: prices.settled,
  };
}

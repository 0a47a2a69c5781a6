import { createBackends, createCatalogs } from '@coagent8/backends';
import { locationsOf, priceListSource } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';
import { examineHealth, reportModels } from '@coagent8/diagnostics';
import { createTurnOperations } from '@coagent8/execution';
import { createModelStore, createPrices } from '@coagent8/models';
import type { Prices } from '@coagent8/models';

import type { Services } from './world.js';

/** Wires the rooms together. It decides nothing. */
export function compose(environment: Environment, now: () => number): Services {
  const shared = { environment, backends: createBackends(), ...composeModels(environment) };
  return {
    operations: createTurnOperations({ ...shared, now }),
    examineHealth: () => examineHealth(shared),
    reportModels: (options) => reportModels({ ...shared, ...options }),
    settled: shared.prices.settled,
  };
}

/** Made when first used: a place that cannot be used is the failure of what needs it, not of every command. */
function composeModels(environment: Environment) {
  let made: ReturnType<typeof make> | undefined;
  const make = () => {
    const store = createModelStore(locationsOf(environment));
    return {
      catalogs: createCatalogs({ store }),
      prices: createPrices({ store, source: priceListSource(environment) }),
    };
  };
  const use = () => (made ??= make());
  const catalogs: ReturnType<typeof createCatalogs> = {
    read: async (request) => use().catalogs.read(request),
    resolve: async (request) => use().catalogs.resolve(request),
  };
  const prices: Prices = {
    read: async (query) => use().prices.read(query),
    settled: async () => made?.prices.settled(),
  };
  return { catalogs, prices };
}

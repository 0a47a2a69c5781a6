import { createBackends, createCatalogs, createQuotaStore } from '@coagent8/backends';
import { locationsOf, priceListSource } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';
import { examineHealth, reportIssue, reportModels } from '@coagent8/diagnostics';
import type { IssueDependencies, ModelReportDependencies, Product } from '@coagent8/diagnostics';
import { createTurnOperations } from '@coagent8/execution';
import { createModelStore, createPrices } from '@coagent8/models';
import type { PriceQuery } from '@coagent8/models';
import { isNestedTurn } from '@coagent8/runtime';

import { createCallTool } from './call-tool.js';
import type { CallTool } from './call-tool.js';
import type { Diagnoses } from './diagnoses.js';
import type { Lifecycle } from './lifecycle.js';

/** What the process offers to its calls. */
export interface ComposeOptions {
  readonly environment: Environment;
  /** What runs here, for reports of problems. */
  readonly product: Product;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Makes the end of the process wait for what goes on when a call is over. */
  readonly track: Lifecycle['track'];
}

/** Puts the rooms behind a call together. Loaded with the first call: a start needs none of them. */
export function composeCalls({ environment, product, now, track }: ComposeOptions): CallTool {
  const places = () => locationsOf(environment);
  const store = createModelStore(places);
  const prices = createPrices({ store, source: priceListSource(environment) });
  const shared = {
    environment,
    backends: createBackends(),
    catalogs: createCatalogs({ store, now }),
    quotas: createQuotaStore(places),
    wallClock: Date.now,
    prices: {
      ...prices,
      read: (query: PriceQuery) => prices.read(query).finally(() => void track(prices.settled())),
    },
  };
  return createCallTool({
    operations: createTurnOperations({ ...shared, now }),
    diagnoses: composeDiagnoses({ ...shared, product }),
    workingDirectory: environment.workingDirectory,
    now,
  });
}

function composeDiagnoses(shared: IssueDependencies & ModelReportDependencies): Diagnoses {
  return {
    isNested: () => isNestedTurn(shared.environment),
    reportModels: (options) => reportModels({ ...shared, ...options }),
    examineHealth: (options) => examineHealth({ ...shared, ...options }),
    reportIssue: (request, options) => reportIssue({ ...shared, ...options }, request),
  };
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';

import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 15;
const RESOLVED_MAX_MS = 5;
const MATCHED_MAX_MS = 20;
const MODELS = 500;
const ENTRIES = 2_000;

/**
 * What choosing the model of a turn costs where everything is known, against asking the agent, and what matching many models
 * with a long price list costs.
 * @param {import('./world.mjs').BenchWorld} world
 * @param {string} folder - For its files.
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function chooseModel(world, folder) {
  return [await fromCaches(world, folder), await longList()];
}

/**
 * @param {import('./world.mjs').BenchWorld} world
 * @param {string} folder
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
async function fromCaches({ id, variables, workspacePath }, folder) {
  const { createBackends, createCatalogs } = await import('@coagent8/backends');
  const { createModelStore, createPrices, neededPrices, selectModel } = await import('@coagent8/models');
  const backend = createBackends().find((each) => each.id === id);
  if (backend === undefined) throw new Error(`there is no backend ${id}`);
  const store = createModelStore({ modelsFile: join(folder, 'models.json'), locksDirectory: folder });
  const catalogs = createCatalogs({ store });
  const prices = createPrices({ store, source: variables['COAGENT8_PRICES_URL'] });
  const { signal } = new AbortController();
  const environment = {
    variables,
    platform: process.platform,
    homeDirectory: variables['HOME'] ?? folder,
    workingDirectory: workspacePath,
  };
  const executable = await backend.locate({ environment, workspacePath });
  const passVariables = /** @type {string[]} */ ([]);
  const request = { backend, executable, environment, workspacePath, passVariables, signal };
  const governance = { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: [] } };
  const resolve = async (/** @type {boolean} */ isFresh) => {
    const { catalog } = await catalogs.read({ ...request, isFresh });
    const facts = { backend: id, wish: {}, catalog };
    const known = await prices.read({ ...neededPrices(facts), hasLimit: false, signal });
    const { approval } = selectModel({ ...facts, prices: known, governance });
    if (approval.outcome !== 'run') throw new Error(`the user would be asked: ${approval.reason}`);
  };
  let started = 0;
  const count = () => (started += 1);
  const { asked, cached } = await inTurns(
    {
      asked: () => timed(() => resolve(true)),
      cached: async () => {
        subscribe('child_process', count);
        const ms = await timed(() => resolve(false));
        unsubscribe('child_process', count);
        return ms;
      },
    },
    ROUNDS,
  );
  await prices.settled();
  return {
    what: `model of a turn of ${id} chosen from caches, against asking it`,
    value: `${median(cached).toFixed(1)} ms, ${started} processes (${median(asked).toFixed(0)} ms)`,
    target: `≤ ${RESOLVED_MAX_MS} ms, 0 processes`,
    holds: median(cached) <= RESOLVED_MAX_MS && started === 0,
  };
}

/** @returns {Promise<import('./measure.mjs').Figure>} */
async function longList() {
  const { createPriceIndex } = await import('@coagent8/models');
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    name: `vendor-${index % 40}/family-${index % 700}-${index % 9}.${index % 7}${index % 3 === 0 ? '-preview' : ''}`,
    outputUsdPerMillion: index,
  }));
  const models = Array.from(
    { length: MODELS },
    (_, index) => `family-${index}-${index % 9}-${index % 7}-high`,
  );
  let found = 0;
  const { matched } = await inTurns(
    {
      matched: () =>
        timed(async () => {
          const { priceOf } = createPriceIndex(entries);
          found = models.filter((model) => priceOf(model) !== undefined).length;
        }),
    },
    ROUNDS,
  );
  if (found === 0) throw new Error('no model has a price');
  return {
    what: `${MODELS} models matched with a list of ${ENTRIES} entries`,
    value: `${median(matched).toFixed(1)} ms`,
    target: `≤ ${MATCHED_MAX_MS} ms`,
    holds: median(matched) <= MATCHED_MAX_MS,
  };
}

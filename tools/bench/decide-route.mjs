import { utimesSync } from 'node:fs';
import { join } from 'node:path';

import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 200;
const DECIDED_MAX_MS = 1;
const HOUR_MS = 3_600_000;

/**
 * What it costs to read what is known of the agents' limits and to decide by it where a turn runs that names no backend.
 * @param {string} folder - For its files.
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
export async function decideRoute(folder) {
  const { createQuotaStore } = await import('@coagent8/backends');
  const { routeFound } = await import('../../libs/execution/dist/route-found.js');
  const quotaFile = join(folder, 'quota.json');
  const quotas = createQuotaStore({ quotaFile, locksDirectory: folder });
  const warnings = await fill(quotas);
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  const { request, facts } = turnOf(folder);
  let reason = /** @type {string | undefined} */ ('');
  const decide = async () => {
    const known = await quotas.read();
    ({ reason } = routeFound(request, { ...facts, quotas: known.quotas, nowMs: Date.now() }));
  };
  let writtenAt = Math.floor(Date.now() / 1_000);
  const { decided } = await inTurns(
    {
      decided: async () => {
        // Each time as if another process had written the file.
        utimesSync(quotaFile, ++writtenAt, writtenAt);
        return timed(decide);
      },
    },
    ROUNDS,
  );
  if (!reason?.startsWith('agy has most left')) throw new Error(`the route is another: ${reason}`);
  return {
    what: 'backend of a turn chosen by what the limits on disk leave',
    value: `${median(decided).toFixed(2)} ms`,
    target: `≤ ${DECIDED_MAX_MS} ms`,
    holds: median(decided) <= DECIDED_MAX_MS,
  };
}

/**
 * As much as there is after some weeks: readings with windows of all kinds, and limits that turns ran into.
 * @param {import('@coagent8/backends').QuotaStore} quotas
 */
async function fill(quotas) {
  const now = new Date();
  const soon = new Date(now.getTime() + HOUR_MS).toISOString();
  const warnings = [];
  for (const [backend, usedPercent] of /** @type {const} */ ([
    ['codex', 60],
    ['agy', 20],
    ['claude', 40],
  ])) {
    const windows = Array.from({ length: 8 }, (_, index) => ({
      name: `window ${index}`,
      usedPercent,
      resetsAt: soon,
      ...(index > 1 ? { models: [`model-${index}`] } : {}),
    }));
    warnings.push(...(await quotas.keepReading(backend, { readAt: now.toISOString(), windows })));
    for (let index = 0; index < 4; index += 1) {
      const cooldown = { observedAt: now.toISOString(), until: soon, forModel: `model-${index}` };
      warnings.push(...(await quotas.keepCooldown(backend, cooldown)));
    }
  }
  return warnings;
}

/**
 * A request that names nothing, with all three agents there.
 * @param {string} folder
 */
function turnOf(folder) {
  const backend = { env: [], skills: { disabled: [] } };
  const ids = /** @type {const} */ (['codex', 'agy', 'claude']);
  return {
    request: /** @type {import('@coagent8/contracts').ConsultRequest} */ ({
      schemaVersion: 1,
      operation: 'consult',
      backend: 'auto',
      proposal: 'Is it right?',
      timeoutMs: 900_000,
      origin: { directory: folder, roots: [] },
    }),
    facts: {
      configuration: {
        routing: { strategy: /** @type {const} */ ('fixed'), allowedBackends: ids },
        backends: { codex: backend, claude: backend, agy: { ...backend, trustedWorkspaces: [] } },
        governance: {
          outputPriceAbove: 20,
          defaultPriceRatio: 2,
          models: { allow: [], ask: [], deny: [] },
        },
      },
      located: ids.map((id) => ({
        backend: /** @type {import('@coagent8/backends').Backend} */ ({ id }),
        executable: { path: `/usr/bin/${id}`, source: /** @type {const} */ ('path') },
      })),
      missing: [],
      notAllowed: [],
    },
  };
}

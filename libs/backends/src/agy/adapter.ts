import { runToEnd, spawnOwned } from '@coagent8/runtime';

import type { Backend } from '../backend.js';
import { locateExecutable } from '../discovery/executable.js';
import { createTurnStream } from '../turn-stream.js';
import { agyCatalogInputs } from './catalog-inputs.js';
import { examineAgy } from './examine.js';
import { listAgyModels } from './list-models.js';
import { createCliProbe } from './probe-cli.js';
import { readAgyQuota } from './read-quota.js';
import { runAgyTurn } from './run-turn.js';

/** What the adapter acts through. */
export interface AgyOptions {
  readonly spawn?: typeof spawnOwned;
  readonly run?: typeof runToEnd;
  /** Wall clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** Antigravity's `agy`, spoken to by its `stream-json`: one process for each turn. */
export function createAgyBackend({
  spawn = spawnOwned,
  run = runToEnd,
  now = Date.now,
}: AgyOptions = {}): Backend {
  const doors = { spawn, probeCli: createCliProbe(run), now };
  return {
    id: 'agy',
    locate: (request) => locateExecutable('agy', request),
    examine: (request) => examineAgy(doors, request),
    catalogInputs: async (request) => agyCatalogInputs(request),
    listModels: (request) => listAgyModels({ run, now }, request),
    readQuota: (request) => readAgyQuota({ run, probeCli: doors.probeCli, now }, request),
    startTurn: (turn) =>
      createTurnStream((emit, left) =>
        runAgyTurn(doors, { ...turn, signal: AbortSignal.any([turn.signal, left]) }, emit),
      ),
  };
}

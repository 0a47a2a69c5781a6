import { runToEnd, spawnOwned } from '@coagent8/runtime';

import type { Backend } from '../backend.js';
import { locateExecutable } from '../discovery/executable.js';
import { createTurnStream } from '../turn-stream.js';
import { codexCatalogInputs } from './catalog-inputs.js';
import { examineCodex } from './examine.js';
import { listCodexModels } from './list-models.js';
import { NETWORK_WAIT_MS } from './network-watch.js';
import { readCodexQuota } from './read-quota.js';
import { runCodexTurn } from './run-turn.js';
import { createSandboxProbe } from './sandbox-probe.js';

/** What the adapter acts through. */
export interface CodexOptions {
  readonly spawn?: typeof spawnOwned;
  readonly run?: typeof runToEnd;
  /** Wall clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** Default {@link NETWORK_WAIT_MS}. */
  readonly networkWaitMs?: number;
}

/** Codex 0.150 and newer, spoken to through `codex app-server`: one process for each turn. */
export function createCodexBackend({
  spawn = spawnOwned,
  run = runToEnd,
  now = Date.now,
  networkWaitMs = NETWORK_WAIT_MS,
}: CodexOptions = {}): Backend {
  const doors = { spawn, probeSandbox: createSandboxProbe(run), networkWaitMs };
  return {
    id: 'codex',
    locate: (request) => locateExecutable('codex', request),
    examine: (request) => examineCodex(doors, request),
    catalogInputs: async (request) => codexCatalogInputs(request),
    listModels: (request) => listCodexModels(doors, request),
    readQuota: (request) => readCodexQuota({ spawn, now }, request),
    startTurn: (turn) =>
      createTurnStream((emit, left) =>
        runCodexTurn(doors, { ...turn, signal: AbortSignal.any([turn.signal, left]) }, emit),
      ),
  };
}

import { randomUUID } from 'node:crypto';

import { runToEnd, spawnOwned } from '@coagent8/runtime';

import type { Backend } from '../backend.js';
import { locateExecutable } from '../discovery/executable.js';
import { createTurnStream } from '../turn-stream.js';
import { claudeCatalogInputs } from './catalog-inputs.js';
import { examineClaude } from './examine.js';
import { listClaudeModels } from './list-models.js';
import { createFlagsProbe } from './probe-flags.js';
import { readClaudeQuota } from './read-quota.js';
import { resolveClaudeModel } from './resolve-model.js';
import { runClaudeTurn } from './run-turn.js';

/** What the adapter acts through. */
export interface ClaudeOptions {
  readonly spawn?: typeof spawnOwned;
  readonly run?: typeof runToEnd;
  /** Wall clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Makes the id of a session or a message: a UUID that no other has. */
  readonly newId?: () => string;
}

/** Claude Code 2.1.248 and newer, spoken to over stream-json with control requests: one process for each turn. */
export function createClaudeBackend({
  spawn = spawnOwned,
  run = runToEnd,
  now = Date.now,
  newId = randomUUID,
}: ClaudeOptions = {}): Backend {
  const doors = { spawn, probeFlags: createFlagsProbe(run), now, newId };
  return {
    id: 'claude',
    locate: (request) => locateExecutable('claude', request),
    examine: (request) => examineClaude(doors, request),
    catalogInputs: async (request) => claudeCatalogInputs(request),
    listModels: (request) => listClaudeModels(doors, request),
    resolveModel: (request) => resolveClaudeModel(doors, request),
    readQuota: (request) => readClaudeQuota(doors, request),
    startTurn: (turn) =>
      createTurnStream((emit, left) =>
        runClaudeTurn(doors, { ...turn, signal: AbortSignal.any([turn.signal, left]) }, emit),
      ),
  };
}

import { fileURLToPath } from 'node:url';

import { createAgyWorld } from '@coagent8/testing';

import { createAgyBackend } from '../../src/agy/adapter.js';
import type { Subject } from './subject.js';

/** A stand-in for agy, which cannot be had without an account: recordings of 1.2.15 and 1.2.16 as a program. */
export const agy: Subject = {
  id: 'agy',
  createBackend: createAgyBackend,
  createWorld: () => createAgyWorld(),
  standIn: fileURLToPath(new URL('../fixtures/conformance/agy.mjs', import.meta.url)),
  prompts: {
    answer: 'SCENARIO=answer',
    late: 'SCENARIO=late',
    long: 'SCENARIO=long',
    slow: 'SCENARIO=slow',
    hang: 'SCENARIO=hang',
    tool: 'SCENARIO=read ARG="readme.txt"',
    'long-tool': 'SCENARIO=long-tool',
    write: 'SCENARIO=write',
    cut: 'SCENARIO=cut-delta',
    say: 'SCENARIO=say',
    quota: 'SCENARIO=e429-usage',
    'model-quota': 'SCENARIO=e429-model',
    'quota-once': 'SCENARIO=rate-once',
    'signed-out': 'SCENARIO=e401',
    'unknown-model': 'SCENARIO=e404',
  },
  assurance: 'requested',
  learnsModel: 'after the prompt',
  killBoundMs: 5_000,
  toolLabel: /readme\.txt/,
  refusedWrite: {
    end: 'completed',
    denied: 1,
    because: 'it ends the turn without an answer, which is not its to judge',
  },
  resetsAt: '2100-01-01T00:00:00.000Z',
  leaves: /^$/,
  unable: {
    'answers where a limit was over when it asked its model again':
      'it says nothing of its own retries (1.2.16)',
    'is interrupted while it waits to ask again': 'it says nothing of its own retries (1.2.16)',
  },
};

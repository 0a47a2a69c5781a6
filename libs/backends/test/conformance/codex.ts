import { fileURLToPath } from 'node:url';

import { createCodexWorld } from '@coagent8/testing';

import { createCodexBackend } from '../../src/codex/adapter.js';
import type { Subject } from './subject.js';

/** The real Codex with a model of ours. */
export const codex: Subject = {
  id: 'codex',
  createBackend: createCodexBackend,
  createWorld: () => createCodexWorld({ streamRetries: 2 }),
  standIn: fileURLToPath(new URL('../fixtures/conformance/codex.mjs', import.meta.url)),
  prompts: {
    answer: 'SCENARIO=answer',
    late: 'SCENARIO=late',
    long: 'SCENARIO=long',
    slow: 'SCENARIO=slow',
    hang: 'SCENARIO=hang',
    tool: 'SCENARIO=shell ARG="cat readme.txt"',
    'long-tool': 'SCENARIO=long-command ARG="sleep 30 & sleep 31"',
    write: 'SCENARIO=shell ARG="echo hi > written.txt"',
    cut: 'SCENARIO=cut-delta',
    say: 'SCENARIO=say',
    quota: 'SCENARIO=e429-usage',
    'model-quota': 'SCENARIO=e429-model',
    'quota-once': 'SCENARIO=rate-once',
    'signed-out': 'SCENARIO=e401',
    'unknown-model': 'SCENARIO=e404',
  },
  assurance: 'verified',
  learnsModel: 'before the prompt',
  killBoundMs: 3_500,
  toolLabel: /cat readme\.txt/,
  refusedWrite: {
    end: 'completed',
    denied: 0,
    because: 'its sandbox refuses the write to the command, and no item says so (0.150 to 0.171)',
  },
  resetsAt: '2100-01-01T00:00:00.000Z',
  leaves: /^codex-/,
  unable: {
    'is not killed where it ends itself, however slowly':
      'it has had 2.5 s to end by itself by then, and of the 3.5 s that are promised a quarter of a second is left',
  },
};

import { fileURLToPath } from 'node:url';

import { createClaudeWorld } from '@coagent8/testing';

import { createClaudeBackend } from '../../src/claude/adapter.js';
import type { Subject } from './subject.js';

/** The real Claude Code with a model of ours, signed in with the token of a subscription that is none. */
export const claude: Subject = {
  id: 'claude',
  createBackend: createClaudeBackend,
  createWorld: () => createClaudeWorld({ credential: 'token' }),
  standIn: fileURLToPath(new URL('../fixtures/conformance/claude.mjs', import.meta.url)),
  prompts: {
    answer: 'SCENARIO=answer',
    late: 'SCENARIO=late',
    long: 'SCENARIO=long',
    slow: 'SCENARIO=slow',
    hang: 'SCENARIO=hang',
    tool: 'SCENARIO=read ARG="readme.txt"',
    'long-tool': 'SCENARIO=read ARG="pipe"',
    write: 'SCENARIO=write',
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
  toolLabel: /readme\.txt/,
  refusedWrite: {
    end: 'completed',
    denied: 1,
    because: 'it has no tool that writes: the attempt is a refused tool, and it goes on (2.1.332)',
  },
  resetsAt: '2100-01-01T00:00:00.000Z',
  leaves: /^(?:claude-|cc-socks$)/,
  unable: {},
};

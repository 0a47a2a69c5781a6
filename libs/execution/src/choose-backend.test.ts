import type { Backend } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import { CoAgentError, turnRequestSchema } from '@coagent8/contracts';
import { expect, it } from '@jest/globals';

import { chooseBackend } from './choose-backend.js';

it('takes what is no refusal for none: a fault of ours stays one', () => {
  const located = (id: Backend['id']) => ({
    backend: { id } as Backend,
    executable: { path: `/usr/bin/${id}`, source: 'path' } as const,
  });
  const codex = { ...located('codex'), warnings: [] };
  const refusal = new CoAgentError('MODEL_UNAVAILABLE', 'there is no swift-4');
  const claude = { ...located('claude'), warnings: [], refusal };
  const request = turnRequestSchema.parse({
    schemaVersion: 1,
    operation: 'consult',
    proposal: 'p',
    model: 'swift-4',
    origin: { directory: '/srv/app' },
  });
  const backends = { codex: {}, claude: {}, agy: {} } as Configuration['backends'];
  const fault = new TypeError('a fault of ours');
  const prices = {
    source: 'list',
    isStale: false,
    warnings: [],
    priceOf: () => {
      throw fault;
    },
  };
  const facts = {
    configuration: { backends } as Configuration,
    located: [codex, claude],
    missing: [],
    notAllowed: [],
    quotas: {},
    nowMs: 0,
    models: { offers: [codex, claude], lacking: [], prices },
  };
  expect(() => chooseBackend(request, facts)).toThrow(fault);
});

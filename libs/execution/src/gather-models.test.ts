import type { Backend } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import { BACKEND_IDS, turnRequestSchema } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { backendsInQuestion } from './gather-models.js';

describe('backendsInQuestion', () => {
  const located = BACKEND_IDS.map((id) => ({
    backend: { id } as Backend,
    executable: { path: `/usr/bin/${id}`, source: 'path' } as const,
  }));
  const idsFor = (change: object, defaultBackend?: BackendId) => {
    const origin = { directory: '/srv/app' };
    const request = { schemaVersion: 1, operation: 'consult', proposal: 'p', origin, ...change };
    const configuration = {
      routing: { strategy: 'fixed', allowedBackends: BACKEND_IDS },
      backends: { codex: {}, agy: {}, claude: {} },
      ...(defaultBackend === undefined ? {} : { defaultBackend }),
    } as unknown as Configuration;
    return backendsInQuestion(turnRequestSchema.parse(request), {
      configuration,
      located,
      missing: [],
      notAllowed: [],
      quotas: {},
      nowMs: 0,
    }).map(({ backend }) => backend.id);
  };

  it('are the one of the route where nothing narrows the choice', () => {
    expect(idsFor({})).toEqual(['codex']);
    expect(idsFor({ backend: 'smart_quota' }, 'agy')).toEqual(['agy']);
    expect(idsFor({ reasoningEffort: 'high' })).toEqual(['codex']);
  });

  it('are the named one, whatever is asked of it', () => {
    expect(idsFor({ backend: 'claude' }, 'agy')).toEqual(['claude']);
    expect(idsFor({ backend: 'claude', model: 'swift-4', outputPriceBelow: 5 })).toEqual(['claude']);
  });

  it('are all where a model or a limit narrows the choice', () => {
    expect(idsFor({ model: 'swift-4' }, 'agy')).toEqual([...BACKEND_IDS]);
    expect(idsFor({ outputPriceBelow: 5 })).toEqual([...BACKEND_IDS]);
  });
});

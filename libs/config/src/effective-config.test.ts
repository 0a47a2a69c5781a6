import { BACKEND_IDS } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { effectiveConfig } from './effective-config.js';

describe('effectiveConfig', () => {
  it('is the defaults where nothing is said', () => {
    const backend = { env: [], skills: { disabled: [] } };
    expect(effectiveConfig({}, {})).toEqual({
      routing: { strategy: 'fixed', allowedBackends: BACKEND_IDS },
      backends: { codex: backend, claude: backend, agy: { ...backend, trustedWorkspaces: [] } },
      governance: { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: [] } },
    });
  });

  it('lets the editor win field by field', () => {
    const merged = effectiveConfig(
      {
        defaultBackend: 'codex',
        routing: { strategy: 'smart_quota', allowedBackends: ['codex'] },
        backends: {
          codex: { defaultModel: 'file', executable: '/file', skills: { installed: ['a'], disabled: ['b'] } },
        },
      },
      {
        defaultBackend: 'agy',
        routing: { allowedBackends: ['agy', 'claude'] },
        backends: {
          codex: { executable: '/editor', env: ['A'], skills: { disabled: [] } },
          agy: { trustedWorkspaces: ['/w'] },
        },
      },
    );
    expect(merged).toMatchObject({
      defaultBackend: 'agy',
      routing: { strategy: 'smart_quota', allowedBackends: ['agy', 'claude'] },
    });
    expect(merged.backends.codex).toEqual({
      defaultModel: 'file',
      executable: '/editor',
      env: ['A'],
      skills: { installed: ['a'], disabled: [] },
    });
    expect(merged.backends.agy.trustedWorkspaces).toEqual(['/w']);
  });

  it('keeps a price rule that is switched off, and an empty list', () => {
    const { governance, routing, backends } = effectiveConfig(
      {
        governance: { outputPriceAbove: null, defaultPriceRatio: 0, models: { deny: ['x'] } },
        routing: { allowedBackends: [] },
        backends: { claude: { skills: { installed: [] } } },
      },
      {},
    );
    expect(governance).toEqual({
      outputPriceAbove: null,
      defaultPriceRatio: 0,
      models: { allow: [], ask: [], deny: ['x'] },
    });
    expect(routing.allowedBackends).toEqual([]);
    expect(backends.claude.skills.installed).toEqual([]);
  });

  it('takes approval rules from the file alone', () => {
    const rules = (deny: string) => ({ governance: { models: { deny: [deny] } } });
    expect(effectiveConfig(rules('a'), rules('b')).governance.models.deny).toEqual(['a']);
    expect(effectiveConfig({}, rules('b')).governance.models.deny).toEqual([]);
  });
});

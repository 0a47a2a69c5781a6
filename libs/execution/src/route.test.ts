import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { chooseRoute } from './route.js';

const facts = {
  requested: 'auto',
  configuredDefault: undefined,
  installed: ['codex'],
  caller: undefined,
} as const;

describe('chooseRoute', () => {
  it('takes a named backend without a reason of ours', () => {
    expect(chooseRoute({ ...facts, requested: 'claude' })).toEqual({ backend: 'claude' });
  });

  it('prefers the configured default where it is installed', () => {
    const route = chooseRoute({ ...facts, installed: [...BACKEND_IDS], configuredDefault: 'agy' });
    expect(route).toEqual({ backend: 'agy', reason: 'agy is the configured default' });
  });

  it('is not blocked by a configured default that is not installed', () => {
    expect(chooseRoute({ ...facts, configuredDefault: 'agy' })).toEqual({
      backend: 'codex',
      reason: 'codex is the only agent that can answer here',
    });
  });

  it.each([
    ['codex-mcp-client', 'agy'],
    ['claude-code', 'codex'],
    ['Antigravity', 'codex'],
    ['an editor', 'codex'],
    [undefined, 'codex'],
  ])('puts the own agent of %s last', (caller, backend) => {
    expect(chooseRoute({ ...facts, installed: [...BACKEND_IDS], caller }).backend).toBe(backend);
  });

  it('asks the caller’s own agent rather than nobody', () => {
    expect(chooseRoute({ ...facts, caller: 'codex-mcp-client' }).backend).toBe('codex');
  });

  it('says what the others cannot do, where there are others', () => {
    const capability = 'lists the named model';
    expect(chooseRoute({ ...facts, capability }).reason).toBe(
      'codex is the only agent that lists the named model',
    );
    expect(chooseRoute({ ...facts, installed: ['agy', 'codex'], capability }).reason).toBe(
      'codex comes first of codex, agy: each lists the named model',
    );
  });

  it('only ever chooses what is installed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom<BackendId>(...BACKEND_IDS), { minLength: 1 }),
        fc.option(fc.constantFrom<BackendId>(...BACKEND_IDS), { nil: undefined }),
        fc.option(fc.string(), { nil: undefined }),
        (installed, configuredDefault, caller) => {
          const { backend, reason } = chooseRoute({
            requested: 'smart_quota',
            installed,
            configuredDefault,
            caller,
          });
          return installed.includes(backend) && reason !== undefined;
        },
      ),
    );
  });
});

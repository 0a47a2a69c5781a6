import { readFileSync } from 'node:fs';

import { BACKEND_IDS } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { createBackends } from './registry.js';

/** Files that importing `file` loads at once: what it imports for more than its types, and so on. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(new URL(file.replace(/\.js$/, '.ts'), import.meta.url), 'utf8');
  for (const [, target] of source.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm)) {
    loadedBy(new URL(target ?? '', new URL(file, 'file:///')).pathname.replace(/^\//, './'), seen);
  }
  return seen;
}

describe('createBackends', () => {
  it('has every backend', () => {
    expect(createBackends().map(({ id }) => id)).toEqual(BACKEND_IDS);
  });

  it('has a word for the prompts of agy alone', () => {
    const noted = createBackends().filter(({ promptNote }) => promptNote !== undefined);
    expect(noted.map(({ id }) => id)).toEqual(['agy']);
  });

  it('asks Claude Code alone what a name stands for', () => {
    const asked = createBackends().filter(({ resolveModel }) => resolveModel !== undefined);
    expect(asked.map(({ id }) => id)).toEqual(['claude']);
  });

  it.each(BACKEND_IDS)('knows what the catalog of %s depends on', async (id) => {
    const backend = createBackends().find((each) => each.id === id);
    const inputs = await backend?.catalogInputs({
      environment: { variables: {}, platform: 'linux', homeDirectory: '/home/u', workingDirectory: '/' },
      passVariables: [],
    });
    expect(inputs?.files.some((file) => file.startsWith('/home/u/'))).toBe(true);
  });

  it('locates without loading an adapter', async () => {
    const environment = {
      variables: { CODEX_PATH: process.execPath },
      platform: process.platform,
      homeDirectory: '/',
      workingDirectory: '/',
    };
    const [codex] = createBackends();
    expect(await codex?.locate({ environment })).toEqual({ path: process.execPath, source: 'environment' });
  });
});

describe('importing the room', () => {
  it('loads no adapter', () => {
    const loaded = [...loadedBy('./index.js')];
    expect(loaded).toContain('./registry.js');
    expect(loaded.filter((file) => /codex|claude|agy|discovery/.test(file))).toEqual([]);
  });

  it('by its subpath loads no adapter', () => {
    const loaded = [...loadedBy('./discovery/index.js')];
    expect(loaded).toContain('./discovery/executable.js');
    expect(loaded.filter((file) => /codex\/|claude\/|agy\//.test(file))).toEqual([]);
  });
});

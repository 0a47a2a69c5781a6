import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createAgyWorld, createClaudeWorld, createCodexWorld, createTempWorkspace } from '@coagent8/testing';
import type { AgentWorld, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgyBackend } from '../src/agy/adapter.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
import { createCodexBackend } from '../src/codex/adapter.js';
import { requestIn } from './conformance/request.js';

let world: AgentWorld;
let workspace: TempWorkspace;

beforeEach(async () => {
  workspace = await createTempWorkspace();
});
afterEach(async () => {
  expect(world.spoken()).toEqual([]);
  await world.remove();
  await workspace.remove();
});

describe('the real Codex without a sign-in', () => {
  const backend = createCodexBackend();

  /** Its own provider, at an address of ours that knows nothing. */
  async function moveOut(): Promise<void> {
    world = await createCodexWorld();
    const config = join(world.variables['CODEX_HOME'] ?? '', 'config.toml');
    await writeFile(
      config,
      'chatgpt_base_url = "http://127.0.0.1:9"\nopenai_base_url = "http://127.0.0.1:9"\n',
    );
  }

  it('is known to have none, and says how to sign in', async () => {
    await moveOut();
    expect((await backend.examine(requestIn(world, workspace))).authentication).toEqual({
      state: 'absent',
      detail: 'signed out',
      remedy: expect.stringContaining('`codex login`'),
    });
  });

  it('takes a key for a sign-in only where its own sign-in holds one', async () => {
    await moveOut();
    const request = requestIn(world, workspace);
    const variables = { ...world.variables, OPENAI_API_KEY: 'dummy', CODEX_API_KEY: 'dummy' };
    const environment = { ...request.environment, variables };
    const { authentication } = await backend.examine({
      ...request,
      environment,
      passVariables: Object.keys(variables),
    });
    expect(authentication.state).toBe('absent');
  });

  it('lists its models all the same, and knows no limits', async () => {
    await moveOut();
    const request = requestIn(world, workspace);
    expect((await backend.listModels(request)).models).not.toEqual([]);
    expect(await backend.readQuota(request)).toMatchObject({
      windows: [],
      unknownBecause: expect.stringContaining('nobody is signed in'),
    });
  });

  it('needs none where a provider has a key of its own, and says which is missing', async () => {
    world = await createCodexWorld();
    const request = requestIn(world, workspace);
    const { FAKE_KEY: _, ...variables } = world.variables;
    const environment = { ...request.environment, variables };
    expect((await backend.examine({ ...request, environment })).authentication).toEqual({
      state: 'absent',
      detail: 'FAKE_KEY is not set',
      remedy: expect.stringMatching(/^set FAKE_KEY where CoAgent8 is started/),
    });
    expect((await backend.examine(request)).authentication).toEqual({
      state: 'present',
      detail: expect.stringContaining('FAKE_KEY is set'),
    });
  });
});

describe('the real Claude Code without a sign-in', () => {
  const backend = createClaudeBackend();

  it('is known to have none, says how to sign in, lists its models all the same, and knows no limits', async () => {
    world = await createClaudeWorld({ credential: 'none' });
    const request = requestIn(world, workspace);
    expect((await backend.examine(request)).authentication).toEqual({
      state: 'absent',
      detail: 'signed out',
      remedy: expect.stringContaining('`/login`'),
    });
    expect((await backend.listModels(request)).models).not.toEqual([]);
    expect(await backend.readQuota(request)).toMatchObject({
      windows: [],
      unknownBecause: expect.stringContaining('signed-in subscription only'),
    });
  });
});

describe('agy without a sign-in', () => {
  const backend = createAgyBackend();

  it('cannot be known to have none, and says how to sign in wherever it is asked more', async () => {
    world = await createAgyWorld({ isSignedIn: false });
    const request = requestIn(world, workspace);
    const remedy = expect.stringContaining('run `agy` in a terminal');
    expect((await backend.examine(request)).authentication).toMatchObject({ state: 'unknown', remedy });
    await expect(backend.listModels(request)).rejects.toMatchObject({ code: 'AUTH_REQUIRED', remedy });
    await expect(backend.readQuota(request)).rejects.toMatchObject({ code: 'AUTH_REQUIRED', remedy });
  });
});

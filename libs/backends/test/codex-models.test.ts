import { readFileSync } from 'node:fs';

import { CoAgentError } from '@coagent8/contracts';
import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';

import { createCodexBackend } from '../src/codex/adapter.js';
import { PAGES_MAX } from '../src/codex/connection.js';
import { playTurn } from './run-turn.js';
import { createScriptedProcess, spawning } from './scripted-process.js';
import { nameOf } from './transcript-cues.js';
import { transcriptOf, WORKSPACE } from './transcripts.js';

/** What Codex 0.171.0 said to a home with nothing but an effort in its settings, its first models. */
const RECORDED = readFileSync(new URL('fixtures/codex-models.jsonl', import.meta.url), 'utf8');
const [INTRODUCTION = '', SETTINGS = ''] = RECORDED.split('\n');

const page = (data: unknown, more: Record<string, unknown> = {}, id = 3) =>
  JSON.stringify({ id, result: { data, nextCursor: null, ...more } });

const request = () => ({
  executable: { path: '/usr/bin/codex', source: 'path' } as const,
  workspacePath: WORKSPACE,
  environment: {
    ...{ variables: {}, homeDirectory: '/nowhere', workingDirectory: '/' },
    platform: 'linux' as const,
  },
  passVariables: [],
  signal: new AbortController().signal,
});

/** Lists the models of a scripted app-server. */
async function list(lines: readonly string[], { exitCode = 0, staysOpen = true } = {}) {
  const agent = createScriptedProcess({
    output: lines.map((line) => `${line}\n`).join(''),
    exitCode,
    staysOpen,
  });
  const listing = createCodexBackend({ spawn: spawning(agent) }).listModels(request());
  const catalog = await listing.finally(() => agent.ended);
  return { catalog, sent: agent.sent };
}
const listModels = (...pages: readonly string[]) => list([INTRODUCTION, SETTINGS, ...pages]);

it('a model that may not run is never given the prompt', async () => {
  const agent = createScriptedProcess({ output: transcriptOf('codex', 'answer').bytes.toString('utf8') });
  const run: typeof runToEnd = async () => ({
    ...{ stdout: '', truncated: false, stopReason: 'exit' },
    end: {
      ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
      remains: { groupAlive: false, pipeHeld: false },
    },
  });
  const { ending, events } = await playTurn(createCodexBackend({ spawn: spawning(agent), run }), {
    ...request(),
    prompt: 'A question.',
    requireModel: ({ model }) => {
      throw new CoAgentError('POLICY_DENIED', `not ${model}`);
    },
  });
  expect(ending).toMatchObject({
    failure: { code: 'POLICY_DENIED', message: expect.stringMatching(/^not \S+$/) },
  });
  expect(events).toHaveLength(1);
  expect(agent.sent.map(nameOf)).not.toContain('turn/start');
});

describe('a recorded catalog', () => {
  it('is read, and no thread is started for it', async () => {
    const { catalog, sent } = await list(RECORDED.trimEnd().split('\n'));
    expect(catalog.isComplete).toBe(true);
    const [first] = catalog.models;
    expect(catalog.models).toHaveLength(3);
    expect(first).toMatchObject({ defaultEffort: 'low', isDefault: true, aliases: [], variants: [] });
    expect(first?.efforts).toEqual(['low', 'medium', 'high', 'xhigh', 'max', 'ultra']);
    expect(catalog.agentDefault).toEqual({ model: first?.id, reasoningEffort: 'high' });
    expect(sent.map(nameOf)).toEqual(['initialize', 'initialized', 'config/read', 'model/list']);
  });

  it('is read to its last page', async () => {
    const { catalog, sent } = await listModels(
      page([{ id: 'swift-4.2' }], { nextCursor: '1' }),
      page([{ id: 'big-model' }], {}, 4),
    );
    expect(catalog.models.map(({ id }) => id)).toEqual(['swift-4.2', 'big-model']);
    expect(sent.at(-1)?.params).toMatchObject({ cursor: '1', includeHidden: false });
  });

  it('may have 2,000 models', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: `model-${index}` }));
    expect((await listModels(page(rows))).catalog.models).toHaveLength(2_000);
  });

  it('may have no models', async () => {
    expect((await listModels(page([]))).catalog.models).toEqual([]);
  });
});

describe('a listing fails', () => {
  it.each([
    ['is no list', page({ id: 'x' })],
    ['is nothing', '{"id":3,"result":null}'],
    ['is no reply', '{"id":3,"result":{}}'],
    ['is no JSON', 'models: none'],
    ['breaks off', '{"id":3,'],
  ])('where a reply %s', async (_, reply) => {
    await expect(listModels(reply)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('where the pages have no end', async () => {
    const endless = Array.from({ length: PAGES_MAX + 1 }, (_, index) =>
      page([{ id: 'x' }], { nextCursor: 'same' }, index + 3),
    );
    await expect(listModels(...endless)).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringContaining('model/list'),
    });
  });

  it('where Codex refuses to list, or is too old for it', async () => {
    const refusal = (message: string) => JSON.stringify({ id: 3, error: { code: -32600, message } });
    await expect(listModels(refusal('no models today'))).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining('no models today'),
    });
    await expect(listModels(refusal('Invalid request: unknown variant `model/list`'))).rejects.toMatchObject({
      code: 'CLI_UNSUPPORTED',
    });
  });

  it.each([
    [0, 'PROTOCOL_ERROR'],
    [3, 'PROCESS_ERROR'],
  ])('where Codex ends with %i', async (exitCode, code) => {
    await expect(list([INTRODUCTION], { exitCode, staysOpen: false })).rejects.toMatchObject({ code });
  });
});

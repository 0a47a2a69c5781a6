import { CoAgentError } from '@coagent8/contracts';
import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import {
  claudeBinary,
  createClaudeHome,
  createTempWorkspace,
  isAlive,
  startMessagesServer,
} from '@coagent8/testing';
import type { ClaudeHome, ClaudeHomeOptions, MessagesServer, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { BackendTurn, ReportedModel } from '../src/backend.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
import { playTurn } from './run-turn.js';

const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
const denied = new CoAgentError('POLICY_DENIED', 'the model is denied');

let server: MessagesServer;
let workspace: TempWorkspace;
let home: ClaudeHome;
let started: OwnedProcess[];

beforeEach(async () => {
  server = await startMessagesServer();
  workspace = await createTempWorkspace();
  home = await createClaudeHome({ modelServerUrl: server.url });
  started = [];
});
afterEach(async () => {
  await server.close();
  await home.remove();
  await workspace.remove();
});

async function moveTo(options: Partial<ClaudeHomeOptions>): Promise<void> {
  await home.remove();
  home = await createClaudeHome({ modelServerUrl: server.url, ...options });
}

function turnOf(
  variables: Record<string, string | undefined> = {},
  change: Partial<BackendTurn> = {},
): BackendTurn {
  return {
    executable: { path: claudeBinary(), source: 'path' },
    prompt: 'Hello?',
    workspacePath: workspace.path,
    environment: {
      variables: { ...home.variables, ...variables },
      platform: process.platform,
      homeDirectory: home.home,
      workingDirectory: home.home,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

/** The real Claude Code, of which each process is noted. */
const backend = () =>
  createClaudeBackend({
    spawn: async (command, options) => {
      const owned = await spawnOwned(command, options);
      started.push(owned);
      return owned;
    },
  });

const list = (variables?: Record<string, string>, change?: Partial<BackendTurn>) =>
  backend().listModels(turnOf(variables, change));
const resolve = (model: string, variables?: Record<string, string>) =>
  backend().resolveModel?.({ ...turnOf(variables), model });
const idsOf = async (listed: ReturnType<typeof list>) => (await listed).models.map(({ id }) => id);

/** A cloud that is not there: everything that would reach it ends on this machine. */
const CLOUD = {
  ...{ CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' },
  ...{ AWS_ACCESS_KEY_ID: 'dummy', AWS_SECRET_ACCESS_KEY: 'dummy', HTTPS_PROXY: 'http://127.0.0.1:9' },
  ANTHROPIC_BEDROCK_BASE_URL: 'http://127.0.0.1:9',
};

describe('the models of the real Claude Code', () => {
  it('are listed by one process that is given no prompt and leaves nothing behind', async () => {
    const { models, isComplete, agentDefault } = await list();
    expect([isComplete, agentDefault]).toEqual([false, undefined]);
    expect(models.filter(({ isDefault }) => isDefault)).toMatchObject([
      { id: 'claude-opus-5-5', aliases: expect.arrayContaining(['default', 'opus']) },
    ]);
    expect(models).toContainEqual({
      ...{ id: 'claude-sonnet-5-5', aliases: ['sonnet'], variants: [], isDefault: false },
      ...{ efforts: ['low', 'medium', 'high', 'xhigh', 'max'], isEffortRequired: false },
    });
    expect(server.requests).toEqual([]);
    expect(started.map(({ pid }) => isAlive(pid))).toEqual([false]);
  });

  it.each(['none', 'token'] as const)('are listed with another account: %s', async (credential) => {
    await moveTo({ credential });
    const { models } = await list();
    const [first] = models.filter(({ isDefault }) => isDefault);
    expect(first?.aliases).toContain(credential === 'token' ? 'sonnet' : 'opus');
    expect(server.requests).toEqual([]);
  });

  it('are taken as they are listed, at the highest of their efforts', async () => {
    const { models } = await list();
    for (const { id, efforts } of models) {
      const effort = efforts.slice(-1).map((reasoningEffort) => ({ reasoningEffort }))[0] ?? {};
      const { end, events } = await playTurn(backend(), turnOf({}, { model: id, ...effort }));
      expect([end, events[0]]).toEqual([
        'completed',
        expect.objectContaining({ model: id, askedModel: id, ...effort }),
      ]);
    }
  });

  it('have the user’s own as their default, listed or not, with its effort', async () => {
    expect(await list({ ANTHROPIC_MODEL: 'of-a-gateway' })).toMatchObject({
      agentDefault: { model: 'of-a-gateway' },
    });
    await moveTo({ settings: '{"model":"sonnet[1m]"}' });
    const { agentDefault, models } = await list({ CLAUDE_CODE_EFFORT_LEVEL: 'low' });
    expect(agentDefault).toEqual({ model: 'claude-sonnet-5-5', reasoningEffort: 'low' });
    expect(models.filter(({ isDefault }) => isDefault)).toMatchObject([{ id: 'claude-opus-5-5' }]);
  });

  it('are those of a cloud and of a gateway where the user has one', async () => {
    expect(await idsOf(list(CLOUD))).toContain('us.anthropic.claude-sonnet-4-6[1m]');
    const arn = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc';
    const { models } = await list({ ...CLOUD, ANTHROPIC_DEFAULT_OPUS_MODEL: arn });
    expect(models.find(({ isDefault }) => isDefault)).toMatchObject({
      ...{ id: arn, efforts: [], aliases: ['default', 'opus'] },
    });
    expect(await idsOf(list({ ANTHROPIC_DEFAULT_SONNET_MODEL: 'gateway/sonnet' }))).toContain(
      'gateway/sonnet',
    );
    expect(server.requests).toEqual([]);
  });

  it('are not waited for by one who has gone', async () => {
    const controller = new AbortController();
    const spawn: typeof spawnOwned = async (command, options) => {
      const owned = await spawnOwned(command, options);
      started.push(owned);
      controller.abort(cancelled);
      return owned;
    };
    const listed = createClaudeBackend({ spawn }).listModels(turnOf({}, { signal: controller.signal }));
    await expect(listed).rejects.toBe(cancelled);
    expect(started.map(({ pid }) => isAlive(pid))).toEqual([false]);
  });
});

describe('what a name stands for', () => {
  it.each([
    ['best', 'claude-opus-5-5'],
    ['sonnet[1m]', 'claude-sonnet-5-5'],
    ['opusplan', 'claude-sonnet-5-5'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5[1m]'],
    ['made-up-model', 'made-up-model'],
    ['--version', '--version'],
  ])('%s is %s', async (name, model) => {
    expect(await resolve(name)).toBe(model);
    expect(server.requests).toEqual([]);
    expect(started.map(({ pid }) => isAlive(pid))).toEqual([false]);
  });

  it('depends on the cloud', async () => {
    expect(await resolve('sonnet', CLOUD)).toMatch(/^us\.anthropic\.claude-sonnet-/);
  });
});

describe('the model of a turn', () => {
  async function play(model: string, deny?: string, variables?: Record<string, string>) {
    const told: ReportedModel[] = [];
    const requireModel = (reported: ReportedModel) => {
      told.push(reported);
      if (reported.model === deny) throw denied;
    };
    const turn = await playTurn(backend(), turnOf(variables, { model, requireModel }));
    return { ...turn, told };
  }

  it('is told once, before the prompt is sent', async () => {
    const { end, told } = await play('best');
    expect([end, told]).toEqual(['completed', [{ model: 'claude-opus-5-5', askedModel: 'claude-opus-5-5' }]]);
  });

  it('may be refused: the model never sees the prompt, and nothing is left running', async () => {
    const { ending, events } = await play('best', 'claude-opus-5-5');
    expect(ending).toMatchObject({ failure: { code: 'POLICY_DENIED', message: 'the model is denied' } });
    expect(events).toHaveLength(1);
    expect(server.requests).toEqual([]);
    expect(started.map(({ pid }) => isAlive(pid))).toEqual([false]);
  });

  it.each(['claude-sonnet-4-5[1m]', 'gateway/big', 'gateway/big[1m]', 'vendor.big-v1:0', 'Opus'])(
    'is bound to the turn whatever its name looks like: %s',
    async (model) => {
      const { end, told, events } = await play(model);
      expect([end, events[0]?.type]).toEqual(['completed', 'started']);
      expect(told).toHaveLength(1);
    },
  );

  it('is bound to the turn where it is a cloud’s, too', async () => {
    const { events, told } = await play('us.anthropic.claude-sonnet-4-6[1m]', undefined, {
      ...CLOUD,
      CLAUDE_CODE_MAX_RETRIES: '0',
    });
    expect(told[0]).toMatchObject({ model: 'us.anthropic.claude-sonnet-4-6[1m]' });
    expect(events[0]).toMatchObject({ type: 'started', model: 'us.anthropic.claude-sonnet-4-6[1m]' });
  });
});

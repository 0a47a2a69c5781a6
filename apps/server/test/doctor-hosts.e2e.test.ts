import {
  claudeBinary,
  codexBinary,
  createClaudeHome,
  createCodexHome,
  startMessagesServer,
  startResponsesServer,
} from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createCallingModel, PROMPT } from './hosts/calling-model.js';
import { asFlags, createHostStage } from './hosts/host-stage.js';
import type { HostStage } from './hosts/host-stage.js';

/** A host that has our server registered, and the home that its model server is named in. */
interface RegisteredHost {
  readonly prompt: () => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

type SetUp = (stage: HostStage, modelServerUrl: string) => Promise<RegisteredHost>;

const setUpClaude: SetUp = async ({ home: HOME, server, run }, modelServerUrl) => {
  const { variables, remove } = await createClaudeHome({ modelServerUrl });
  const claude = (...args: string[]) => run(claudeBinary(), args, { ...variables, HOME });
  const { command, args, env } = server;
  await claude('mcp', 'add', '-s', 'user', 'coagent8', ...asFlags('-e', env), '--', command, ...args);
  return { prompt: () => claude('-p', PROMPT, '--allowedTools', 'mcp__coagent8__doctor'), remove };
};

const setUpCodex: SetUp = async ({ home: HOME, server, run }, modelServerUrl) => {
  const { variables, remove } = await createCodexHome({ modelServerUrl });
  const codex = (...args: string[]) => run(codexBinary(), args, { ...variables, HOME });
  const { command, args, env } = server;
  await codex('mcp', 'add', 'coagent8', ...asFlags('--env', env), '--', command, ...args);
  return { prompt: () => codex('exec', PROMPT), remove };
};

describe.each([
  ['Claude Code', startMessagesServer, setUpClaude],
  ['Codex', startResponsesServer, setUpCodex],
] as const)('doctor in a real %s', (_, start, setUp) => {
  const model = createCallingModel();
  let stage: HostStage;
  let models: { readonly url: string; readonly close: () => Promise<void> };
  let host: RegisteredHost;
  beforeAll(async () => {
    stage = await createHostStage('agy');
    models = await start(model.scenario);
    host = await setUp(stage, models.url);
  });
  afterAll(async () => {
    await models.close();
    await host.remove();
    await stage.remove();
  });

  /** What the host's model gets of a call. */
  async function shown(given: Record<string, string>): Promise<string> {
    model.ask({ name: 'doctor', arguments: { backend: 'agy', ...given } });
    await host.prompt();
    return model.seen().shown;
  }

  it('shows its model the summary', async () => {
    const text = await shown({});
    expect(text).toContain('**agy**: 4 models, as it said just now');
    expect(text).not.toContain('structuredContent');
  });

  it('shows its model the whole record', async () => {
    const text = await shown({ detail: 'full' });
    const record = text.slice(text.indexOf('{"scope"'), text.lastIndexOf('}') + 1);
    expect(JSON.parse(record)).toMatchObject({ scope: 'models', backends: [{ backend: 'agy' }] });
  });

  it('leaves nothing running', async () => {
    expect(await stage.findRemaining()).toEqual([]);
  });
});

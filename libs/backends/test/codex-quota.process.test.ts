import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import { codexBinary, createCodexHome, createTempWorkspace, isAlive } from '@coagent8/testing';
import type { CodexHome, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { ExamineRequest } from '../src/backend.js';
import { createCodexBackend } from '../src/codex/adapter.js';

/** Who nobody may read of. */
const EMAIL = 'someone@example.invalid';
const ACCOUNT = 'account-of-a-test';

/** What the account's server says, which Codex 0.171 decodes as it is here. */
const USAGE = {
  user_id: 'user-of-a-test',
  account_id: ACCOUNT,
  email: EMAIL,
  plan_type: 'plus',
  rate_limit: {
    ...{ allowed: true, limit_reached: false },
    primary_window: {
      ...{ used_percent: 37, limit_window_seconds: 18_000 },
      ...{ reset_after_seconds: 1_800, reset_at: 1_800_000_000 },
    },
    secondary_window: {
      ...{ used_percent: 12, limit_window_seconds: 604_800 },
      ...{ reset_after_seconds: 86_400, reset_at: 1_800_086_400 },
    },
  },
  credits: { has_credits: false, unlimited: false, balance: '0' },
};

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

let usage: Reply | 'silence';
let asked: string[];
let server: Server;
let url: string;
let home: CodexHome;
let workspace: TempWorkspace;
let started: OwnedProcess[];

beforeEach(async () => {
  usage = { body: USAGE };
  asked = [];
  started = [];
  server = createServer(({ url: path = '' }, response) => {
    asked.push(path);
    const reply = path.endsWith('/wham/usage') ? usage : { status: 404, body: {} };
    if (reply === 'silence') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await createCodexHome({ modelServerUrl: url });
  workspace = await createTempWorkspace();
});
afterEach(async () => {
  expect(started.map(({ pid }) => isAlive(pid))).toEqual(started.map(() => false));
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await home.remove();
  await workspace.remove();
});

/** Whoever is signed in, every address that Codex may ask is ours. */
async function signIn(auth?: unknown): Promise<void> {
  const settings = `chatgpt_base_url = "${url}/backend-api"\nopenai_base_url = "${url}/v1"\n`;
  await writeFile(join(home.codexHome, 'config.toml'), settings);
  if (auth !== undefined) await writeFile(join(home.codexHome, 'auth.json'), JSON.stringify(auth));
}

/** A sign-in with ChatGPT that is none. It is not renewed: it ends in a hundred years, and is a minute old. */
function signInWithChatGpt(): Promise<void> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    chatgpt_plan_type: 'plus',
    chatgpt_account_id: ACCOUNT,
    chatgpt_user_id: 'user-of-a-test',
  };
  const payload = { email: EMAIL, exp: 4_102_444_800, 'https://api.openai.com/auth': claims };
  const token = `${part({ alg: 'none' })}.${part(payload)}.${part('signature')}`;
  return signIn({
    auth_mode: 'chatgpt',
    tokens: { id_token: token, access_token: token, refresh_token: 'dummy', account_id: ACCOUNT },
    last_refresh: new Date().toISOString(),
  });
}

const read = (signal = new AbortController().signal) => {
  const request: ExamineRequest = {
    executable: { path: codexBinary(), source: 'path' },
    workspacePath: workspace.path,
    environment: {
      variables: { ...home.variables, CODEX_REFRESH_TOKEN_URL_OVERRIDE: `${url}/refresh` },
      platform: process.platform,
      homeDirectory: home.home,
      workingDirectory: home.home,
    },
    passVariables: [],
    signal,
  };
  const spawn: typeof spawnOwned = async (command, options) => {
    const owned = await spawnOwned(command, options);
    started.push(owned);
    return owned;
  };
  return createCodexBackend({ spawn }).readQuota(request);
};

describe('the real Codex', () => {
  it('tells the limits of an account, and not whose they are', async () => {
    await signInWithChatGpt();
    const reading = await read();
    expect(reading).toMatchObject({
      windows: [
        { name: 'primary', usedPercent: 37, windowMinutes: 300, resetsAt: '2027-01-15T08:00:00.000Z' },
        { name: 'secondary', usedPercent: 12, windowMinutes: 10_080, resetsAt: '2027-01-16T08:00:00.000Z' },
      ],
      plan: 'plus',
    });
    expect(JSON.stringify(reading)).not.toMatch(/someone|of-a-test/);
    expect(asked.filter((path) => path.endsWith('/responses'))).toEqual([]);
  });

  it('does not tell a window that the account does not have', async () => {
    usage = { body: { ...USAGE, rate_limit: { ...USAGE.rate_limit, secondary_window: null } } };
    await signInWithChatGpt();
    expect((await read()).windows.map(({ name }) => name)).toEqual(['primary']);
  });

  it('tells what another limit is for, and of one that is passed no more than all of it', async () => {
    const primary_window = { ...USAGE.rate_limit.primary_window, used_percent: 104 };
    const rate_limit = { allowed: false, limit_reached: true, primary_window, secondary_window: null };
    const other = { limit_name: 'Swift 4.2', metered_feature: 'swift', rate_limit };
    usage = { body: { ...USAGE, additional_rate_limits: [other] } };
    await signInWithChatGpt();
    const { windows } = await read();
    expect(windows).toHaveLength(3);
    expect(windows[2]).toMatchObject({ name: 'Swift 4.2 primary', usedPercent: 100, models: ['Swift 4.2'] });
  });

  it.each([
    [401, 'AUTH_REQUIRED'],
    [500, 'PROCESS_ERROR'],
    [200, 'PROCESS_ERROR'],
  ])('repeats nothing of a useless answer of %d', async (status, code) => {
    usage = { status, body: { email: EMAIL, plan_type: 5 } };
    await signInWithChatGpt();
    const error = await read().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code });
    expect(JSON.stringify({ ...(error as CoAgentError), message: String(error) })).not.toMatch(/someone/);
  });

  it.each([
    ['nobody', undefined, 'nobody is signed in'],
    ['a key', { OPENAI_API_KEY: 'dummy' }, 'not of a key'],
  ])('knows no limits of %s, and asks nobody', async (_, auth, because) => {
    await signIn(auth);
    expect(await read()).toMatchObject({ windows: [], unknownBecause: expect.stringContaining(because) });
    expect(asked.filter((path) => path.includes('/wham/'))).toEqual([]);
  });

  it('knows no limits of a provider of the user’s own', async () => {
    expect(await read()).toMatchObject({ windows: [], unknownBecause: expect.any(String) });
    expect(asked).toEqual([]);
  });

  it('is stopped while it waits for the answer', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const controller = new AbortController();
    usage = 'silence';
    server.on('request', ({ url: path = '' }) => {
      if (path.endsWith('/wham/usage')) controller.abort(cancelled);
    });
    await signInWithChatGpt();
    await expect(read(controller.signal)).rejects.toBe(cancelled);
  });
});

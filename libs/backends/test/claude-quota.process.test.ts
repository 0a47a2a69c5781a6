import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { CoAgentError } from '@coagent8/contracts';
import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import {
  claudeBinary,
  createClaudeHome,
  createSelfSignedCertificate,
  createTempWorkspace,
  isAlive,
  startMessagesServer,
} from '@coagent8/testing';
import type { ClaudeHome, ClaudeHomeOptions, MessagesServer, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createClaudeBackend } from '../src/claude/adapter.js';

let server: MessagesServer;
let workspace: TempWorkspace;
let home: ClaudeHome | undefined;
let started: OwnedProcess[];

beforeEach(async () => {
  server = await startMessagesServer();
  workspace = await createTempWorkspace();
  started = [];
});
afterEach(async () => {
  expect(started.map(({ pid }) => isAlive(pid))).toEqual([false]);
  expect(server.requests).toEqual([]);
  expect(await readdir(workspace.path)).toEqual([]);
  await server.close();
  await home?.remove();
  await workspace.remove();
});

async function read(
  credential: NonNullable<ClaudeHomeOptions['credential']>,
  {
    signal = new AbortController().signal,
    onSpawn = () => {},
    login = '',
    variables = {} as Readonly<Record<string, string | undefined>>,
  } = {},
) {
  home = await createClaudeHome({ modelServerUrl: server.url, credential });
  if (login !== '') await writeFile(join(home.configDirectory, '.credentials.json'), login);
  const spawn: typeof spawnOwned = async (command, options) => {
    const owned = await spawnOwned(command, options);
    started.push(owned);
    onSpawn();
    return owned;
  };
  return createClaudeBackend({ spawn }).readQuota({
    executable: { path: claudeBinary(), source: 'path' },
    workspacePath: workspace.path,
    environment: {
      variables: { ...home.variables, ...variables },
      platform: process.platform,
      homeDirectory: home.home,
      workingDirectory: home.home,
    },
    passVariables: [],
    signal,
  });
}

/** What the account's server says of a plan. */
const USAGE = {
  five_hour: { utilization: 42.5, resets_at: '2026-12-01T10:00:00.123456+00:00' },
  seven_day: { utilization: 12, resets_at: '2026-12-05T10:00:00Z' },
  seven_day_swift: { utilization: 7, resets_at: null },
  extra_usage: { is_enabled: false, monthly_limit: null, used_credits: null, utilization: null },
  limits: [],
};

/** A login that is none, and is not renewed: it ends in a hundred years. */
const LOGIN = JSON.stringify({
  claudeAiOauth: {
    ...{ accessToken: 'dummy', refreshToken: 'dummy', expiresAt: 4_102_444_800_000 },
    ...{ scopes: ['user:inference', 'user:profile'], subscriptionType: 'max' },
  },
});

/** A proxy on loopback at whose other end is always a server of ours, which Claude Code takes for the account's. */
async function startAccountServer(folder: string) {
  const { key, cert } = createSelfSignedCertificate(['*.anthropic.com']);
  const certFile = join(folder, 'cert.pem');
  await writeFile(certFile, cert);
  const asked: string[] = [];
  const account = createSecureServer({ key, cert }, ({ url: path = '' }, response) => {
    asked.push(path);
    const isUsage = path.startsWith('/api/oauth/usage');
    response.writeHead(isUsage ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isUsage ? USAGE : {}));
  });
  const sockets = new Set<Duplex>();
  const proxy = createServer((_, response) => response.writeHead(502).end());
  proxy.on('connect', (_, socket) => {
    const far = connect((account.address() as AddressInfo).port, '127.0.0.1');
    for (const each of [socket, far]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    far.pipe(socket).pipe(far);
  });
  for (const each of [account, proxy]) await once(each.listen(0, '127.0.0.1'), 'listening');
  return {
    asked,
    variables: {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NODE_EXTRA_CA_CERTS: certFile,
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const each of [account, proxy]) await new Promise((closed) => each.close(closed));
    },
  };
}

describe('the real Claude Code', () => {
  it.each(['key', 'token', 'none'] as const)(
    'knows no limits where it has %s for a credential, and asks no model',
    async (credential) => {
      const reading = await read(credential);
      expect(reading).toEqual({
        readAt: expect.any(String),
        windows: [],
        unknownBecause: expect.stringContaining('not of a key'),
      });
    },
  );

  describe('with a login', () => {
    let account: Awaited<ReturnType<typeof startAccountServer>>;
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'coagent8-account-'));
      account = await startAccountServer(folder);
    });
    afterEach(async () => {
      await account.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('fetches the limits of the plan, and tells nothing of what it was used for', async () => {
      const variables = { ...account.variables, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: undefined };
      expect(await read('none', { login: LOGIN, variables })).toEqual({
        readAt: expect.any(String),
        windows: [
          { name: 'five_hour', usedPercent: 42.5, windowMinutes: 300, resetsAt: '2026-12-01T10:00:00.123Z' },
          { name: 'seven_day', usedPercent: 12, windowMinutes: 10_080, resetsAt: '2026-12-05T10:00:00.000Z' },
          { name: 'seven_day_swift', usedPercent: 7, windowMinutes: 10_080, models: ['swift'] },
        ],
        plan: 'max',
      });
      expect(account.asked.filter((path) => /event|log|metric|eval/.test(path))).toEqual([]);
    });

    it('fetches nothing where the user has said so, and says that', async () => {
      const { variables } = account;
      expect(await read('none', { login: LOGIN, variables })).toEqual({
        readAt: expect.any(String),
        windows: [],
        plan: 'max',
        unknownBecause: expect.stringContaining('CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC'),
      });
      expect(account.asked.filter((path) => path.includes('usage'))).toEqual([]);
    });
  });

  it('is stopped where nobody waits for it any more', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const controller = new AbortController();
    const options = { signal: controller.signal, onSpawn: () => controller.abort(cancelled) };
    await expect(read('key', options)).rejects.toBe(cancelled);
  });
});

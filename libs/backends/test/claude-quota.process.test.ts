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
  await server.close();
  await home?.remove();
  await workspace.remove();
});

async function read(
  credential: NonNullable<ClaudeHomeOptions['credential']>,
  { signal = new AbortController().signal, onSpawn = () => {} } = {},
) {
  home = await createClaudeHome({ modelServerUrl: server.url, credential });
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
      variables: home.variables,
      platform: process.platform,
      homeDirectory: home.home,
      workingDirectory: home.home,
    },
    passVariables: [],
    signal,
  });
}

describe('the real Claude Code', () => {
  it.each(['key', 'token', 'none'] as const)(
    'knows no limits of a %s, and asks no model',
    async (credential) => {
      const reading = await read(credential);
      expect(reading).toEqual({
        readAt: expect.any(String),
        windows: [],
        unknownBecause: expect.stringContaining('not of a key'),
      });
    },
  );

  it('is stopped where nobody waits for it any more', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const controller = new AbortController();
    const options = { signal: controller.signal, onSpawn: () => controller.abort(cancelled) };
    await expect(read('key', options)).rejects.toBe(cancelled);
  });
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createFullWorld } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, call } from './installed-server.js';

let world: FullWorld;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(() => world.remove());

/** A server with a data root of its own, where Codex and Claude Code are all that is allowed unless `more` says otherwise. */
async function serve(clientName: string, more: object = {}): Promise<McpServer> {
  const folder = await mkdtemp(join(world.agent.home, 'route-'));
  const file = join(folder, 'config.json');
  const routing = { allowedBackends: ['codex', 'claude'] };
  await writeFile(file, JSON.stringify({ schemaVersion: 1, routing, ...more }));
  return world.serve({ clientName, variables: { COAGENT8_DIR: folder, COAGENT8_CONFIG: file } });
}

/** A turn whose choice is left to us unless `more` says otherwise, and the lines of its footer. */
async function ask(server: McpServer, scenario = 'answer', more: Record<string, unknown> = {}) {
  const before = spoken();
  const { text, isError } = await call(server, asking(scenario, undefined, more));
  const footer = text.split('\n').filter((line) => line.startsWith('> '));
  return { text, isError, footer, asked: spoken().map((count, index) => count > (before[index] ?? 0)) };
}

const spoken = () => (['codex', 'claude', 'agy'] as const).map((id) => world.agents[id].spoken().length);
const CODEX = [true, false, false];
const CLAUDE = [false, true, false];
const AGY = [false, false, true];
const NOBODY = [false, false, false];

describe('a turn whose backend is ours to choose', () => {
  it.each([
    ['codex-mcp-client', CLAUDE, /^> Backend: claude .*codex, the caller's own/],
    ['claude-code', CODEX, /^> Backend: codex .*claude, the caller's own/],
  ])('goes to another agent than its caller %s, and says why', async (clientName, asked, reason) => {
    const turn = await ask(await serve(clientName));
    expect(turn.isError).toBe(false);
    expect(turn.asked).toEqual(asked);
    expect(turn.footer.filter((line) => reason.test(line))).toHaveLength(1);
  });

  it('stays with the configured default, the caller’s own too', async () => {
    const turn = await ask(await serve('codex-mcp-client', { defaultBackend: 'codex' }));
    expect(turn.asked).toEqual(CODEX);
    expect(turn.footer).toContain('> Backend: codex is the configured default');
  });

  it('goes to the other agent once one has told its limit, and tells when all are limited', async () => {
    // Claude Code tells when its limit ends only to who has a plan.
    const server = await serve('some-client', { routing: { allowedBackends: ['codex', 'agy'] } });
    const limited = await ask(server, 'e429-usage', { backend: 'codex' });
    expect(limited.text).toMatch(/^> RATE_LIMITED: /);
    expect(limited.asked).toEqual(CODEX);

    const other = await ask(server);
    expect(other.isError).toBe(false);
    expect(other.asked).toEqual(AGY);
    expect(other.footer.join('\n')).toMatch(/^> Backend: agy .*codex is at its limit until \d{4}-/m);

    expect((await ask(server, 'e429-usage', { backend: 'agy' })).asked).toEqual(AGY);
    const none = await ask(server);
    expect(none.text).toMatch(
      /^> RATE_LIMITED: no agent can answer now: .*codex is at its limit until .*agy is at its limit until /,
    );
    expect(none.asked).toEqual(NOBODY);

    // A named backend is tried all the same, and its answer ends the limit.
    const named = await ask(server, 'answer', { backend: 'codex' });
    expect(named.isError).toBe(false);
    expect(named.asked).toEqual(CODEX);
    expect((await ask(server)).asked).toEqual(CODEX);
  });

  it('never asks another agent after a failure', async () => {
    const turn = await ask(await serve('claude-code'), 'e500');
    expect(turn.isError).toBe(true);
    expect(turn.asked).toEqual(CODEX);
  });

  it('opens nothing for an answer that quotes a limit', async () => {
    const server = await serve('some-client');
    const words = '429 usage limit reached, resets_at 4102444800';
    const quoting = await call(server, asking('say', words, { backend: 'codex' }));
    expect(quoting.text).toContain(words);
    expect((await ask(server)).asked).toEqual(CODEX);
  });

  it('takes smart_quota for a choice by rank, whatever the default', async () => {
    const server = await serve('codex-mcp-client', { defaultBackend: 'codex' });
    expect((await ask(server, 'answer', { backend: 'smart_quota' })).asked).toEqual(CLAUDE);
  });
});

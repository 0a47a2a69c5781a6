import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createAgentWorld, createAgyWorld, descendantsOf } from '@coagent8/testing';
import type { McpServer } from '@coagent8/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { commandOf, createFullWorld, createMark, survivorsOf, until } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, call, createInstalledWorld, installedEntry, resultOf } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** Longest time from a stop to the death of the last process. */
const STOPPED_WITHIN_MS = 3_500;
const SUMMARY_MAX_BYTES = 3_900;

const doctor = (given: Record<string, string> = {}) => ({ name: 'doctor', arguments: given });

interface DoctorRecord {
  readonly scope: string;
  readonly backends: readonly {
    readonly backend: string;
    readonly state: string;
    readonly readAt?: string;
  }[];
}

describe('doctor with every agent', () => {
  let world: FullWorld;
  let client: Client;
  let transport: StdioClientTransport;
  beforeAll(async () => {
    world = await createFullWorld();
    transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [installedEntry()], stderr: 'ignore' },
      ...{ env: { ...world.variables }, cwd: world.workspace.path },
    });
    client = new Client({ name: 'doctor-client', version: '0.0.0' });
    await client.connect(transport);
  });
  afterAll(async () => {
    await client.close();
    await world.remove();
  });

  const spoken = () => Object.values(world.agents).map((agent) => agent.spoken().length);
  const full = async (given: Record<string, string>) => {
    const { structuredContent, content } = await client.callTool(doctor({ ...given, detail: 'full' }));
    const [{ text = '' } = {}] = content as { readonly text?: string }[];
    expect(JSON.parse(text)).toEqual(structuredContent);
    return structuredContent as unknown as DoctorRecord;
  };

  it('shows a real client what each offers, and then starts none of them again', async () => {
    const result = await client.callTool(doctor());
    const [{ text = '' } = {}] = result.content as { readonly text?: string }[];
    expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
    expect(text).toMatch(/^\*\*codex\*\*: lists no models; by default it takes$/m);
    expect(text).toMatch(/^\*\*claude\*\*: \d+ models, as it said just now$/m);
    expect(text).toMatch(/^\*\*agy\*\*: 4 models, as it said just now$/m);
    expect(text).toMatch(/^- `[^`]+`.* · \d+\.\d\d · low medium.* · default$/m);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);

    const seen = new Set<number>();
    const looking = setInterval(() => descendantsOf(transport.pid ?? 0).forEach((pid) => seen.add(pid)), 1);
    const again = await client.callTool(doctor());
    clearInterval(looking);
    expect(seen).toEqual(new Set());
    expect(again.isError).toBe(false);
    expect(spoken()).toEqual([0, 0, 0]);
  });

  it('gives the models as a record that is complete by itself', async () => {
    const { scope, backends } = await full({});
    expect(scope).toBe('models');
    expect(backends.map(({ backend, state }) => [backend, state])).toEqual([
      ['codex', 'no-catalog'],
      ['agy', 'listed'],
      ['claude', 'listed'],
    ]);
    const { backends: narrowed } = await full({ backend: 'claude' });
    expect(narrowed).toHaveLength(1);
    expect(narrowed[0]?.readAt).toBe(backends.find(({ backend }) => backend === 'claude')?.readAt);
  });

  it('looks at their health anew', async () => {
    const { scope, backends } = await full({ scope: 'health' });
    expect(scope).toBe('health');
    expect(backends.map(({ backend }) => backend)).toEqual(['codex', 'agy', 'claude']);
    expect(backends.find(({ backend }) => backend === 'claude')).toMatchObject({
      executable: { source: 'environment' },
      evidence: { assurance: 'verified' },
    });
    const result = await client.callTool(doctor({ scope: 'health', backend: 'agy' }));
    const [{ text = '' } = {}] = result.content as { readonly text?: string }[];
    expect(text).toMatch(/^\*\*agy\*\*: .*not proven/);
    expect(text).not.toContain('codex');
    expect(spoken()).toEqual([0, 0, 0]);
    expect(descendantsOf(transport.pid ?? 0)).toEqual([]);
  });
});

describe('doctor where not all is well', () => {
  let world: InstalledWorld;
  beforeAll(async () => {
    world = await createInstalledWorld({ agent: await createAgentWorld('agy') });
  });
  afterAll(() => world.remove());

  /** A program that does as `script` says, in the place of an agent. */
  async function place(name: string, script: string): Promise<string> {
    const path = join(world.agent.home, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }

  /** A server whose Codex never says a word, and the call of doctor that waits for it. */
  async function startHanging(given: Record<string, string>) {
    const mark = createMark();
    const server = await world.serve({
      variables: {
        CODEX_PATH: await place(`hangs-${mark}`, `exec sleep ${mark}`),
        CLAUDE_PATH: '/nowhere/claude',
      },
    });
    const sent = server.send('tools/call', doctor(given));
    let family: number[] = [];
    await until('the agent runs', () => {
      family = descendantsOf(server.pid ?? 0);
      return family.some((pid) => commandOf(pid).includes(`sleep ${mark} `));
    });
    return { server, sent, family };
  }

  const withConfig = async (text: string) => {
    const file = join(world.agent.home, 'config-of-a-test.json');
    await mkdir(world.agent.home, { recursive: true });
    await writeFile(file, text);
    return world.serve({ variables: { COAGENT8_CONFIG: file } });
  };

  it.each(['models', 'health'])(
    'says in %s what is missing or broken, and shows the others',
    async (scope) => {
      const server = await world.serve({
        variables: { CODEX_PATH: await place('exits', 'exit 7'), CLAUDE_PATH: '/nowhere/claude' },
      });
      const { text, isError } = await call(server, doctor({ scope }));
      expect(isError).toBe(false);
      expect(text).toMatch(/^\*\*codex\*\*: .*could not be asked.*\n- problem: /m);
      expect(text).toMatch(/^\*\*claude\*\*: not found\n- problem: .*\n- what to do: /m);
      expect(text).toMatch(/^\*\*agy\*\*: (?:4 models|ready)/m);
    },
  );

  it('answers although the configuration keeps every turn from running', async () => {
    const server = await withConfig('{ "governance": { "models": { "alow": [] } } }');
    for (const given of [{}, { scope: 'health' }]) {
      const { text, isError } = await call(server, doctor(given));
      expect(isError).toBe(false);
      expect(text).toMatch(/^\*\*The configuration cannot be used\*\*: no turn runs\n- why: POLICY_DENIED: /);
      expect(text).toMatch(/^\*\*agy\*\*: (?:4 models|ready)/m);
    }
    expect((await call(server, asking('answer'))).text).toMatch(/^> POLICY_DENIED: /);
  });

  it('starts nothing inside a turn', async () => {
    const ran = join(world.agent.home, 'ran');
    const variables = { COAGENT8_NESTED_TURN: '1', AGY_PATH: await place('notes', `: > '${ran}'`) };
    const { text, isError } = await call(await world.serve({ variables }), doctor());
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: this call comes from inside a turn/);
    expect(existsSync(ran)).toBe(false);
  });

  it.each(['models', 'health'])(
    'waits for a hanging agent no longer than it may take, in %s',
    async (scope) => {
      const { server, sent } = await startHanging({ scope });
      const { text, isError } = resultOf(await sent.reply);
      expect(isError).toBe(false);
      expect(text).toMatch(/^\*\*codex\*\*: .*could not be asked.*\n- problem: codex .* within 20 s/m);
      expect(text).toMatch(/^\*\*agy\*\*: (?:4 models|ready)/m);
      expect(descendantsOf(server.pid ?? 0)).toEqual([]);
    },
  );

  it.each(['models', 'health'])('ends with the call that the host cancels, in %s', async (scope) => {
    const { server, sent, family } = await startHanging({ scope, backend: 'codex' });
    server.notify('notifications/cancelled', { requestId: sent.id });
    sent.reply.catch(() => undefined);
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
    expect((await call(server, doctor({ backend: 'agy' }))).text).toMatch(/^\*\*agy\*\*: 4 models/);
  });

  const ENDS: Readonly<{ [how: string]: (server: McpServer) => unknown }> = {
    'stdin is closed': (server) => server.close(10_000),
    SIGTERM: (server) => server.kill('SIGTERM'),
    SIGKILL: (server) => server.kill('SIGKILL'),
  };
  it.each(Object.entries(ENDS))('leaves nothing running when the server ends: %s', async (_, end) => {
    const { server, sent, family } = await startHanging({});
    sent.reply.catch(() => undefined);
    const ended = end(server);
    expect(await survivorsOf([server.pid ?? 0, ...family], STOPPED_WITHIN_MS)).toEqual([]);
    await ended;
  });
});

describe('doctor with an agent that nobody is signed in to', () => {
  it('says so', async () => {
    const world = await createInstalledWorld({ agent: await createAgyWorld({ isSignedIn: false }) });
    try {
      const { text, isError } = await call(await world.serve(), doctor({ scope: 'health', backend: 'agy' }));
      expect(isError).toBe(false);
      expect(text).toMatch(/^- sign-in: /m);
      expect(text).not.toMatch(/^- sign-in: present/m);
    } finally {
      await world.remove();
    }
  });
});

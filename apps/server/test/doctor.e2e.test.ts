import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AGENT_IDS, createAgentWorld, createAgyWorld, descendantsOf } from '@coagent8/testing';
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
    readonly executable?: object;
    readonly failure?: { readonly code: string };
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
    expect(text).toMatch(/^\*\*codex\*\*: lists no models; its default is below$/m);
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
    expect(text).toMatch(/^Nothing to do\. Ready[^\n]*: agy\.\n\n\*\*agy\*\*: .*not proven/);
    expect(text).not.toContain('**codex**');
    expect(spoken()).toEqual([0, 0, 0]);
    expect(descendantsOf(transport.pid ?? 0)).toEqual([]);
  });

  const FAULTS: readonly (readonly [how: string, script: string | undefined, state: string, code: string])[] =
    [
      ['missing', undefined, 'missing', 'CLI_NOT_FOUND'],
      ['broken', 'exit 7', 'failed', 'PROCESS_ERROR'],
      ['hanging', 'exec sleep 300', 'failed', 'TIMEOUT'],
    ];
  it.each(FAULTS)('says of each agent that it is %s', async (how, script, state, code) => {
    const variables: Record<string, string> = {};
    for (const id of AGENT_IDS) {
      const path = join(world.agent.home, `${how}-${id}`);
      variables[`${id.toUpperCase()}_PATH`] = path;
      if (script === undefined) continue;
      await writeFile(path, `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
    }
    const server = await world.serve({ variables });
    const given = doctor({ scope: 'health', detail: 'full' });
    const { text, isError } = resultOf(await server.request('tools/call', given));
    const { backends }: DoctorRecord = JSON.parse(text);
    expect(isError).toBe(false);
    expect(backends.map((each) => [each.backend, each.state, each.failure?.code])).toEqual(
      ['codex', 'agy', 'claude'].map((backend) => [backend, state, code]),
    );
    expect(backends.map(({ executable }) => executable !== undefined)).toEqual(
      Array.from(AGENT_IDS, () => script !== undefined),
    );
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });

  it('says of Claude Code that nobody is signed in', async () => {
    const server = await world.serve({ variables: { ANTHROPIC_API_KEY: '' } });
    const { text } = await call(server, doctor({ scope: 'health', backend: 'claude' }));
    expect(text).toMatch(/^\*\*claude\*\*: not ready: signed out\n- ✗ sign-in: none/m);
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

  it('says in models what is missing or broken, and shows the others', async () => {
    const server = await world.serve({
      variables: { CODEX_PATH: await place('exits', 'exit 7'), CLAUDE_PATH: '/nowhere/claude' },
    });
    const { text, isError } = await call(server, doctor());
    expect(isError).toBe(false);
    expect(text).toMatch(/^\*\*codex\*\*: .*could not be asked.*\n- problem: /m);
    expect(text).toMatch(/^\*\*claude\*\*: not found\n- problem: .*\n- what to do: /m);
    expect(text).toMatch(/^\*\*agy\*\*: 4 models/m);
  });

  it('says in health what is missing or broken before what is well', async () => {
    const server = await world.serve({
      variables: { CODEX_PATH: await place('exits', 'exit 7'), CLAUDE_PATH: '/nowhere/claude' },
    });
    const { text, isError } = await call(server, doctor({ scope: 'health' }));
    expect(isError).toBe(false);
    const [first = ''] = text.split('\n\n', 1);
    expect(first).toMatch(/^\*\*What to do\*\*\n- codex: .*\n- claude: .*CLAUDE_PATH/);
    expect(text).toMatch(/^\*\*codex\*\*: not ready: it could not be examined\n- ✗ problem: /m);
    expect(text).toMatch(/^- \? version: not told$/m);
    expect(text).toMatch(/^\*\*claude\*\*: not found$/m);
    expect(text).toMatch(/^\*\*agy\*\*: ready: .*not proven\n- · program: .*AGY_PATH/m);
  });

  it('says that a version is unknown, and examines the agent all the same', async () => {
    const odd = `case "$*" in *--version*) echo something odd;; *) exec '${world.agent.binary}' "$@";; esac`;
    const server = await world.serve({ variables: { AGY_PATH: await place('odd', odd) } });
    const { text } = await call(server, doctor({ scope: 'health', backend: 'agy' }));
    expect(text).toMatch(/^\*\*agy\*\*: ready: .*\n- · program: .*\n- \? version: not told$/m);
  });

  it('shows in both scopes the limit that a turn ran into', async () => {
    const server = await world.serve({ variables: { COAGENT8_DIR: join(world.agent.home, 'limited') } });
    const limited = await call(server, asking('e429-usage', undefined, { backend: 'agy' }));
    expect(limited.text).toMatch(/^> RATE_LIMITED: /);
    const models = await call(server, doctor({ backend: 'agy' }));
    expect(models.text).toMatch(/^- limits: .*\d{4}-\d\d-\d\d/m);
    const health = await call(server, doctor({ scope: 'health', backend: 'agy' }));
    expect(health.text).toMatch(/^\*\*What to do\*\*\n- agy: its limit is reached until \d{4}-/);
    expect(health.text).toMatch(/^\*\*agy\*\*: limited until \d{4}-.*\n- ✗ limited: /m);
  });

  it('answers although the configuration keeps every turn from running', async () => {
    const server = await withConfig('{ "governance": { "models": { "alow": [] } } }');
    const models = await call(server, doctor());
    expect(models.text).toMatch(
      /^\*\*The configuration cannot be used\*\*: no turn runs\n- why: POLICY_DENIED: /,
    );
    expect(models.text).toMatch(/^\*\*agy\*\*: 4 models/m);
    const health = await call(server, doctor({ scope: 'health' }));
    expect(health.text).toMatch(/^\*\*What to do\*\*\n- configuration: no turn runs: .*line 1.*alow/);
    expect(health.text).toMatch(/^\*\*agy\*\*: ready/m);
    expect([models.isError, health.isError]).toEqual([false, false]);
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

  it.each([
    ['models', /^\*\*codex\*\*: .*could not be asked.*\n- problem: codex .* within 20 s/m],
    ['health', /^\*\*codex\*\*: not ready: .*\n- ✗ problem: codex .* within 20 s/m],
  ])('waits for a hanging agent no longer than it may take, in %s', async (scope, expected) => {
    const { server, sent } = await startHanging({ scope });
    const { text, isError } = resultOf(await sent.reply);
    expect(isError).toBe(false);
    expect(text).toMatch(expected);
    expect(text).toMatch(/^\*\*agy\*\*: (?:4 models|ready)/m);
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });

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
      expect(text).toMatch(/^\*\*What to do\*\*\n- agy: .*sign in/);
      expect(text).toMatch(/^\*\*agy\*\*: not ready: .*\n- ✗ sign-in: /m);
    } finally {
      await world.remove();
    }
  });
});

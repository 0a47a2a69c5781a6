import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { createAgentWorld, descendantsOf } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { survivorsOf } from './all-agents.js';
import { accept, connectWithForms, forever, readConfiguration } from './form-client.js';
import type { FormClient, FormUser } from './form-client.js';
import { createInstalledWorld, installedEntry } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** What each agent takes where nothing is named. */
const DEFAULTS = { codex: 'test-model', agy: 'gemini-3.8-flash' } as const;
/** USD per million output tokens: more than may run without being asked for. */
const DEAR_USD = 25;
const QUESTION = { proposal: 'SCENARIO=answer' };
/** Longest time from a stop to the death of the last process. */
const STOPPED_WITHIN_MS = 3_500;

let world: InstalledWorld;
let clients: FormClient[];
/** A host that a test may leave behind where it fails. */
let killable: ChildProcess | undefined;

/** A world whose agent's default model is dear. */
async function openWorld(id: keyof typeof DEFAULTS): Promise<void> {
  clients = [];
  const prices = { [`vendor/${DEFAULTS[id]}`]: DEAR_USD };
  world = await createInstalledWorld({ agent: await createAgentWorld(id, { prices }) });
}

async function connect(user?: FormUser): Promise<FormClient> {
  const client = await connectWithForms(world, user);
  clients.push(client);
  return client;
}

afterEach(async () => {
  killable?.kill('SIGKILL');
  await Promise.all(clients.map((client) => client.close()));
  await world.remove();
});

/** Nothing was asked of a model, and nothing of an agent runs. */
async function expectNothingStarted(client: Pick<FormClient, 'pid'>): Promise<void> {
  expect(world.agent.spoken()).toEqual([]);
  expect(await survivorsOf(descendantsOf(client.pid), STOPPED_WITHIN_MS)).toEqual([]);
}

describe.each(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])('a dear default of %s', (id) => {
  beforeEach(() => openWorld(id));

  it('is asked for with its price, and runs once it is approved', async () => {
    const client = await connect(() => accept());
    const { text, isError } = await client.consult(QUESTION);
    const [{ params } = { params: undefined }] = client.forms;
    expect(params).toMatchObject({
      mode: 'form',
      requestedSchema: {
        properties: { approve: { type: 'boolean' }, remember: { type: 'boolean' } },
        required: ['approve'],
      },
    });
    expect(params?.message).toContain(`"${DEFAULTS[id]}"`);
    expect(params?.message).toContain(`List price: ${DEAR_USD} USD per million output tokens`);
    expect(params?.message).toContain(`exact match "vendor/${DEFAULTS[id]}"`);
    expect(isError).toBe(false);
    expect(text).toMatch(/^Hello from the model\.\n/);
    expect(text).toContain(`${DEAR_USD} USD`);
    expect(await readConfiguration(world)).toBeUndefined();
  });

  it('is asked for again where that was not remembered', async () => {
    const client = await connect(() => accept({ remember: false }));
    await client.consult(QUESTION);
    await client.consult(QUESTION);
    expect(client.forms).toHaveLength(2);
  });

  it('is remembered where the user wants it, and then runs without a form, in any server', async () => {
    const client = await connect(() => accept({ remember: true }));
    expect((await client.consult(QUESTION)).isError).toBe(false);
    expect(await readConfiguration(world)).toMatchObject({
      governance: { models: { allow: [`${id}/${DEFAULTS[id]}`] } },
    });
    expect((await client.consult(QUESTION)).isError).toBe(false);
    const other = await connect();
    expect((await other.consult(QUESTION)).isError).toBe(false);
    expect(client.forms).toHaveLength(1);
  });

  it('does not run where the user declines', async () => {
    const client = await connect(() => ({ action: 'decline' }));
    const { text, isError } = await client.consult(QUESTION);
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: .*declined/);
    await expectNothingStarted(client);
  });
});

describe('without an explicit yes nothing is started:', () => {
  beforeEach(() => openWorld('agy'));

  it.each<[string, FormUser]>([
    ['no', () => accept({ approve: false, remember: true })],
    ['a closed form', () => ({ action: 'cancel' })],
    ['a yes to nothing', () => ({ action: 'accept' })],
    ['a yes in words', () => accept({ approve: 'true' })],
    [
      'another action',
      ({ reply }) => (void reply({ result: { action: 'approve', content: { approve: true } } }), forever),
    ],
    ['a result that is none', ({ reply }) => (void reply({ result: 'accept' }), forever)],
    ['an error', ({ reply }) => (void reply({ error: { code: -32601, message: 'no forms' } }), forever)],
  ])('%s', async (_, user) => {
    const client = await connect(async (form) => {
      const answer = await user(form);
      return answer === forever ? forever(form) : answer;
    });
    const { text, isError } = await client.consult(QUESTION);
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: /);
    expect(text).toContain(DEFAULTS.agy);
    expect(await readConfiguration(world)).toBeUndefined();
    await expectNothingStarted(client);
  });

  it('a client without forms, and the refusal says what the user can do', async () => {
    const client = await connect();
    const { text, isError } = await client.consult(QUESTION);
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: /);
    expect(text).toContain(`coagent8 models allow`);
    await expectNothingStarted(client);
  });

  it('a yes that comes when the time is up, and afterwards', async () => {
    const client = await connect(forever);
    const result = await client.consult({ ...QUESTION, timeout_ms: 7_000 });
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/^> POLICY_DENIED: /);
    const form = await client.form(0);
    expect(form.signal.aborted).toBe(true);
    await form.reply({ result: accept({ remember: true }) });
    await expectNothingStarted(client);
    const next = client.consult(QUESTION);
    await (await client.form(1)).reply({ result: { action: 'decline' } });
    expect((await next).text).toMatch(/^> POLICY_DENIED: /);
    expect(await readConfiguration(world)).toBeUndefined();
    expect(world.agent.spoken()).toEqual([]);
  });

  it('a second answer, which is another than the first', async () => {
    const client = await connect(async ({ reply }) => {
      await reply({ result: { action: 'decline' } });
      return accept({ remember: true });
    });
    expect((await client.consult(QUESTION)).text).toMatch(/^> POLICY_DENIED: /);
    expect(await readConfiguration(world)).toBeUndefined();
    await expectNothingStarted(client);
  });

  it('a call that the host cancels while the form is open, which is then withdrawn', async () => {
    const client = await connect(forever);
    const call = new AbortController();
    const result = client.consult(QUESTION, { signal: call.signal }).catch((error: unknown) => String(error));
    const { signal } = await client.form(0);
    call.abort('the user said so');
    expect(await result).toContain('the user said so');
    if (!signal.aborted) await once(signal, 'abort');
    await expectNothingStarted(client);
  });

  it('a client that is killed while the form is open', async () => {
    const { host, pid } = await startKillableHost(world);
    const family = [pid, ...descendantsOf(pid)];
    host.kill('SIGKILL');
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
    expect(world.agent.spoken()).toEqual([]);
    expect(await readConfiguration(world)).toBeUndefined();
  });
});

describe('two forms at once', () => {
  beforeEach(() => openWorld('agy'));

  it('are each answered for their own request', async () => {
    const client = await connect(forever);
    const first = client.consult({ proposal: 'SCENARIO=say ARG="first"' });
    const firstForm = await client.form(0);
    const second = client.consult({ proposal: 'SCENARIO=say ARG="second"' });
    const secondForm = await client.form(1);
    await secondForm.reply({ result: accept() });
    expect((await second).text).toMatch(/^second\n/);
    expect(world.agent.spoken()).toHaveLength(1);
    await firstForm.reply({ result: { action: 'decline' } });
    expect((await first).text).toMatch(/^> POLICY_DENIED: /);
    expect(world.agent.spoken()).toHaveLength(1);
  });
});

/** A host that can be killed, with a form of its server open. */
async function startKillableHost({ variables, workspace }: InstalledWorld) {
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, [${JSON.stringify(installedEntry())}], { stdio: ['pipe', 'pipe', 'inherit'] });
    process.stdin.pipe(server.stdin);
    server.stdout.pipe(process.stdout);
  `;
  const host = spawn(process.execPath, ['-e', script], {
    cwd: workspace.path,
    env: variables,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  killable = host;
  const send = (message: object) => host.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'host', version: '0' };
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo };
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'consult', arguments: QUESTION } });
  for await (const line of createInterface(host.stdout)) {
    if (JSON.parse(line).method === 'elicitation/create') break;
  }
  const [pid = 0] = descendantsOf(host.pid ?? 0);
  return { host, pid };
}

import { CoAgentError } from '@coagent8/contracts';
import type { BackendEvent } from '@coagent8/contracts';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Script, World } from './dependencies.js';
import { completed, playing, runScripted, says, started } from './scripted-turn.js';

let workspace: TempWorkspace;
beforeAll(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterAll(() => workspace.remove());

const denied = (operationId: string): BackendEvent => ({
  type: 'operation-completed',
  operationId,
  status: 'denied',
});

const run = (script: Script, world?: World) => runScripted(workspace.path, script, world);

describe('consult', () => {
  it('answers with the facts of the turn', async () => {
    const { outcome, turns, progress } = await run(playing(started, says('Yes.'), completed), {
      change: { model: 'Vendor/Big-Model', contextFiles: ['a.ts'] },
    });
    expect(outcome).toMatchObject({
      status: 'answered',
      answer: 'Yes.',
      truncated: false,
      warnings: [],
      meta: {
        backend: 'codex',
        backendReason: 'codex is the only agent that can answer here',
        model: 'big-model',
        agentVersion: '1.0.0',
        operations: 0,
        workspace: { path: workspace.path, source: 'directory' },
      },
    });
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatchObject({
      model: 'big-model',
      workspacePath: workspace.path,
      passVariables: [],
    });
    expect(turns[0]?.prompt).toContain('- a.ts');
    expect(progress.map((each) => (each.type === 'phase' ? each.phase : each.type))).toEqual([
      'gathering',
      'planning',
      'verifying',
      'working',
      'settling',
    ]);
  });

  it('tells the agent what only this agent has to be told, and trusts no workspace by itself', async () => {
    const { turns } = await run(playing(started, says('Yes.'), completed), {
      backend: { promptNote: 'Read, and run nothing.' },
    });
    expect(turns).toMatchObject([{ trustedWorkspaces: [] }]);
    expect(turns[0]?.prompt).toMatch(/\n\nRead, and run nothing\.\n\n.*Is it right\?/s);
  });

  it('takes no alias for another model', async () => {
    const aliased: BackendEvent = { ...started, askedModel: 'big-model' };
    const { outcome } = await run(playing(aliased, says('Yes.'), completed), {
      change: { model: 'big' },
      prices: { 'big-model': 5, big: 5 },
    });
    expect(outcome.warnings).toEqual([]);
  });

  it('warns where the agent reports another model than was asked for', async () => {
    const { outcome } = await run(playing(started, says('Yes.'), completed), {
      change: { model: 'small-model' },
      prices: { 'big-model': 5, 'small-model': 5 },
    });
    expect(outcome.warnings).toEqual([
      { code: 'MODEL_DIFFERS', message: 'small-model was asked for, codex reports big-model' },
    ]);
  });

  it('secures everything that leaves', async () => {
    const key = ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
    const failure = {
      code: 'PROCESS_ERROR',
      message: `it said ${key} in /home/someone/x`,
      details: { said: key },
    } as const;
    const warning = { code: 'UNKNOWN_EVENT', message: key } as const;
    const { outcome, progress } = await run(
      playing(
        { ...started, model: `m\u001b[2J ${key}`, agentVersion: key },
        { type: 'operation-started', operationId: '1', label: `cat ${key} ${'x'.repeat(500)}` },
        { type: 'warning', warning },
        says(`\u001b[31m${key}\u001b[0m`),
        { type: 'failed', failure },
      ),
    );
    expect(JSON.stringify(progress)).not.toContain(key);
    expect(Math.max(...progress.map((each) => (each.type === 'operation' ? each.label.length : 0)))).toBe(
      120,
    );
    expect(JSON.stringify(outcome)).not.toContain('\\u001b');
    expect(JSON.stringify(outcome)).not.toContain(key);
    expect(JSON.stringify(outcome)).not.toContain('/home/someone');
    expect(outcome).toMatchObject({
      status: 'failed',
      partialAnswer: expect.stringMatching(/^\[redacted: /),
    });
  });

  it('keeps an answer beside denied actions and counts them', async () => {
    const { outcome } = await run(playing(started, denied('1'), denied('2'), says('No need.'), completed));
    expect(outcome).toMatchObject({
      status: 'answered',
      meta: { operations: 2 },
      warnings: [{ code: 'ACTIONS_DENIED', message: '2 actions denied' }],
    });
  });

  it.each([
    ['denied actions and no answer', [started, denied('1'), completed], 'SANDBOX_UNAVAILABLE'],
    ['no answer at all', [started, completed], 'PROTOCOL_ERROR'],
    ['white space for an answer', [started, says(' \n'), completed], 'PROTOCOL_ERROR'],
    ['nothing but controls for an answer', [started, says('\u001b[31m\u0007'), completed], 'PROTOCOL_ERROR'],
  ])('calls %s a failure', async (_what, events, code) => {
    const { outcome } = await run(playing(...(events as BackendEvent[])));
    expect(outcome).toMatchObject({ status: 'failed', failure: { code } });
  });

  it.each([
    [400, 400],
    [401, 401], // 400 and the sign of the cut
    [100_000, 401],
  ])('shows of a warning of %i characters %i', async (length, shown) => {
    const warning = { code: 'UNKNOWN_EVENT', message: 'x '.repeat(length).slice(0, length) } as const;
    const { outcome } = await run(playing(started, { type: 'warning', warning }, says('Yes.'), completed));
    expect(outcome.warnings.map(({ message }) => message.length)).toEqual([shown]);
  });

  it.each([
    [2_000, 2_000],
    [2_001, 2_001],
    [100_000, 2_001],
  ])('bounds the text of a failure: %d characters become %d', async (given, kept) => {
    const failure = { code: 'PROCESS_ERROR', message: 'x'.repeat(given) } as const;
    const { outcome } = await run(playing(started, { type: 'failed', failure }));
    expect(outcome.status === 'failed' && outcome.failure.message).toHaveLength(kept);
  });

  it('keeps what was said before a failure', async () => {
    const failure = { code: 'PROTOCOL_ERROR', message: 'cut' } as const;
    const delta: BackendEvent = { type: 'message-delta', messageId: 'm', text: 'half a sen' };
    const { outcome } = await run(playing(started, delta, { type: 'failed', failure }));
    expect(outcome).toMatchObject({ status: 'failed', failure, partialAnswer: 'half a sen' });
  });

  it('hands the caller’s wish to stop to the backend, with a code', async () => {
    const controller = new AbortController();
    const { outcome } = await run(
      async function* ({ signal }) {
        yield started;
        controller.abort();
        yield { type: 'failed', failure: { code: (signal.reason as CoAgentError).code, message: 'stopped' } };
      },
      { signal: controller.signal },
    );
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'ABORTED' } });
  });

  it('hands the time limit to the backend, with a code', async () => {
    const { outcome } = await run(
      async function* ({ signal }) {
        yield started;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { type: 'failed', failure: { code: (signal.reason as CoAgentError).code, message: 'late' } };
      },
      { change: { timeoutMs: 100 } },
    );
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'TIMEOUT' } });
  });

  it('keeps a part of the time limit for ending the agent', async () => {
    const startedAt = performance.now();
    let stoppedAfterMs = Infinity;
    await run(
      async function* ({ signal }) {
        yield started;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stoppedAfterMs = performance.now() - startedAt;
        yield { type: 'failed', failure: { code: 'TIMEOUT', message: 'late' } };
      },
      { change: { timeoutMs: 2_500 } },
    );
    expect(stoppedAfterMs).toBeLessThan(2_500);
  });

  it.each([
    ['a turn within a turn', { variables: { COAGENT8_NESTED_TURN: '1' } }, 'POLICY_DENIED'],
    ['a relative data folder', { variables: { COAGENT8_DIR: 'here' } }, 'POLICY_DENIED'],
    ['a missing workspace', { change: { workspacePath: '/no/such/folder' } }, 'INPUT_LIMIT'],
    ['a context file outside', { change: { contextFiles: ['../x'] } }, 'INPUT_LIMIT'],
    ['a model that is a flag', { change: { model: '--yolo' } }, 'INPUT_LIMIT'],
    [
      'a named backend that is not installed',
      {
        change: { backend: 'codex' },
        backend: { locate: () => Promise.reject(new CoAgentError('CLI_NOT_FOUND', 'no')) },
      },
      'CLI_NOT_FOUND',
    ],
    [
      'no backend installed',
      { backend: { locate: () => Promise.reject(new CoAgentError('CLI_NOT_FOUND', 'no')) } },
      'CLI_NOT_FOUND',
    ],
    ['a fault of ours', { backend: { locate: () => Promise.reject(new Error('boom')) } }, 'PROCESS_ERROR'],
  ])('starts no turn for %s', async (_what, options, code) => {
    const { outcome, turns } = await run(playing(started, says('Yes.'), completed), options);
    expect(outcome).toMatchObject({ status: 'failed', failure: { code } });
    expect(turns).toEqual([]);
  });

  it('says what was tried where no backend was found', async () => {
    const tried = new CoAgentError('CLI_NOT_FOUND', 'CODEX_PATH names /x, which is not there', {
      remedy: 'correct it',
    });
    const { outcome } = await run(playing(completed), { backend: { locate: () => Promise.reject(tried) } });
    expect(outcome).toMatchObject({
      failure: { code: 'CLI_NOT_FOUND', message: tried.message, remedy: 'correct it' },
    });
  });

  describe('with a configuration', () => {
    const configure = (configuration: object) =>
      workspace.write('.data/config.json', JSON.stringify({ schemaVersion: 1, ...configuration }));
    afterAll(() => configure({}));

    it('hands its model, variables and executable to the backend', async () => {
      await configure({
        backends: { codex: { defaultModel: 'my-model', executable: '/opt/codex', env: ['MY_KEY'] } },
      });
      const located: object[] = [];
      const { turns } = await run(playing(started, says('Yes.'), completed), {
        backend: {
          locate: async (request) => {
            located.push(request);
            return { path: '/opt/codex', source: 'configuration' };
          },
        },
      });
      expect(located).toMatchObject([{ configuredExecutable: '/opt/codex', workspacePath: workspace.path }]);
      expect(turns).toMatchObject([{ model: 'my-model', passVariables: ['MY_KEY'] }]);
      const { turns: named } = await run(playing(started, completed), {
        change: { model: 'their-model' },
        prices: { 'their-model': 5 },
      });
      expect(named).toMatchObject([{ model: 'their-model' }]);
    });

    it('hands the workspaces that it trusts to the backend', async () => {
      await configure({ backends: { agy: { trustedWorkspaces: ['/srv/mine', workspace.path] } } });
      const { turns } = await run(playing(started, says('Yes.'), completed), { backend: { id: 'agy' } });
      expect(turns).toMatchObject([{ trustedWorkspaces: ['/srv/mine', workspace.path] }]);
    });

    it('does not read it in a turn within a turn', async () => {
      await workspace.write('.data/config.json', 'no JSON');
      const nested = { variables: { COAGENT8_NESTED_TURN: '1' } };
      const failures = [await run(playing(completed)), await run(playing(completed), nested)];
      expect(failures.map(({ outcome }) => outcome)).toMatchObject([
        { failure: { code: 'POLICY_DENIED', message: expect.stringContaining('config.json') } },
        { failure: { code: 'POLICY_DENIED', message: expect.stringContaining('turns do not nest') } },
      ]);
    });

    it('runs its default backend', async () => {
      await configure({ defaultBackend: 'codex' });
      const { outcome } = await run(playing(started, says('Yes.'), completed));
      expect(outcome.meta.backendReason).toBe('codex is the configured default');
    });
  });

  it('refuses a backend that the configuration leaves out', async () => {
    await workspace.write(
      '.data/config.json',
      JSON.stringify({ schemaVersion: 1, routing: { allowedBackends: ['agy'] } }),
    );
    const { outcome } = await run(playing(started, says('Yes.'), completed), {
      change: { backend: 'codex' },
    });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'POLICY_DENIED' } });
    expect(outcome.status === 'failed' && outcome.failure.message).toContain('allowed: agy');
    expect((await run(playing(completed))).outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });
});

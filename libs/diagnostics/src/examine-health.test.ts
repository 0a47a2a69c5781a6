import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Backend, BackendExamination } from '@coagent8/backends';
import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { examineHealth } from './examine-health.js';

const environment = {
  variables: { COAGENT8_CONFIG: '/nowhere/config.json' },
  platform: 'linux',
  homeDirectory: '/home/someone',
  workingDirectory: '/home/someone/app',
} as const;

const examination = (passed: boolean): BackendExamination => ({
  version: '1.0.0',
  authentication: { state: 'unknown', detail: 'only a turn would tell' },
  evidence: {
    profile: 'read-only',
    assurance: 'verified',
    checks: [{ name: 'sandbox', passed, detail: 'seen in /home/someone/app' }],
  },
});

const unasked = () => {
  throw new Error('an examination starts no turn and lists no models');
};

const scripted = (script: Partial<Backend>): Backend => ({
  id: 'codex',
  locate: async () => ({ path: '/usr/bin/codex', source: 'path' }),
  examine: async () => examination(true),
  catalogInputs: unasked,
  listModels: unasked,
  readQuota: unasked,
  startTurn: unasked,
  ...script,
});

const examine = async (script: Partial<Backend>) => {
  const { backends } = await examineHealth({ environment, backends: [scripted(script)] });
  return backends[0];
};

describe('examineHealth', () => {
  it('calls an agent ready where every check passed, and shortens home paths', async () => {
    expect(await examine({})).toEqual({
      backend: 'codex',
      state: 'ready',
      executable: { path: '/usr/bin/codex', source: 'path' },
      ...examination(true),
      evidence: {
        profile: 'read-only',
        assurance: 'verified',
        checks: [{ name: 'sandbox', passed: true, detail: 'seen in ~/app' }],
      },
    });
  });

  it('calls an agent unverified where a check failed', async () => {
    expect(await examine({ examine: async () => examination(false) })).toMatchObject({ state: 'unverified' });
  });

  it('calls an agent ready only where somebody may be signed in', async () => {
    const authentication = { state: 'absent', detail: 'nobody is signed in' } as const;
    const examined = await examine({ examine: async () => ({ ...examination(true), authentication }) });
    expect(examined).toMatchObject({ state: 'signed-out' });
  });

  it('tells a missing agent from one that could not be asked', async () => {
    const fail = (code: 'CLI_NOT_FOUND' | 'CLI_UNSUPPORTED') => async () => {
      throw new CoAgentError(code, 'no');
    };
    expect(await examine({ locate: fail('CLI_NOT_FOUND') })).toMatchObject({ state: 'missing' });
    expect(await examine({ examine: fail('CLI_UNSUPPORTED') })).toMatchObject({
      state: 'failed',
      executable: { path: '/usr/bin/codex' },
      failure: { code: 'CLI_UNSUPPORTED' },
    });
  });

  it('gives an agent a bounded time', async () => {
    const silent = scripted({
      examine: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const { backends } = await examineHealth({
      environment,
      backends: [silent],
      timeoutMs: 20,
    });
    expect(backends[0]).toMatchObject({
      state: 'failed',
      failure: { code: 'TIMEOUT', details: { timeoutMs: 20 } },
    });
  });

  it('looks at one agent alone where one is named', async () => {
    const backends = [scripted({}), scripted({ id: 'agy' })];
    const report = await examineHealth({ environment, backends, backend: 'agy' });
    expect(report.backends.map(({ backend }) => backend)).toEqual(['agy']);
  });

  it('ends with its signal, and so do the agents', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>();
    const silent = scripted({
      examine: ({ signal }) => {
        resolve(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const controller = new AbortController();
    const report = examineHealth({ environment, backends: [silent], signal: controller.signal });
    const signal = await asked;
    controller.abort(new CoAgentError('ABORTED', 'no longer wanted'));
    expect(signal.aborted).toBe(true);
    expect((await report).backends[0]).toMatchObject({ state: 'failed', failure: { code: 'ABORTED' } });
  });

  it.each<[string, object, readonly string[]]>([
    ['the workspaces that are trusted', { trustedWorkspaces: ['/srv/mine'] }, ['/srv/mine']],
    ['that none is', {}, []],
  ])('tells an agent %s', async (_what, agy, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'coagent8-health-'));
    const file = join(folder, 'config.json');
    const told: (readonly string[] | undefined)[] = [];
    try {
      await writeFile(file, JSON.stringify({ schemaVersion: 1, backends: { agy } }));
      const examined = scripted({
        id: 'agy',
        examine: async ({ trustedWorkspaces }) => {
          told.push(trustedWorkspaces);
          return examination(true);
        },
      });
      const { configuration } = await examineHealth({
        environment: { ...environment, variables: { COAGENT8_CONFIG: file } },
        backends: [examined],
      });
      expect([configuration.failure, told]).toEqual([undefined, [expected]]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('examines the agents in spite of a configuration that cannot be used', async () => {
    const report = await examineHealth({
      environment: { ...environment, variables: { COAGENT8_CONFIG: 'relative.json' } },
      backends: [scripted({})],
    });
    expect(report.configuration.failure?.code).toBe('POLICY_DENIED');
    expect(report.backends[0]?.state).toBe('ready');
  });
});

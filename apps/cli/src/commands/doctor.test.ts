import { describe, expect, it } from '@jest/globals';
import type { HealthReport, ModelReport } from '@coagent8/diagnostics';

import { createScriptedWorld } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import { doctor } from './doctor.js';

const MODELS: ModelReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { file: '~/.coagent8/config.json' },
  priceList: { source: 'list.invalid', isStale: true },
  backends: [{ backend: 'codex', state: 'missing', candidates: [] }],
  warnings: [],
};

const HEALTH: HealthReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { isThere: true, file: '~/.coagent8/config.json' },
  dataRoot: { state: 'writable', path: '~/.coagent8' },
  priceList: { source: 'list.invalid', isStale: false },
  directory: '/repo/app',
  backends: [
    {
      backend: 'codex',
      state: 'missing',
      failure: { code: 'CLI_NOT_FOUND', message: 'no codex', remedy: 'install it' },
    },
  ],
  warnings: [],
};

async function examined(flags: Parameters<typeof doctor>[1], script: Script = {}) {
  const asked: unknown[] = [];
  const { world, written, timesComposed } = createScriptedWorld({
    reportModels: ({ signal, ...options }) => {
      asked.push({ models: options, isStoppable: signal === script.signal });
      return Promise.resolve(MODELS);
    },
    examineHealth: ({ signal, ...options }) => {
      asked.push({ health: options, isStoppable: signal === script.signal });
      return Promise.resolve(HEALTH);
    },
    ...script,
  });
  const exitCode = await doctor(world, flags);
  return { exitCode, asked, composed: timesComposed(), ...written };
}

describe('doctor', () => {
  it('prints the overview, from what is known', async () => {
    const { signal } = new AbortController();
    const { exitCode, stdout, stderr, asked } = await examined({}, { signal });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^codex\b/m);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(asked).toEqual([{ models: { isFresh: false }, isStoppable: true }]);
  });

  it('prints how the agents are now with --health', async () => {
    const { signal } = new AbortController();
    const { exitCode, stdout, stderr, asked } = await examined({ health: true }, { signal });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('install it');
    expect(asked).toEqual([{ health: {}, isStoppable: true }]);
  });

  it('looks at one agent alone', async () => {
    expect((await examined({ backend: 'agy' })).asked).toMatchObject([
      { models: { backend: 'agy', isFresh: false } },
    ]);
    expect((await examined({ backend: 'agy', health: true })).asked).toMatchObject([
      { health: { backend: 'agy' } },
    ]);
  });

  it.each([
    [{ json: true }, { scope: 'models', ...MODELS }],
    [
      { json: true, health: true },
      { scope: 'health', ...HEALTH },
    ],
  ])('prints one object for %j, with its scope', async (flags, record) => {
    const { exitCode, stdout, stderr } = await examined(flags);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `${JSON.stringify(record)}\n`,
      stderr: '',
    });
  });

  it('keeps to the columns of a terminal, and marks nothing elsewhere', async () => {
    const { stdout } = await examined({}, { terminals: true, variables: { NO_COLOR: '1' } });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    expect((await examined({ health: true })).stdout).not.toContain('\u001b');
  });

  it.each([
    [{}, 'looking at what is known of the agents'],
    [{ health: true }, 'looking at the agents'],
  ])('says on a terminal what it waits for, %j', async (flags, line) => {
    const { stderr } = await examined(flags, { terminals: true, columns: 80 });
    expect(stderr).toContain(`${line} ·`);
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ConsultRequest } from '@coagent8/contracts';
import type { RouteReport } from '@coagent8/execution';

import { createScriptedWorld } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import { route } from './route.js';

const CHOSEN: RouteReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  strategy: 'fixed',
  backend: 'claude',
  reason: 'claude is the configured default',
  considered: [{ backend: 'claude', standing: 'chosen', isCaller: false, isDefault: true }],
  warnings: [],
};

const NONE: RouteReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  strategy: 'fixed',
  failure: { code: 'RATE_LIMITED', message: 'all are limited', remedy: 'wait' },
  considered: [{ backend: 'claude', standing: 'limited', isCaller: false, isDefault: true }],
  warnings: [],
};

async function routed(flags: Parameters<typeof route>[1], report: RouteReport, script: Script = {}) {
  const requests: ConsultRequest[] = [];
  const { world, written } = createScriptedWorld({
    explainRoute: (request) => {
      requests.push(request);
      return Promise.resolve(report);
    },
    ...script,
  });
  const exitCode = await route(world, flags);
  return { exitCode, stdout: written.stdout, stderr: written.stderr, both: written.both, requests };
}

describe('route', () => {
  it('prints the name for a script, and the reason beside it', async () => {
    const { exitCode, stdout, stderr } = await routed({}, CHOSEN);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: 'claude\n',
      stderr: 'claude is the configured default\n',
    });
  });

  it('tells warnings', async () => {
    const warnings = [{ code: 'STORE_FAILED', message: 'the limits could not be read' }] as const;
    const { stderr } = await routed({}, { ...CHOSEN, warnings });
    expect(stderr).toBe('claude is the configured default\nthe limits could not be read\n');
  });

  it('asks for what the flags name, in the folder of the command', async () => {
    const wish = { backend: 'smart_quota', model: 'swift-4.2', 'output-price-below': 5 } as const;
    const { requests } = await routed({ ...wish, workspace: '../other' }, CHOSEN);
    expect(requests).toMatchObject([
      {
        ...{ operation: 'consult', backend: 'smart_quota', model: 'swift-4.2', outputPriceBelow: 5 },
        workspacePath: '/repo/other',
        origin: { directory: '/repo/app', roots: [] },
      },
    ]);
    const [plain] = (await routed({}, CHOSEN)).requests;
    expect(plain?.backend).toBe('auto');
    expect(plain?.workspacePath).toBeUndefined();
  });

  it('explains on standard output', async () => {
    const { exitCode, stdout, stderr } = await routed({ explain: true }, CHOSEN);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^claude is the configured default\n\n {2}agent .*\n {2}claude {2}chosen/);
    expect(stdout.endsWith('\n')).toBe(true);
  });

  it('keeps to the columns of a terminal', async () => {
    const widest = async (columns: number) => {
      const script = { terminals: true, columns, variables: { NO_COLOR: '1' } };
      const { stdout } = await routed({ explain: true }, CHOSEN, script);
      return Math.max(...stdout.split('\n').map((line) => line.length));
    };
    expect(await widest(60)).toBeLessThanOrEqual(60);
    expect(await widest(80)).toBeGreaterThan(60);
  });

  it('ends as the turn would where there is none, saying so first', async () => {
    const line = 'RATE_LIMITED: all are limited; wait\n';
    const plain = await routed({}, NONE);
    expect(plain).toMatchObject({ exitCode: 6, stdout: '', stderr: line });
    const explained = await routed({ explain: true }, NONE);
    expect(explained).toMatchObject({ exitCode: 6, stderr: `${line}\n` });
    expect(explained.both).toMatch(/^RATE_LIMITED.*\n\n {2}agent[^]*\n {2}claude {2}limited/);
  });

  it('explains nothing where nobody looked for agents', async () => {
    const { stderr, ...told } = await routed({ explain: true }, { ...NONE, considered: [] });
    expect(told).toMatchObject({ exitCode: 6, stdout: '' });
    expect(stderr).toMatch(/wait\n$/);
  });

  it.each([
    [CHOSEN, 0],
    [NONE, 6],
  ])('prints one object with --json', async (report, code) => {
    const { exitCode, stdout, stderr } = await routed({ json: true, explain: true }, report);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: code,
      stdout: `${JSON.stringify(report)}\n`,
      stderr: '',
    });
  });

  it('refuses a wish that no request can have', async () => {
    const { exitCode, stderr, requests } = await routed({ model: '' }, CHOSEN);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toMatch(/^INPUT_LIMIT: .*model/);
  });
});

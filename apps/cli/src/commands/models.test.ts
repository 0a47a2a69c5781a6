import { describe, expect, it } from '@jest/globals';
import type { ModelReport } from '@coagent8/diagnostics';

import { createScriptedWorld } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import type { ModelReportOptions } from '../world.js';
import { models } from './models.js';

const REPORT: ModelReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { file: '~/.coagent8/config.json' },
  priceList: { source: 'list.invalid', isStale: true },
  backends: [
    {
      backend: 'codex',
      state: 'listed',
      readAt: '2026-05-01T12:00:00.000Z',
      candidates: [
        {
          ...{ backend: 'codex', model: 'swift-4.2', aliases: [], efforts: ['low'] },
          ...{ isEffortRequired: false, isAllowed: false, approval: { outcome: 'deny', rule: 'swift-4.2' } },
        },
      ],
    },
  ],
  warnings: [],
};

async function listed(flags: Parameters<typeof models>[1], script: Script = {}) {
  const wanted: Omit<ModelReportOptions, 'signal'>[] = [];
  let waited = '';
  const { world, written } = createScriptedWorld({
    reportModels: ({ signal: _signal, ...options }) => {
      wanted.push(options);
      return Promise.resolve(REPORT);
    },
    settled: () => {
      waited = written.stdout;
      return Promise.resolve();
    },
    ...script,
  });
  return { exitCode: await models(world, flags), wanted, waited, ...written };
}

describe('models', () => {
  it('prints the report as text, then waits for what goes on behind it', async () => {
    const { exitCode, stdout, stderr, waited, wanted } = await listed({});
    expect({ exitCode, stderr, wanted }).toEqual({ exitCode: 0, stderr: '', wanted: [{ isFresh: false }] });
    expect(stdout).toMatch(/^codex {2}1 model, as it said just now\n.*\n {2}swift-4\.2 +\? {2}low +deny\n/);
    expect(waited).toBe(stdout);
  });

  it('prints it as one object', async () => {
    const { stdout, stderr } = await listed({ json: true });
    expect({ stdout, stderr }).toEqual({ stdout: `${JSON.stringify(REPORT)}\n`, stderr: '' });
  });

  it('asks one agent anew', async () => {
    const { wanted } = await listed({ backend: 'agy', refresh: true });
    expect(wanted).toEqual([{ backend: 'agy', isFresh: true }]);
  });

  it('has colours on a terminal alone, and where NO_COLOR is not set', async () => {
    const ESCAPE = '\u001b';
    expect((await listed({}, { terminals: true })).stdout).toContain(`${ESCAPE}[31m  swift-4.2`);
    expect((await listed({})).stdout).not.toContain(ESCAPE);
    expect((await listed({}, { terminals: true, variables: { NO_COLOR: '1' } })).stdout).not.toContain(
      ESCAPE,
    );
    expect((await listed({ json: true }, { terminals: true })).stdout).not.toContain(ESCAPE);
  });

  it('keeps to the columns of a terminal', async () => {
    const widest = async (script: Script) =>
      Math.max(...(await listed({}, script)).stdout.split('\n').map((line) => line.length));
    expect(await widest({ terminals: true, variables: { NO_COLOR: '1' } })).toBeLessThanOrEqual(60);
    expect(await widest({})).toBeGreaterThan(60);
  });

  it('says on a terminal what it waits for, and takes that back', async () => {
    const { stderr } = await listed({}, { terminals: true });
    expect(stderr).toContain('asking the agents');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
    expect((await listed({}, { terminals: true, variables: { TERM: 'dumb' } })).stderr).toBe('');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { HealthReport } from '@coagent8/diagnostics';

import { createScriptedWorld } from '../../test/scripted-world.js';
import { doctor } from './doctor.js';

const REPORT: HealthReport = {
  configuration: { file: '~/.coagent8/config.json' },
  directory: '/repo/app',
  backends: [
    {
      backend: 'codex',
      state: 'missing',
      failure: { code: 'CLI_NOT_FOUND', message: 'no codex', remedy: 'install it' },
    },
  ],
};

async function examined(json: boolean) {
  const { world, written } = createScriptedWorld({ examineHealth: () => Promise.resolve(REPORT) });
  return { exitCode: await doctor(world, { json }), ...written };
}

describe('doctor', () => {
  it('prints the report as text', async () => {
    const { exitCode, stdout, stderr } = await examined(false);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('codex  not found\n');
    expect(stdout.endsWith('install it\n')).toBe(true);
  });

  it('prints it as one object', async () => {
    const { exitCode, stdout, stderr } = await examined(true);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`${JSON.stringify(REPORT)}\n`);
  });
});

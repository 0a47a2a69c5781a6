import { createAgentWorld } from '@coagent8/testing';
import type { AgentWorld } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';
import { plantAgent } from './planted-agent.js';

let command: InstalledCommand;
let claude: AgentWorld;
let variables: Record<string, string>;
beforeAll(async () => {
  command = await createInstalledCommand();
  claude = await createAgentWorld('claude');
  const { HOME = '', TMPDIR = '', COAGENT8_PRICES_URL = '' } = command.variables;
  variables = { ...command.variables, ...claude.variables, HOME, TMPDIR, COAGENT8_PRICES_URL };
});
afterAll(async () => {
  await claude.remove();
  await command.remove();
});

const route = (...args: string[]) => command.run(['route', ...args], '', variables);

describe('coagent8 route', () => {
  it('prints the name alone, and why beside it', async () => {
    const { code, stdout, stderr } = await route();
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'codex\n' });
    expect(stderr).toMatch(/^codex .*\n$/);
  });

  it('starts nothing where neither a model nor a limit is named', async () => {
    const planted = await plantAgent('codex', 'exit 1');
    try {
      const here = { ...variables, CODEX_PATH: planted.path };
      expect(await command.run(['route'], '', here)).toMatchObject({ code: 0, stdout: 'codex\n' });
      expect(planted.started()).toEqual([]);
    } finally {
      await planted.remove();
    }
  });

  it('names the agent that a turn then runs on, also where a model narrows it', async () => {
    const { stdout } = await route('--model', 'test-model');
    const { stderr } = await command.run(
      ['consult', 'SCENARIO=answer', '--model', 'test-model'],
      '',
      variables,
    );
    expect(stderr).toMatch(new RegExp(`^${stdout.trim()} \\(`, 'm'));
  });

  it('explains how each agent stands, in 80 columns', async () => {
    const { code, stdout, stderr } = await route('--explain');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}codex +chosen/m);
    expect(stdout).toMatch(/^ {2}claude +able/m);
    expect(stdout).toMatch(/^ {2}agy +not found/m);
    const lines = stdout.split('\n').filter((line) => !line.includes('/'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('prints one object with --json', async () => {
    const { code, stdout, stderr } = await route('--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ backend: 'codex', strategy: 'fixed', warnings: [] });
  });

  it('leaves out an agent that a turn has found limited, until it is named', async () => {
    const here = { ...variables, COAGENT8_DIR: `${variables['HOME']}/limits` };
    const run = (...args: string[]) => command.run(args, '', here);
    expect(await run('consult', 'SCENARIO=e429-usage', '--backend', 'codex')).toMatchObject({ code: 6 });
    expect(await run('route')).toMatchObject({ code: 0, stdout: 'claude\n' });
    const { stdout } = await run('route', '--explain');
    expect(stdout).toMatch(/^ {2}claude +chosen/m);
    expect(stdout).toMatch(/^ {2}codex +limited +until \d{4}-\d\d-\d\d \d\d:\d\d UTC, as a turn was told$/m);
    expect((await run('doctor')).stdout).toMatch(/limited until \d{4}-/);

    const alone = { ...here, CLAUDE_PATH: '/no/such/claude' };
    const { code, stderr } = await command.run(['route'], '', alone);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringMatching(/^RATE_LIMITED: /) });
    const named = ['consult', 'SCENARIO=answer', '--backend', 'codex'];
    expect(await command.run(named, '', alone)).toMatchObject({ code: 0 });
    expect(await command.run(['route'], '', alone)).toMatchObject({ code: 0, stdout: 'codex\n' });
  });

  it('ends as the turn would where no agent is here', async () => {
    const none = { CODEX_PATH: '/no/such/codex', CLAUDE_PATH: '/no/such/claude' };
    const { code, stdout, stderr } = await command.run(['route'], '', { ...variables, ...none });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(/^CLI_NOT_FOUND: /);
  });

  it('ends as the turn would where nothing is below the limit', async () => {
    const { code, stdout, stderr } = await route('--output-price-below', '0.000001');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^POLICY_DENIED: /);
  });
});

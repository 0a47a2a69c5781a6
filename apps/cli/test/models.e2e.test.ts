import { createAgentWorld } from '@coagent8/testing';
import type { AgentWorld } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';

let installed: InstalledCommand;
const agents: AgentWorld[] = [];
let variables: Record<string, string>;
beforeAll(async () => {
  installed = await createInstalledCommand({ prices: { 'test-model': 40 } });
  agents.push(await createAgentWorld('claude'), await createAgentWorld('agy'));
  const { COAGENT8_PRICES_URL = '' } = installed.variables;
  const others = agents.map((agent) => agent.variables);
  variables = Object.assign({}, installed.variables, ...others, { COAGENT8_PRICES_URL });
});
afterAll(async () => {
  for (const agent of agents) await agent.remove();
  await installed.remove();
});

describe('models', () => {
  it('lists what the real agents offer, with prices, efforts and rules, in 80 columns', async () => {
    const { code, stdout, stderr } = await installed.run(['models'], '', variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^codex {2}lists no models; its default is below\n.*\n {2}test-model +40\.00 +default, ask \(price\)\n/m,
    );
    expect(stdout).toMatch(/^claude {2}\d+ models, as it said just now$/m);
    expect(stdout).toMatch(/^agy {2}4 models, as it said just now$/m);
    expect(stdout).toMatch(/ low medium high .*default$/m);
    const lines = stdout.split('\n').filter((line) => !line.includes('prices.json'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('knows them from the disk the next time, and asks where it is told to', async () => {
    const readAt = async (...args: string[]) => {
      const { stdout } = await installed.run(
        ['models', '--json', '--backend', 'claude', ...args],
        '',
        variables,
      );
      return (JSON.parse(stdout) as { backends: { readAt: string }[] }).backends[0]?.readAt;
    };
    const first = await readAt();
    expect(await readAt()).toBe(first);
    expect(await readAt('--refresh')).not.toBe(first);
  });

  it('shows a rule once it is set', async () => {
    expect(await installed.run(['models', 'deny', 'codex/test-model'])).toMatchObject({ code: 0 });
    const { stdout } = await installed.run(['models', '--backend', 'codex']);
    expect(stdout).toMatch(/^ {2}test-model +40\.00 +default, deny$/m);
    const { code, stderr } = await installed.run(['consult', 'SCENARIO=answer']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^POLICY_DENIED: /);
    expect(installed.models.requests).toEqual([]);
  });

  it('have rules that an agent which CoAgent8 started does not change', async () => {
    const before = await installed.run(['config', 'show']);
    const nested = { COAGENT8_NESTED_TURN: '1' };
    for (const args of [
      ['models', 'allow', 'test-model'],
      ['config', 'set', 'governance.outputPriceAbove', '100'],
    ]) {
      const { code, stderr } = await installed.run(args, '', nested);
      expect(code).toBe(3);
      expect(stderr).toMatch(/^POLICY_DENIED: .*inside a turn/);
    }
    expect(await installed.run(['config', 'show'])).toEqual(before);
  });
});

import { AGENT_IDS } from '@coagent8/testing';
import type { AgentId } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { asking, call, createInstalledWorld } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** Breaks the server that it is loaded into. */
const CRASH = `process.on('SIGUSR2', () => {
  throw new Error('broken by sk-ant-api03-' + 'A1b2C3d4E5'.repeat(9));
});`;

/** The facts of a turn, as each agent lets them be known. */
const FOOTERS: Readonly<Record<AgentId, RegExp>> = {
  codex: /^> codex \(test-model\) · \d+\.\d s · 0 operations · read-only, verified$/m,
  claude: /^> claude \(claude-[\w-]+\) · \d+\.\d s · 0 operations · read-only, verified$/m,
  agy: /^> agy \(gemini-3\.8-flash\) · \d+\.\d s · 0 operations · read-only requested, not proven$/m,
};

/** How the model of each has a file read. */
const READING: Readonly<Record<AgentId, ReturnType<typeof asking>>> = {
  codex: asking('shell', 'cat src/price.js'),
  claude: asking('read', 'src/price.js'),
  agy: asking('read', 'src/price.js'),
};

/** How the model of each tries to write, and what it then hears. */
const WRITING: Readonly<Record<AgentId, readonly (readonly [ReturnType<typeof asking>, RegExp])[]>> = {
  codex: [
    [
      asking('shell', 'echo a > written.txt; echo b > src/price.js; echo c > ~/c.txt; ls'),
      /Read-only file system/,
    ],
    [asking('apply-patch'), /Tool said: /],
  ],
  claude: [
    [asking('write', 'written.txt'), /No such tool available/],
    [asking('bash', 'echo a > written.txt'), /No such tool available/],
  ],
  agy: [
    [asking('write', 'written.txt'), /^> SANDBOX_UNAVAILABLE: .*1 action/],
    [asking('shell', 'echo a > written.txt'), /^> SANDBOX_UNAVAILABLE: .*1 action/],
  ],
};

describe.each(AGENT_IDS)('the installed server, consulting %s', (agent) => {
  let world: InstalledWorld;
  beforeAll(async () => {
    world = await createInstalledWorld({ agent });
  });
  afterAll(() => world.remove());

  it('answers, and says nothing but JSON-RPC on stdout', async () => {
    const server = await world.serve();
    const { text, isError } = await call(server, asking('answer'));
    expect(isError).toBe(false);
    expect(text).toMatch(/^Hello from the model\.\n\n> /);
    expect(text).toMatch(FOOTERS[agent]);
    expect(text).toContain(`> Backend: ${agent} is the only agent that can answer here`);
    const { code } = await server.close();
    expect(code).toBe(0);
    expect(server.strayLines()).toEqual([]);
    expect(server.stderr()).toBe('');
  });

  it('lets it read the workspace, and counts what it did', async () => {
    const { text } = await call(await world.serve(), READING[agent]);
    expect(text).toContain('export const price = 1;');
    expect(text).toContain(' · 1 operation · read-only');
  });

  it('lets it write nowhere', async () => {
    const server = await world.serve();
    for (const [params, heard] of WRITING[agent]) expect((await call(server, params)).text).toMatch(heard);
    expect(world.workspace.git('status', '--porcelain')).toBe('');
  });

  it('refuses a turn within a turn before anything is probed', async () => {
    const before = world.agent.spoken().length;
    const variables = { COAGENT8_NESTED_TURN: '1', [`${agent.toUpperCase()}_PATH`]: '/nowhere/agent' };
    const { text, isError } = await call(await world.serve({ variables }), asking('answer'));
    expect(isError).toBe(true);
    expect(text).toMatch(/^> POLICY_DENIED: .*turns do not nest/);
    expect(world.agent.spoken()).toHaveLength(before);
  });
});

describe('the installed server', () => {
  let world: InstalledWorld;
  beforeAll(async () => {
    world = await createInstalledWorld();
  });
  afterAll(() => world.remove());

  it('shows the agent’s shell no key', async () => {
    const { text } = await call(await world.serve(), asking('shell', 'env | sort'));
    expect(text).toContain('COAGENT8_NESTED_TURN=1');
    expect(text).not.toContain('FAKE_KEY');
  });

  it('ends by a fault of its own, which it tells without the key in it', async () => {
    const file = await world.workspace.write('.crash.cjs', CRASH);
    const server = await world.serve({ variables: { NODE_OPTIONS: `--require ${file}` } });
    server.kill('SIGUSR2');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr()).toMatch(/^coagent8: Error: broken by \[redacted: anthropic\]\n/);
    expect(server.stderr()).not.toContain('A1b2C3d4E5');
  });
});

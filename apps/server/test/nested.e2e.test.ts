import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';

import { answer, codexBinary, createCanary, createTempWorkspace, reply } from '@coagent8/testing';
import type { Canary, Scenario, TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledWorld, installedEntry } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** The host's model: asks `consult` of the registered server, then repeats what came back. */
const consulting: Scenario = ({ toolOutputs: [said], tools }) => {
  if (said !== undefined) return reply(answer(`It said: ${said}`));
  const namespace = 'mcp__coagent8';
  const isThere = tools.some((tool) => tool.namespace === namespace && tool.name === 'consult');
  if (!isThere) return reply(answer('There is no consult.'));
  const callArguments = { proposal: 'SCENARIO=answer' };
  return reply({ type: 'function-call', name: 'consult', namespace, callArguments });
};

let folder: TempWorkspace;
let canary: Canary;
let world: InstalledWorld;
beforeAll(async () => {
  folder = await createTempWorkspace();
  canary = createCanary(folder.path);
  const noted = `#!/bin/sh\n${canary.shellLine}\nexec '${codexBinary()}' "$@"\n`;
  const codex = await folder.write('codex', noted);
  await chmod(codex, 0o755);
  world = await createInstalledWorld({
    tables: `
[mcp_servers.coagent8]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([installedEntry()])}
required = true
default_tools_approval_mode = "approve"
env = { CODEX_PATH = ${JSON.stringify(codex)}, FAKE_KEY = "dummy-key-of-a-test" }
`,
  });
  world.models.use(consulting);
});
afterAll(async () => {
  await world.remove();
  await folder.remove();
});

/** Runs Codex as the host of our server: what its model was told, and whether our server started an agent. */
async function runHost(more: Record<string, string> = {}) {
  await canary.reset();
  const running = promisify(execFile)(
    codexBinary(),
    ['exec', '--skip-git-repo-check', '-C', world.workspace.path, 'Ask the other agent.'],
    { cwd: world.workspace.path, env: { ...world.variables, ...more }, timeout: 40_000 },
  );
  running.child.stdin?.end();
  const { stdout } = await running;
  return { stdout, started: await canary.fired() };
}

describe('our server, registered with a Codex', () => {
  it('refuses to start an agent where that Codex is one that we started', async () => {
    const { stdout, started } = await runHost({ COAGENT8_NESTED_TURN: '1' });
    expect(stdout).toMatch(/^It said: [^]*\n> POLICY_DENIED: .*turns do not nest/);
    expect(started).toBe(false);
  });

  // The same world: the refusal above was not that of a server that could not have answered.
  it('answers where that Codex is the user’s own', async () => {
    const { stdout, started } = await runHost();
    expect(stdout).toMatch(/^It said: [^]*\nHello from the model\.\n/);
    expect(started).toBe(true);
  });
});

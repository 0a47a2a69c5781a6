import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';

import {
  answer,
  codexBinary,
  createCanary,
  createCodexHome,
  createTempWorkspace,
  reply,
  startResponsesServer,
} from '@coagent8/testing';
import type { Canary, CodexHome, ResponsesServer, Scenario, TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { installedEntry } from './installed-server.js';

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
let models: ResponsesServer;
let home: CodexHome;
beforeAll(async () => {
  folder = await createTempWorkspace({ git: true });
  canary = createCanary(folder.path);
  const noted = `#!/bin/sh\n${canary.shellLine}\nexec '${codexBinary()}' "$@"\n`;
  const codex = await folder.write('codex', noted);
  await chmod(codex, 0o755);
  models = await startResponsesServer(consulting);
  home = await createCodexHome({
    modelServerUrl: models.url,
    tables: `
[mcp_servers.coagent8]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([installedEntry()])}
required = true
default_tools_approval_mode = "approve"
env = { CODEX_PATH = ${JSON.stringify(codex)}, FAKE_KEY = "dummy-key-of-a-test" }
`,
  });
});
afterAll(async () => {
  await models.close();
  await home.remove();
  await folder.remove();
});

/** Runs Codex as the host of our server: what its model was told, and whether our server started an agent. */
async function runHost(more: Record<string, string> = {}) {
  await canary.reset();
  const running = promisify(execFile)(
    codexBinary(),
    ['exec', '--skip-git-repo-check', '-C', folder.path, 'Ask the other agent.'],
    { cwd: folder.path, env: { ...home.variables, ...more }, timeout: 40_000 },
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

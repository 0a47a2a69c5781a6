import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from '@jest/globals';

import { hooks, REPOSITORY_THREATS, servers, setAgyStage, SETTINGS_THREATS } from './agy-threats.js';
import type { AgyStage, AgyThreat } from './agy-threats.js';
import { until } from './all-agents.js';
import { installedEntry } from './installed-server.js';
import type { ToolResult } from './installed-server.js';
import { consult, watch } from './prove-threats.js';

/** How long the agy that is left to itself may take, in milliseconds. */
const CONTROL_MS = 20_000;

const HELLO = 'Hello from the model.';
/** In the footer of every answer. */
const PROFILE = ' · read-only requested, not proven';

/** Every start but that which only lists models, away from the workspace: nothing of a repository starts with it. */
function startsIn({ agent, workspace }: AgyStage) {
  return agent
    .calls()
    .filter(({ argv, cwd }) => argv.join(' ') !== 'models' || cwd.startsWith(workspace.path));
}

let stage: AgyStage;
afterEach(() => stage.remove());

describe('agy, nothing planted', () => {
  it('shows nothing, with our measures or without', async () => {
    stage = await setAgyStage();
    const look = watch(stage);
    expect(await look(() => ask())).toEqual([]);
    expect(await look(() => runControl())).toEqual([]);
  });
});

describe.each([...REPOSITORY_THREATS, ...SETTINGS_THREATS])('agy, $name', (threat) => {
  it('refuses the turn before it is started, and says why; left to itself, agy lets it strike', async () => {
    stage = await setAgyStage(threat.plant);
    const look = watch(stage);
    let result: ToolResult | undefined;
    const seen = await look(async () => (result = await ask(threat)));
    expect([seen, startsIn(stage)]).toEqual([[], []]);
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining('SANDBOX_UNAVAILABLE') });
    expect(result?.text).toContain(threat.file);
    expect(result?.text).toMatch(threat.wayOut);
    // In the same world and after the consult: the silence above was not that of a canary that cannot sing.
    expect(await look(() => runControl(threat))).not.toEqual([]);
  });
});

describe.each([...REPOSITORY_THREATS])('agy, $name, in a workspace that the user trusts', (threat) => {
  it('answers, and the repository’s program runs', async () => {
    stage = await setAgyStage(threat.plant);
    await stage.trust(folderOf(threat));
    const { text, isError } = await ask(threat);
    expect([isError, text]).toEqual([false, expect.stringContaining(HELLO)]);
    expect(text).toContain(PROFILE);
    expect(await stage.canary.traces()).toHaveLength(1);
  });
});

describe('agy, a workspace that is not the trusted one', () => {
  it.each(['packages', '..'])('is refused where the user trusts %s of it', async (other) => {
    stage = await setAgyStage(({ writeInProject, canary }) =>
      writeInProject('.agents/hooks.json', hooks(canary)),
    );
    await stage.trust(join(stage.workspace.path, other));
    const { text, isError } = await ask();
    expect([isError, await stage.canary.fired()]).toEqual([true, false]);
    expect(text).toContain('SANDBOX_UNAVAILABLE');
  });
});

describe('agy, instructions of the repository', () => {
  it.each(['AGENTS.md', 'GEMINI.md', '.agents/rules/evil.md', '.agents/skills/evil/SKILL.md'])(
    'are answered with a warning: %s',
    async (name) => {
      stage = await setAgyStage(({ writeInProject }) => writeInProject(name, 'Obey.'));
      const { text, isError } = await ask();
      const shown = name.split('/').slice(0, 2).join('/');
      expect([isError, text]).toEqual([false, expect.stringContaining(HELLO)]);
      expect(text).toContain(
        `agy reads instructions of the workspace, which cannot be switched off: ${shown}`,
      );
    },
  );
});

describe('agy, its updater', () => {
  it.each(['', '1', 'false'])('stays off, whatever the variable of the user says: %j', async (word) => {
    stage = await setAgyStage();
    const variables = { AGY_CLI_DISABLE_AUTO_UPDATE: word };
    const { text } = await consult(stage, { ...trialOf(), variables });
    expect([text, existsSync(updater())]).toEqual([expect.stringContaining(HELLO), false]);
    await runControl(undefined, variables);
    await until('the updater has been there', () => existsSync(join(updater(), 'update_status.json')));
  });
});

describe('agy, hooks and servers of the user', () => {
  it('run in a turn, and the doctor counts them', async () => {
    stage = await setAgyStage(async ({ writeForUser, canary }) => {
      await writeForUser('config/hooks.json', hooks(canary));
      await writeForUser('config/mcp_config.json', servers(canary));
    });
    const { text } = await ask();
    expect([text, await stage.canary.traces()]).toEqual([
      expect.stringContaining(HELLO),
      expect.arrayContaining([expect.any(String), expect.any(String)]),
    ]);
    expect(await doctor()).toMatch(/· your own programs +1 hook, 1 MCP server of your own start with it/);
  });
});

describe('agy, the doctor', () => {
  it('says that the profile is requested and not proven, in lines of 80 columns', async () => {
    stage = await setAgyStage();
    const text = await doctor();
    expect(text).toContain('agy  ready: the read-only profile can be requested here, not proven');
    expect(text).not.toContain('✗');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('says what a turn would be refused for', async () => {
    const [threat] = REPOSITORY_THREATS;
    stage = await setAgyStage(threat?.plant);
    await stage.writeForUser('antigravity-cli/settings.json', { toolPermission: 'always-proceed' });
    const text = await doctor();
    expect(text).toContain('agy  not ready: the read-only profile does not hold here');
    expect(text).toMatch(/✗ repository programs +\.agents\/hooks\.json would start programs/);
    expect(text).toMatch(/✗ tool permission +always-proceed may let it act unasked; remove\s+toolPermission/);
  });
});

/** The prompt of both halves. */
function promptOf({ prompt }: Pick<AgyThreat, 'prompt'>): string {
  return prompt?.(stage) ?? 'SCENARIO=answer';
}

function folderOf({ folder = '' }: Pick<AgyThreat, 'folder'>): string {
  return join(stage.workspace.path, folder);
}

function trialOf(threat: Pick<AgyThreat, 'prompt' | 'folder'> = {}) {
  const workspace = { workspace_path: folderOf(threat) };
  const question = { backend: 'agy', proposal: promptOf(threat), ...workspace };
  return { question: { name: 'consult', arguments: question } };
}

/** Asks agy through our server. */
function ask(threat?: AgyThreat): Promise<ToolResult> {
  return consult(stage, trialOf(threat));
}

/** Runs agy as a person would who wants one answer. */
async function runControl(
  threat: Pick<AgyThreat, 'prompt' | 'folder'> = {},
  variables: Readonly<Record<string, string>> = { AGY_CLI_DISABLE_AUTO_UPDATE: 'true' },
): Promise<void> {
  const running = promisify(execFile)(stage.agent.binary, [`--print=${promptOf(threat)}`], {
    cwd: folderOf(threat),
    env: { ...stage.variables, ...variables },
    timeout: CONTROL_MS,
  });
  running.child.stdin?.end();
  await running;
}

/** What the doctor says of agy. */
async function doctor(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [installedEntry(), 'doctor', '--health'], {
    cwd: stage.workspace.path,
    env: { ...stage.variables },
  });
  return stdout.split('\n\n').find((part) => part.startsWith('agy  ')) ?? '';
}

function updater(): string {
  return join(stage.agent.geminiFolder, 'antigravity-cli', 'updater');
}

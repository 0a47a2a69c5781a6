import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { agyCommand } from '../src/agy/command.js';
import { gatherProfile } from '../src/agy/gather-profile.js';
import { createIsNote } from '../src/agy/own-notes.js';
import { readOwnPrograms } from '../src/agy/own-programs.js';
import { findRepositoryFiles } from '../src/agy/repository-files.js';
import { readUserSettings, SETTINGS_MAX_BYTES } from '../src/agy/user-settings.js';

let root: string;
let home: string;
let workspace: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-agy-files-')));
  home = join(root, 'home');
  workspace = join(home, 'code', 'app');
  await mkdir(workspace, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: unknown = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const look = (workspacePath = workspace) => findRepositoryFiles({ workspacePath, homeDirectory: home });
const settings = () => readUserSettings({ workspacePath: workspace, homeDirectory: home });

describe('what a repository brings along', () => {
  it.each([
    '.agents/hooks.json',
    '.agents/mcp_config.json',
    '.agents/plugins.json',
    '.agent/hooks.json',
    '_agents/mcp_config.json',
    '_agent/hooks.json',
    '.agents/HOOKS.json',
  ])('starts programs: %s', async (name) => {
    await write(join(workspace, name));
    expect(await look()).toEqual({ starting: [name], instructions: [] });
  });

  it('starts programs by its plugins; a list of another agent’s there does not', async () => {
    await write(join(workspace, '.agents', 'plugins', 'marketplace.json'));
    expect((await look()).starting).toEqual([]);
    await write(join(workspace, '.agents', 'plugins', 'one', 'plugin.json'));
    expect((await look()).starting).toEqual(['.agents/plugins']);
  });

  it('is found through links, broken ones too', async () => {
    const hidden = join(workspace, 'docs', 'x');
    await write(join(hidden, 'hooks.json'));
    await symlink(hidden, join(workspace, '.agents'));
    await mkdir(join(workspace, '.agent'));
    await symlink('/nowhere', join(workspace, '.agent', 'mcp_config.json'));
    await mkdir(join(workspace, '_agents', 'plugins'), { recursive: true });
    await symlink('/nowhere', join(workspace, '_agents', 'plugins', 'one'));
    expect((await look()).starting).toEqual([
      '.agents/hooks.json',
      '.agent/mcp_config.json',
      '_agents/plugins',
    ]);
  });

  it('is found in each folder above, below the user’s home', async () => {
    const inner = join(workspace, 'packages', 'one');
    await mkdir(inner, { recursive: true });
    for (const folder of [join(workspace, 'packages'), join(home, 'code'), home, root]) {
      await write(join(folder, '.agents', 'hooks.json'));
      await write(join(folder, 'AGENTS.md'));
    }
    expect(await look(inner)).toEqual({
      starting: ['../.agents/hooks.json', '../../../.agents/hooks.json'],
      instructions: ['../AGENTS.md', '../../../AGENTS.md'],
    });
  });

  it('is found up to the top where the workspace is not below the home', async () => {
    const other = join(root, 'srv', 'app', 'src');
    await mkdir(other, { recursive: true });
    await write(join(root, 'srv', '.agents', 'hooks.json'));
    expect((await look(other)).starting).toEqual(['../../.agents/hooks.json']);
  });

  it('counts in the home where that is the workspace', async () => {
    await write(join(home, '.agents', 'hooks.json'));
    expect((await look(home)).starting).toEqual(['.agents/hooks.json']);
  });

  it('is not there where the folder is a file', async () => {
    await write(join(workspace, '.agents'), 'x');
    expect(await look()).toEqual({ starting: [], instructions: [] });
  });

  it('counts where it cannot be looked at', async () => {
    await symlink('.agents', join(workspace, '.agents'));
    expect((await look()).starting).toEqual(['.agents']);
  });

  it('counts where the user’s own file lies in the workspace', async () => {
    const config = join(home, '.gemini', 'config');
    await write(join(workspace, 'dotfiles', 'hooks.json'));
    await write(join(config, 'mcp_config.json'));
    await symlink(join(workspace, 'dotfiles', 'hooks.json'), join(config, 'hooks.json'));
    expect((await look()).starting).toEqual(['dotfiles/hooks.json']);
    expect((await look(join(home, 'code', 'other'))).starting).toEqual([]);
    expect((await look(home)).starting).toEqual([
      'code/app/dotfiles/hooks.json',
      '.gemini/config/mcp_config.json',
    ]);
  });

  it('is put before the model', async () => {
    for (const name of ['AGENTS.md', 'GEMINI.md', '.agents/rules/a.md', '.agents/skills/a/SKILL.md']) {
      await write(join(workspace, name));
    }
    await write(join(workspace, 'CLAUDE.md'));
    const { starting, instructions } = await look();
    expect(starting).toEqual([]);
    expect([...instructions].sort()).toEqual(['.agents/rules', '.agents/skills', 'AGENTS.md', 'GEMINI.md']);
  });
});

describe('the user’s settings', () => {
  const own = () => join(home, '.gemini', 'antigravity-cli', 'settings.json');
  const shared = () => join(home, '.gemini', 'config', 'config.json');
  const project = (id: string) => join(home, '.gemini', 'config', 'projects', `${id}.json`);
  const rules = (...allow: string[]) => ({ allow });
  const NOTHING = { readsOutside: false, grants: [], faults: [] };

  it('may be missing', async () => {
    expect(await settings()).toEqual(NOTHING);
  });

  it('are read', async () => {
    await write(own(), {
      toolPermission: 'strict',
      agentMode: 'plan',
      allowNonWorkspaceAccess: true,
      enableTerminalSandbox: false,
      permissions: { allow: ['read_file(*)'], deny: ['command(*)'], ask: [] },
    });
    expect(await settings()).toEqual({
      toolPermission: 'strict',
      agentMode: 'plan',
      readsOutside: true,
      grants: [{ file: '~/.gemini/antigravity-cli/settings.json', allow: ['read_file(*)'] }],
      faults: [],
    });
  });

  it('tell the model that the user has chosen; what is no name tells nothing', async () => {
    await write(own(), { model: ' Swift 4.2 (High) ', modelProvider: 'gemini' });
    expect(await settings()).toEqual({ ...NOTHING, model: 'Swift 4.2 (High)', modelProvider: 'gemini' });
    for (const model of [null, '', ' ', 7, { name: 'x' }]) {
      await write(own(), { model, modelProvider: model });
      expect(await settings()).toEqual(NOTHING);
    }
  });

  it('are read as Go reads them, the names in any case', async () => {
    await write(own(), { ToolPermission: 'always-proceed', PERMISSIONS: { Allow: ['command(x)'] } });
    expect(await settings()).toMatchObject({
      toolPermission: 'always-proceed',
      grants: [{ allow: ['command(x)'] }],
    });
  });

  it('count with the rules that the editor shares', async () => {
    await write(shared(), { userSettings: { globalPermissionGrants: rules('command(git)') }, plugins: {} });
    expect((await settings()).grants).toEqual([
      { file: '~/.gemini/config/config.json', allow: ['command(git)'] },
    ]);
  });

  it('count with the rules of the projects that the workspace is in, and no others', async () => {
    const grants = { permissionGrants: { permissionGrants: rules('command(ls)') } };
    const folder = (path: string) => ({
      projectResources: { resources: [{ gitFolder: { folderUri: pathToFileURL(path).href } }] },
    });
    await write(project('other'), { ...grants, ...folder(join(home, 'code', 'other')) });
    await write(project('beside'), { ...grants, ...folder(`${workspace}-2`) });
    expect((await settings()).grants).toEqual([]);
    await write(project('mine'), { ...grants, ...folder(workspace) });
    await write(project('above'), { ...grants, ...folder(join(home, 'code')) });
    await write(project('default-cli-project'), grants);
    await write(project('chosen'), grants);
    await write(join(home, '.gemini', 'antigravity-cli', 'cache', 'default_project_id.txt'), 'chosen\n');
    expect((await settings()).grants.map(({ file }) => file).sort()).toEqual(
      ['above', 'chosen', 'default-cli-project', 'mine'].map((id) => `~/.gemini/config/projects/${id}.json`),
    );
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['comments', '{} // x'],
    ['nothing', ''],
    ['a list', []],
    ['a wrong type', { toolPermission: true }],
    ['a wrong rule', { permissions: { allow: [1] } }],
    ['rules that are none', { permissions: [] }],
  ])('with %s are a fault, whichever file it is', async (_name, content) => {
    await write(own(), content);
    expect((await settings()).faults).toEqual([
      '~/.gemini/antigravity-cli/settings.json is not JSON as agy reads it',
    ]);
  });

  it('are a fault where they are too large, and not at the limit', async () => {
    const padded = (bytes: number) => '{}'.padEnd(bytes, ' ');
    await write(own(), padded(SETTINGS_MAX_BYTES));
    expect((await settings()).faults).toEqual([]);
    await write(own(), padded(SETTINGS_MAX_BYTES + 1));
    expect((await settings()).faults).toEqual([expect.stringContaining('larger than 1048576 bytes')]);
  });

  it('are a fault where they are no file, or not text', async () => {
    await mkdir(own(), { recursive: true });
    await write(shared(), '');
    await writeFile(shared(), Buffer.from([0x7b, 0xff, 0x7d]));
    const { faults } = await settings();
    expect(faults).toEqual([
      expect.stringMatching(/settings\.json: it is not a regular file$/),
      expect.stringMatching(/config\.json: it is not UTF-8 text$/),
    ]);
  });

  it('of a project are a fault only where they could count', async () => {
    await write(project('other'), 'x');
    expect((await settings()).faults).toEqual([]);
    await write(project('mine'), `x "${pathToFileURL(workspace).href}"`);
    expect((await settings()).faults).toEqual([
      '~/.gemini/config/projects/mine.json is not JSON as agy reads it',
    ]);
  });
});

describe('what the user starts with every turn', () => {
  const config = (name: string) => join(home, '.gemini', 'config', name);
  const NOTHING = { hooks: 0, servers: 0, plugins: 0, unreadable: [] };

  it('may be nothing', async () => {
    expect(await readOwnPrograms(home)).toEqual(NOTHING);
    await write(config('hooks.json'));
    await write(config('mcp_config.json'));
    await mkdir(config('plugins'));
    expect(await readOwnPrograms(home)).toEqual(NOTHING);
  });

  it('is counted, but for what is switched off', async () => {
    await write(config('hooks.json'), { one: { Stop: [] }, two: { Stop: [] } });
    const off = { command: 'x', disabled: true };
    await write(config('mcp_config.json'), { McpServers: { on: { command: 'x' }, off, url: {} } });
    await write(config('plugins/one/plugin.json'));
    expect(await readOwnPrograms(home)).toEqual({ hooks: 2, servers: 2, plugins: 1, unreadable: [] });
  });

  it('is not known where a file cannot be read', async () => {
    await write(config('hooks.json'), '[]');
    await write(config('mcp_config.json'), '{');
    const { unreadable } = await readOwnPrograms(home);
    expect([...unreadable].sort()).toEqual([
      '~/.gemini/config/hooks.json',
      '~/.gemini/config/mcp_config.json',
    ]);
  });
});

describe('a note of agy’s own', () => {
  const own = (name: string) => join(home, '.gemini', 'antigravity-cli', name);
  const isNote = (path: string) => createIsNote(home)(path);

  it('lies below one of two folders, whether it is there or not', async () => {
    await write(own('brain/c/plan.md'));
    expect(['brain/c/plan.md', 'brain/d/e/new.md', 'scratch/x'].map((name) => isNote(own(name)))).toEqual([
      ...[true, true, true],
    ]);
  });

  it.each(['settings.json', 'brain', 'brain-2/x', 'brain/../settings.json', 'brain/../../../.bashrc'])(
    'is not %s',
    async (name) => {
      await mkdir(own('brain'), { recursive: true });
      expect(isNote(`${own('')}/${name}`)).toBe(false);
      expect(isNote(name)).toBe(false);
    },
  );

  it('is not where a link in there leads out, and is where the home itself is a link', async () => {
    await mkdir(own('brain'), { recursive: true });
    await symlink(workspace, own('brain/out'));
    expect(isNote(own('brain/out/x'))).toBe(false);
    const link = join(root, 'link');
    await symlink(home, link);
    expect(createIsNote(link)(own('brain/x'))).toBe(true);
    expect(createIsNote(home)(join(link, '.gemini/antigravity-cli/brain/x'))).toBe(true);
  });
});

describe('a workspace that is trusted', () => {
  const gather = (trustedWorkspaces: string[]) =>
    gatherProfile(
      { cwd: workspace },
      {
        environment: { variables: {}, platform: 'linux', homeDirectory: home, workingDirectory: home },
        trustedWorkspaces,
      },
    ).then(({ checks }) => checks.filter(({ passed }) => !passed).map(({ name }) => name));

  it('is the one that is named, by whatever name, and nothing below or above', async () => {
    await write(join(workspace, '.agents', 'hooks.json'));
    const link = join(root, 'link');
    await symlink(workspace, link);
    expect(await gather([])).toEqual(['repository programs']);
    expect(await gather([workspace])).toEqual([]);
    expect(await gather(['/nowhere', link])).toEqual([]);
    expect(await gather([dirname(workspace), join(workspace, 'src')])).toEqual(['repository programs']);
  });
});

describe('agyCommand', () => {
  const commandWith = (variables: Record<string, string>, workspacePath = workspace) =>
    agyCommand({
      executable: { path: '/usr/bin/agy', source: 'path' },
      workspacePath,
      environment: { variables, platform: 'linux', homeDirectory: home, workingDirectory: home },
      passVariables: [],
    });

  it('gives agy its own variables, no repository, no updater, and no search path that can be filled', async () => {
    const { file, cwd, env } = await commandWith({
      PATH: `.:/usr/bin:${workspace}/bin`,
      GOOGLE_CLOUD_PROJECT: 'p',
      GEMINI_API_KEY: 'k',
      AGY_CLI_DISABLE_AUTO_UPDATE: '1',
      GIT_DIR: workspace,
      OPENAI_API_KEY: 'other',
    });
    expect({ file, cwd, env }).toEqual({
      file: '/usr/bin/agy',
      cwd: workspace,
      env: {
        PATH: '/usr/bin',
        GOOGLE_CLOUD_PROJECT: 'p',
        GEMINI_API_KEY: 'k',
        AGY_CLI_DISABLE_AUTO_UPDATE: 'true',
        NO_COLOR: '1',
        GIT_DIR: devNull,
        COAGENT8_NESTED_TURN: '1',
      },
    });
  });

  it('names the workspace by its real path', async () => {
    const link = join(root, 'link');
    await symlink(workspace, link);
    expect((await commandWith({}, link)).cwd).toBe(workspace);
    expect((await commandWith({}, '/nowhere')).cwd).toBe('/nowhere');
  });
});

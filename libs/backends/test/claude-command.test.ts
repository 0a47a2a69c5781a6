import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { claudeCommand } from '../src/claude/command.js';
import { SETTINGS_MAX_BYTES } from '../src/claude/user-settings.js';

let home: string;
let workspace: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-command-')));
  workspace = join(home, 'projects', 'app');
  await mkdir(workspace, { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

/** Writes a file of the user's, below the home directory. */
async function write(name: string, content: string): Promise<string> {
  const file = join(home, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  return file;
}

function commandWith(variables: Record<string, string> = {}, passVariables: readonly string[] = []) {
  return claudeCommand({
    executable: { path: '/usr/bin/claude', source: 'path' },
    workspacePath: workspace,
    environment: { variables, platform: 'linux', homeDirectory: home, workingDirectory: home },
    passVariables,
  });
}

async function environmentOf(variables: Record<string, string>, passVariables?: readonly string[]) {
  return (await commandWith(variables, passVariables)).command.env;
}

describe('claudeCommand', () => {
  it('gives Claude Code the profile, whatever our own environment says', async () => {
    await write('.claude/settings.json', '{"env":{"HTTPS_PROXY":"of-the-settings"}}');
    const env = await environmentOf({
      ...{ PATH: `.:/usr/bin:${workspace}/bin`, TMPDIR: 'tmp', GIT_DIR: `${workspace}/.git` },
      ...{ CLAUDE_CODE_MAX_RETRIES: '99', CLAUDE_CODE_DISABLE_FILE_MENTIONS: '0', HTTPS_PROXY: 'ours' },
    });
    expect(env).toEqual({
      ...{ PATH: '/usr/bin', TMPDIR: '/tmp', GIT_DIR: '/dev/null', HTTPS_PROXY: 'of-the-settings' },
      CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1',
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
      CLAUDE_CODE_DISABLE_CRON: '1',
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      DISABLE_AUTOUPDATER: '1',
      COAGENT8_NESTED_TURN: '1',
    });
  });

  it.each([
    ...['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_USE_BEDROCK'],
    ...['MY_NAMED_KEY', 'CLAUDE_CODE_EXTRA_BODY_OF_MINE'],
  ])('passes %s', async (name) => {
    const named = ['MY_NAMED_KEY', 'CLAUDE_CODE_EXTRA_BODY_OF_MINE'];
    expect(await environmentOf({ [name]: '/x' }, named)).toHaveProperty(name, '/x');
  });

  it.each([
    ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_SSE_PORT'],
    ...['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'CLOUD_ML_REGION'],
    ...['CLAUDE_CODE_PLUGIN_DIRS', 'BUN_OPTIONS', 'NODE_OPTIONS'],
  ])('keeps %s', async (name) => {
    expect(await environmentOf({ [name]: 'x' })).not.toHaveProperty(name);
  });

  it('passes the names of a cloud where it is in use', async () => {
    const bedrock = { CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'r' };
    expect(await environmentOf({ ...bedrock, GOOGLE_API_KEY: 'g' })).toMatchObject(bedrock);
    expect(await environmentOf({ ...bedrock, GOOGLE_API_KEY: 'g' })).not.toHaveProperty('GOOGLE_API_KEY');
    const vertex = { CLAUDE_CODE_USE_VERTEX: '1', CLOUD_ML_REGION: 'r' };
    expect(await environmentOf(vertex)).toMatchObject(vertex);
  });

  it('keeps a folder for temporary files that is one', async () => {
    expect(await environmentOf({ TMPDIR: '/var/tmp' })).toHaveProperty('TMPDIR', '/var/tmp');
  });
});

describe('the user’s folder', () => {
  it.each(['.claude', '.', '../x'])('is not %s, which a repository could fill', async (folder) => {
    await expect(commandWith({ CLAUDE_CONFIG_DIR: folder })).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });

  it('is the one of the home directory where the variable is empty, which does not get through', async () => {
    await write('.claude/settings.json', '{"model":"sonnet"}');
    const { user, command } = await commandWith({ CLAUDE_CONFIG_DIR: '' });
    expect([user.model, 'CLAUDE_CONFIG_DIR' in command.env]).toEqual(['sonnet', false]);
  });

  it('does not lie in the workspace, nor lead there', async () => {
    await mkdir(join(workspace, '.claude'));
    await expect(commandWith({ CLAUDE_CONFIG_DIR: join(workspace, '.claude') })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      remedy: 'set CLAUDE_CONFIG_DIR to a folder outside of the workspace',
    });
    await symlink(join(workspace, '.claude'), join(home, '.claude'));
    await expect(commandWith()).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });

  it('may lie in a workspace that is the whole home', async () => {
    workspace = home;
    await write('.claude/settings.json', '{"apiKeyHelper":"echo key"}');
    expect((await commandWith()).user.apiKeyHelper).toBe('echo key');
  });
});

describe('the user’s settings', () => {
  it('are none where there is no file', async () => {
    expect((await commandWith()).user).toEqual({ proxy: {} });
  });

  it('are read past a byte order mark', async () => {
    await write('.claude/settings.json', '\uFEFF{"model":"haiku"}');
    expect((await commandWith()).user.model).toBe('haiku');
  });

  it('are read up to a size, and a larger file is told', async () => {
    const file = await write('.claude/settings.json', '{"model":"haiku"}'.padEnd(SETTINGS_MAX_BYTES));
    expect((await commandWith()).user.model).toBe('haiku');
    await write('.claude/settings.json', '{"model":"haiku"}'.padEnd(SETTINGS_MAX_BYTES + 1));
    await expect(commandWith()).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining(file),
    });
  });

  it('that are a pipe are not waited for', async () => {
    await mkdir(join(home, '.claude'));
    execFileSync('mkfifo', [join(home, '.claude', 'settings.json')]);
    await expect(commandWith()).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
  });

  it.each(['{"apiKeyHelper":"./steal"}', '{"env":{"HTTPS_PROXY":"http://x"}}'])(
    'that are a link into the workspace may not say %s',
    async (content) => {
      await writeFile(join(workspace, 'settings.json'), content);
      await mkdir(join(home, '.claude'));
      await symlink(join(workspace, 'settings.json'), join(home, '.claude', 'settings.json'));
      await expect(commandWith()).rejects.toMatchObject({ code: 'POLICY_DENIED' });
      await writeFile(join(workspace, 'settings.json'), '{"model":"haiku"}');
      expect((await commandWith()).user.model).toBe('haiku');
    },
  );
});

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { claudeCommand, requireSoundHome } from '../src/claude/claude-process.js';
import { readUserSettings, SETTINGS_MAX_BYTES } from '../src/claude/user-settings.js';

const environmentOf = (variables: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
  ({ variables, platform, homeDirectory: '/nowhere', workingDirectory: '/srv/app' }) as const;

async function environmentFor(variables: Record<string, string>, passVariables: readonly string[] = []) {
  const { env } = await claudeCommand(
    {
      executable: { path: '/usr/bin/claude', source: 'path' },
      workspacePath: '/srv/app',
      environment: environmentOf(variables),
      passVariables,
    },
    { proxy: { HTTPS_PROXY: 'of-the-settings' } },
  );
  return env;
}

describe('claudeCommand', () => {
  it('gives Claude Code the profile, whatever our own environment says', async () => {
    const env = await environmentFor({
      ...{ PATH: '.:/usr/bin:/srv/app/bin', TMPDIR: 'tmp', GIT_DIR: '/srv/app/.git', HTTPS_PROXY: 'ours' },
      ...{ CLAUDE_CODE_MAX_RETRIES: '99', CLAUDE_CODE_DISABLE_FILE_MENTIONS: '0' },
    });
    expect(env).toEqual({
      ...{ PATH: '/usr/bin', TMPDIR: '/tmp', GIT_DIR: '/dev/null', HTTPS_PROXY: 'of-the-settings' },
      CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1',
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
      CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      DISABLE_AUTOUPDATER: '1',
      COAGENT8_NESTED_TURN: '1',
    });
  });

  it.each([
    ...['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_USE_BEDROCK'],
    ...['DISABLE_TELEMETRY', 'MY_NAMED_KEY', 'CLAUDE_CODE_EXTRA_BODY_OF_MINE'],
  ])('passes %s', async (name) => {
    const named = ['MY_NAMED_KEY', 'CLAUDE_CODE_EXTRA_BODY_OF_MINE'];
    expect(await environmentFor({ [name]: '/x' }, named)).toHaveProperty(name, '/x');
  });

  it.each([
    ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_SSE_PORT'],
    ...['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'CLOUD_ML_REGION'],
    ...['CLAUDE_CODE_PLUGIN_DIRS', 'BUN_OPTIONS', 'NODE_OPTIONS'],
  ])('keeps %s', async (name) => {
    expect(await environmentFor({ [name]: 'x' })).not.toHaveProperty(name);
  });

  it('passes the names of a cloud where it is in use', async () => {
    const bedrock = { CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'r' };
    expect(await environmentFor({ ...bedrock, GOOGLE_API_KEY: 'g' })).toMatchObject(bedrock);
    expect(await environmentFor({ ...bedrock, GOOGLE_API_KEY: 'g' })).not.toHaveProperty('GOOGLE_API_KEY');
    const vertex = { CLAUDE_CODE_USE_VERTEX: '1', CLOUD_ML_REGION: 'r' };
    expect(await environmentFor(vertex)).toMatchObject(vertex);
  });

  it('keeps a folder for temporary files that is one', async () => {
    expect(await environmentFor({ TMPDIR: '/var/tmp' })).toHaveProperty('TMPDIR', '/var/tmp');
  });
});

describe('requireSoundHome', () => {
  it.each(['.claude', '.', '../x'])('refuses settings in %s', (folder) => {
    expect(() => requireSoundHome(environmentOf({ CLAUDE_CONFIG_DIR: folder }))).toThrow(
      expect.objectContaining({ code: 'POLICY_DENIED' }),
    );
  });

  it.each(['/srv/claude', ''])('takes CLAUDE_CONFIG_DIR=%j', (folder) => {
    expect(() => requireSoundHome(environmentOf({ CLAUDE_CONFIG_DIR: folder }))).not.toThrow();
  });
});

describe('readUserSettings', () => {
  it.each([
    [SETTINGS_MAX_BYTES, 'sonnet'],
    [SETTINGS_MAX_BYTES + 1, undefined],
  ])('of a file of %d bytes finds the model %s', async (bytes, model) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-settings-')));
    try {
      await writeFile(join(folder, 'settings.json'), '{"model":"sonnet"}'.padEnd(bytes));
      expect((await readUserSettings(environmentOf({ CLAUDE_CONFIG_DIR: folder }))).model).toBe(model);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of no file finds nothing', async () => {
    expect(await readUserSettings(environmentOf({}))).toEqual({ proxy: {} });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { codexCommand } from '../src/codex/command.js';

const commandWith = (variables: Record<string, string>) =>
  codexCommand({
    executable: { path: '/usr/bin/codex', source: 'path' },
    workspacePath: '/srv/app',
    environment: { variables, platform: 'linux', homeDirectory: '/nowhere', workingDirectory: '/srv/app' },
    passVariables: [],
  });

describe('codexCommand', () => {
  it('gives Codex no repository, and no search path that one can fill', async () => {
    const { cwd, env } = await commandWith({ PATH: '.:/usr/bin:/srv/app/bin', GIT_DIR: '/srv/app/.git' });
    expect({ cwd, env }).toEqual({
      cwd: '/srv/app',
      env: { PATH: '/usr/bin', GIT_DIR: '/dev/null', COAGENT8_NESTED_TURN: '1' },
    });
  });

  it.each(['.codex', '.', '../x'])('refuses settings in %s', async (home) => {
    await expect(commandWith({ CODEX_HOME: home })).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });

  it.each(['/srv/codex', ''])('takes CODEX_HOME=%j', async (home) => {
    expect((await commandWith({ CODEX_HOME: home })).file).toBe('/usr/bin/codex');
  });

  it('refuses settings that have commands run elsewhere, and keeps the address of such a place from Codex', async () => {
    const home = await mkdtemp(join(tmpdir(), 'coagent8-codex-'));
    try {
      const variables = { CODEX_HOME: home, CODEX_EXEC_SERVER_URL: 'ws://127.0.0.1:9' };
      expect((await commandWith(variables)).env).not.toHaveProperty('CODEX_EXEC_SERVER_URL');
      await writeFile(join(home, 'environments.toml'), '');
      await expect(commandWith(variables)).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    } finally {
      await rm(home, { recursive: true });
    }
  });
});

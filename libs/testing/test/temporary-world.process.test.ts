import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import {
  claudeBinary,
  codexBinary,
  createCanary,
  createClaudeHome,
  createCodexHome,
  createTempWorkspace,
} from '../src/index.js';
import type { TempWorkspace, TempWorkspaceOptions } from '../src/index.js';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function workspace(options?: TempWorkspaceOptions): Promise<TempWorkspace> {
  const created = await createTempWorkspace(options);
  cleanUps.push(created.remove);
  return created;
}

describe('createTempWorkspace', () => {
  it('writes the files, and removes everything', async () => {
    const { path, write, remove } = await workspace({ files: { 'a/b.txt': 'text' } });
    expect(readFileSync(join(path, 'a/b.txt'), 'utf8')).toBe('text');
    expect(readFileSync(await write('c/d.txt', 'more'), 'utf8')).toBe('more');
    await remove();
    expect(existsSync(path)).toBe(false);
  });

  it('makes the same first commit every time', async () => {
    const options = { files: { 'a.txt': 'text' }, git: true };
    const heads = [await workspace(options), await workspace(options)].map(({ git }) =>
      git('rev-parse', 'HEAD'),
    );
    expect(heads[0]).toBe(heads[1]);
  });

  it('lets git run nothing that the repository asks for', async () => {
    const traces = await workspace();
    const canary = createCanary(traces.path);
    const { path, git, write } = await workspace({ files: { 'a.txt': 'text' }, git: true });
    git('config', 'core.fsmonitor', canary.shellLine);
    await canary.plant(join(path, '.git/hooks/pre-commit'));
    await write('a.txt', 'changed');
    git('commit', '--all', '--message=Change');
    expect(await canary.traces()).toEqual([]);
  });
});

describe('createCanary', () => {
  it('tells each time it ran, as a command, as a shell line and as a planted program', async () => {
    const { path } = await workspace();
    const { command, args, shellLine, plant, fired, traces, reset } = createCanary(path);
    expect(await fired()).toBe(false);
    execFileSync(command, [...args, 'one']);
    execFileSync('/bin/sh', ['-c', `${shellLine} two`]);
    await plant(join(path, 'bin/git'));
    execFileSync(join(path, 'bin/git'), ['status', '--short']);
    expect(await traces()).toEqual(['ran one', 'ran two', 'ran status --short']);
    await reset();
    expect(await fired()).toBe(false);
  });

  it("stands a quote in the folder's name", async () => {
    const { path } = await workspace();
    mkdirSync(join(path, "it's"));
    const canary = createCanary(join(path, "it's"));
    execFileSync('/bin/sh', ['-c', canary.shellLine]);
    expect(await canary.fired()).toBe(true);
  });
});

describe('createCodexHome', () => {
  it('is a world of its own, with a temporary folder that does not hold CODEX_HOME', async () => {
    const { home, codexHome, temporaryDirectory, variables, remove } = await createCodexHome({
      modelServerUrl: 'http://127.0.0.1:1/v1',
      settings: 'approval_policy = "never"',
      tables: '[mcp_servers.x]\ncommand = "true"',
    });
    cleanUps.push(remove);
    expect(variables).toMatchObject({ HOME: home, CODEX_HOME: codexHome, TMPDIR: temporaryDirectory });
    expect(codexHome.startsWith(`${temporaryDirectory}/`)).toBe(false);
    expect(statSync(temporaryDirectory).isDirectory()).toBe(true);
    expect(variables['COAGENT8_PRICES_URL']).toBe(join(home, 'prices.json'));
    expect(existsSync(join(home, 'prices.json'))).toBe(true);
    const config = readFileSync(join(codexHome, 'config.toml'), 'utf8');
    expect(config.indexOf('approval_policy')).toBeLessThan(config.indexOf('[model_providers.loopback]'));
    expect(config).toContain('[mcp_servers.x]');
    await remove();
    expect(existsSync(home)).toBe(false);
  });
});

describe('createClaudeHome', () => {
  it('is a world of its own, with the settings of the user', async () => {
    const { home, configDirectory, variables, remove } = await createClaudeHome({
      modelServerUrl: 'http://127.0.0.1:1',
      settings: '{"model":"a-model"}',
      credential: 'none',
    });
    cleanUps.push(remove);
    expect(variables).toMatchObject({
      HOME: home,
      CLAUDE_CONFIG_DIR: configDirectory,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(Object.keys(variables).filter((name) => /KEY|TOKEN/.test(name))).toEqual([]);
    expect(statSync(variables['TMPDIR']!).isDirectory()).toBe(true);
    expect(readFileSync(join(configDirectory, 'settings.json'), 'utf8')).toBe('{"model":"a-model"}');
    await remove();
    expect(existsSync(home)).toBe(false);
  });

  it('has no settings but those that are given', async () => {
    const { configDirectory, remove } = await createClaudeHome({ modelServerUrl: 'http://127.0.0.1:1' });
    cleanUps.push(remove);
    expect(readdirSync(configDirectory)).toEqual([]);
  });
});

const PLATFORM = `${process.platform}-${process.arch}`;
describe.each([
  ['codexBinary', codexBinary, `@openai/codex-${PLATFORM}/vendor/a-triple/bin/codex`],
  ['claudeBinary', claudeBinary, `@anthropic-ai/claude-code-${PLATFORM}/claude`],
])('%s', (_name, find, place) => {
  it('finds the native binary of this platform, else says what installs it', async () => {
    const { path, write } = await workspace();
    expect(() => find(path)).toThrow('npm ci --prefix e2e/agents');
    const binary = await write(`node_modules/${place}`, '');
    expect(find(path)).toBe(binary);
  });
});

import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { LocateRequest } from '../src/backend.js';
import { locateExecutable, VSCODE_EXTENSION } from '../src/discovery/index.js';

let home: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-discovery-')));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const triple = `${machine}-unknown-linux-musl`;
const platformPackage = `@openai/codex-linux-${process.arch}`;

/** Folders of the whole machine are searched, too: one that has an agent there cannot miss it. */
const installed = ['/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'].some(
  (folder) => existsSync(join(folder, 'codex')) || existsSync(join(folder, 'agy')),
);
const itOnCleanMachine = installed ? it.skip : it;

/** Makes a program below the home directory. */
async function program(...parts: string[]): Promise<string> {
  const path = join(home, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, 0o755);
  return path;
}

async function link(target: string, ...parts: string[]): Promise<string> {
  const path = join(home, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
  return path;
}

function request(variables: Record<string, string> = {}, rest: Partial<LocateRequest> = {}): LocateRequest {
  return {
    environment: { variables, platform: 'linux', homeDirectory: home, workingDirectory: home },
    ...rest,
  };
}

describe('what is named', () => {
  it('is taken first by its variable', async () => {
    const [byVariable, byConfiguration] = [await program('a', 'codex'), await program('b', 'codex')];
    const found = await locateExecutable(
      'codex',
      request({ CODEX_PATH: byVariable }, { configuredExecutable: byConfiguration }),
    );
    expect(found).toEqual({ path: byVariable, source: 'environment' });
  });

  it('is taken from the configuration before PATH, also below ~/', async () => {
    const [configured, onPath] = [await program('b', 'codex'), await program('bin', 'codex')];
    const find = (configuredExecutable: string) =>
      locateExecutable('codex', request({ PATH: dirname(onPath) }, { configuredExecutable }));
    expect(await find(configured)).toEqual({ path: configured, source: 'configuration' });
    expect(await find('~/b/codex')).toEqual({ path: configured, source: 'configuration' });
  });

  it.each([
    ['/nowhere/codex', 'does not exist'],
    ['~/nowhere/codex', 'does not exist'],
    ['codex', 'is neither absolute nor below ~/'],
    ['~someone/codex', 'is neither absolute nor below ~/'],
  ])('as %s fails and never yields another', async (value, reason) => {
    const PATH = dirname(await program('bin', 'codex'));
    const message = expect.stringContaining(`names ${value}, which ${reason}`);
    await expect(
      locateExecutable('codex', request({ PATH }, { configuredExecutable: value })),
    ).rejects.toMatchObject({
      code: 'CLI_NOT_FOUND',
      message,
      remedy: 'correct backends.codex.executable or remove it',
    });
    await expect(locateExecutable('codex', request({ PATH, CODEX_PATH: value }))).rejects.toMatchObject({
      message,
      remedy: 'correct CODEX_PATH or remove it',
    });
  });

  it('has to be a program', async () => {
    const file = join(home, 'codex');
    await writeFile(file, 'text');
    await expect(locateExecutable('codex', request({ CODEX_PATH: file }))).rejects.toThrow(
      'is not executable',
    );
    await expect(locateExecutable('codex', request({ CODEX_PATH: home }))).rejects.toThrow('is not a file');
  });

  it('as the extension is its newest copy for this system', async () => {
    const copy = (version: string, platform: string) =>
      program('.vscode', 'extensions', `openai.chatgpt-${version}`, 'bin', platform, 'codex');
    await copy('0.9.1', `linux-${machine}`);
    await copy('0.10.0', 'macos-aarch64');
    const newest = await copy('0.10.0', `linux-${machine}`);
    const found = await locateExecutable('codex', request({}, { configuredExecutable: VSCODE_EXTENSION }));
    expect(found).toEqual({ path: newest, source: 'extension' });
  });

  it('as the extension fails where there is none', async () => {
    const PATH = dirname(await program('bin', 'codex'));
    const find = locateExecutable('codex', request({ PATH }, { configuredExecutable: VSCODE_EXTENSION }));
    await expect(find).rejects.toMatchObject({
      code: 'CLI_NOT_FOUND',
      message: expect.stringContaining('which has no copy for this system in ~/.vscode, '),
    });
  });
});

it('the rule that finds an executable is told, in the order of the rules', async () => {
  const variables = { CODEX_PATH: await program('a', 'codex'), PATH: dirname(await program('c', 'codex')) };
  const { CODEX_PATH: _, ...unnamed } = variables;
  const configuredExecutable = await program('b', 'codex');
  const extension = await program(
    ...['.vscode', 'extensions', 'openai.chatgpt-1.0.0', 'bin', `linux-${machine}`, 'codex'],
  );
  await program('.nvm', 'versions', 'node', 'v22.0.0', 'bin', 'codex');
  const sourceOf = async (...asked: Parameters<typeof request>) =>
    (await locateExecutable('codex', request(...asked))).source;
  expect(await sourceOf(variables, { configuredExecutable })).toBe('environment');
  expect(await sourceOf(unnamed, { configuredExecutable })).toBe('configuration');
  expect(await sourceOf(unnamed)).toBe('path');
  expect(await sourceOf({ ...unnamed, CODEX_PATH: '' })).toBe('path');
  expect(await sourceOf()).toBe('extension');
  await rm(extension);
  expect(await sourceOf()).toBe('official');
});

it('a host with a small PATH has its agents found where package managers put them', async () => {
  const PATH = join(home, 'bin-of-the-system');
  for (const [folder, variables] of [
    [['nvm', 'versions', 'node', 'v22.0.0', 'bin'], { NVM_DIR: join(home, 'nvm') }],
    [['fnm', 'node-versions', 'v22.0.0', 'installation', 'bin'], { FNM_DIR: join(home, 'fnm') }],
    [['volta', 'bin'], { VOLTA_HOME: join(home, 'volta') }],
    [['.bun', 'bin'], {}],
    [['.npm-packages', 'bin'], {}],
  ] as const) {
    const path = await program(...folder, 'claude');
    expect(await locateExecutable('claude', request({ PATH, ...variables }))).toEqual({
      path,
      source: 'official',
    });
    await rm(path);
  }
});

describe('what is searched', () => {
  it('is PATH, without the programs of the workspace', async () => {
    const [planted, mine] = [await program('work', 'bin', 'codex'), await program('bin', 'codex')];
    const PATH = [dirname(planted), dirname(mine)].join(delimiter);
    const found = await locateExecutable('codex', request({ PATH }, { workspacePath: join(home, 'work') }));
    expect(found).toEqual({ path: mine, source: 'path' });
  });

  it('is PATH, without the programs of the repository that the workspace is a part of', async () => {
    const [planted, mine] = [await program('repo', 'tools', 'codex'), await program('bin', 'codex')];
    await mkdir(join(home, 'repo', '.git'));
    const PATH = [dirname(planted), dirname(mine)].join(delimiter);
    const workspacePath = join(home, 'repo', 'packages', 'app');
    const found = await locateExecutable('codex', request({ PATH }, { workspacePath }));
    expect(found).toEqual({ path: mine, source: 'path' });
  });

  it.each([
    ['.cursor/extensions/openai.chatgpt-1.0.0/bin/', 'extension'],
    ['.nvm/versions/node/v22.1.0/bin', 'official'],
    ['.local/share/fnm/node-versions/v22.1.0/installation/bin', 'official'],
    ['.volta/bin', 'official'],
    ['.npm-global/bin', 'official'],
    ['.local/bin', 'official'],
  ])('is then ~/%s', async (folder, source) => {
    const path = await program(folder, ...(source === 'extension' ? [`linux-${machine}`] : []), 'codex');
    expect(await locateExecutable('codex', request())).toEqual({ path, source });
  });

  it('goes by the newest version of Node', async () => {
    await program('.nvm', 'versions', 'node', 'v9.0.0', 'bin', 'codex');
    const path = await program('.nvm', 'versions', 'node', 'v22.0.0', 'bin', 'codex');
    expect((await locateExecutable('codex', request())).path).toBe(path);
  });

  itOnCleanMachine('and not found says where', async () => {
    await expect(locateExecutable('codex', request())).rejects.toMatchObject({
      code: 'CLI_NOT_FOUND',
      message:
        'no codex command was found; tried CODEX_PATH (not set), backends.codex.executable (not set), codex on PATH, ' +
        'the extension openai.chatgpt in ~/.vscode, ~/.vscode-insiders, ~/.vscode-server, ~/.cursor, ' +
        'the folders of ~/.local/bin, Volta, nvm, fnm, npm, bun, Homebrew, /usr/local/bin',
      remedy: 'install it, or set CODEX_PATH or backends.codex.executable to its path',
    });
    await expect(locateExecutable('agy', request({}, { workspacePath: home }))).rejects.toThrow(
      /AGY_PATH \(not set\), .*, agy on PATH outside of the repository, the folders of .*, ~\/\.gemini\/bin, /,
    );
  });

  it('finds Claude in its extension and its variable', async () => {
    const path = await program(
      '.vscode',
      'extensions',
      'anthropic.claude-code-2.0.0',
      'resources',
      'native-binary',
      'claude',
    );
    expect(await locateExecutable('claude', request())).toEqual({ path, source: 'extension' });
    const named = await program('c', 'claude');
    expect((await locateExecutable('claude', request({ CLAUDE_PATH: named }))).path).toBe(named);
  });
});

describe('the Node wrapper of the npm package', () => {
  const modules = ['lib', 'node_modules'];

  async function wrapper(): Promise<string> {
    const script = await program(...modules, '@openai', 'codex', 'bin', 'codex.js');
    return link(script, 'bin', 'codex');
  }
  const locate = async (hit: string) =>
    (await locateExecutable('codex', request({ PATH: dirname(hit) }))).path;

  it.each([
    ['inside the package', ['@openai', 'codex', 'node_modules', platformPackage, 'vendor', triple, 'bin']],
    ['beside the package', [platformPackage, 'vendor', triple, 'bin']],
    ['in the folder of older versions', [platformPackage, 'vendor', triple, 'codex']],
    ['in the one package of the oldest', ['@openai', 'codex', 'vendor', triple, 'codex']],
  ])('stands for the native program %s', async (_, folder) => {
    const hit = await wrapper();
    const native = await program(...modules, ...folder, 'codex');
    expect(await locate(hit)).toBe(native);
  });

  it('does not stand for the program of another system', async () => {
    const hit = await wrapper();
    await program(...modules, '@openai', 'codex', 'vendor', `${machine}-apple-darwin`, 'codex', 'codex');
    expect(await locate(hit)).toBe(hit);
  });

  it('is itself where nothing is behind it', async () => {
    const hit = await wrapper();
    expect(await locate(hit)).toBe(hit);
  });

  it('is seen through where it is named, too', async () => {
    const hit = await wrapper();
    const native = await program(...modules, platformPackage, 'vendor', triple, 'bin', 'codex');
    expect((await locateExecutable('codex', request({ CODEX_PATH: hit }))).path).toBe(native);
  });
});

import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { locateExecutable } from '../src/discovery/executable.js';

const modules = ['lib', 'node_modules', '@anthropic-ai'];
const platformPackage = `claude-code-${process.platform}-${process.arch}`;
const STUB = 'echo "not installed" >&2\nexit 1\n';
/** As large as no script is. */
const PROGRAM = 'x'.repeat(64 * 1024 + 1);

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-claude-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function file(content: string, ...parts: string[]): Promise<string> {
  const path = join(root, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

async function command(target: string): Promise<string> {
  const path = join(root, 'bin', 'claude');
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
  return path;
}

async function locate(variables: Record<string, string>): Promise<string> {
  const environment = { variables, platform: process.platform, homeDirectory: root, workingDirectory: '/' };
  return (await locateExecutable('claude', { environment })).path;
}

describe('the npm package of Claude Code', () => {
  it('is its own program once its install script has run', async () => {
    const own = await file(PROGRAM, ...modules, 'claude-code', 'bin', 'claude.exe');
    await file(PROGRAM, ...modules, platformPackage, 'claude');
    const hit = await command(own);
    expect(await locate({ PATH: dirname(hit) })).toBe(own);
  });

  it.each([
    ['beside it', [platformPackage]],
    ['inside it', ['claude-code', 'node_modules', '@anthropic-ai', platformPackage]],
    ['beside it, for musl', [`${platformPackage}-musl`]],
  ])('stands for the package of the platform %s where scripts are off', async (_, folder) => {
    const stub = await file(STUB, ...modules, 'claude-code', 'bin', 'claude.exe');
    const program = await file(PROGRAM, ...modules, ...folder, 'claude');
    const hit = await command(stub);
    expect(await locate({ PATH: dirname(hit) })).toBe(program);
    expect(await locate({ CLAUDE_PATH: stub })).toBe(program);
  });

  it('is seen through by its Node wrapper, too', async () => {
    const wrapper = await file('', ...modules, 'claude-code', 'cli-wrapper.cjs');
    const program = await file(PROGRAM, ...modules, platformPackage, 'claude');
    expect(await locate({ CLAUDE_PATH: wrapper })).toBe(program);
  });

  it('does not stand for the program of another system, nor for one that is not there', async () => {
    const stub = await file(STUB, ...modules, 'claude-code', 'bin', 'claude.exe');
    const hit = await command(stub);
    await file(PROGRAM, ...modules, 'claude-code-plan9-mips', 'claude');
    expect(await locate({ PATH: dirname(hit) })).toBe(hit);
  });

  it('is not what a program of the same name elsewhere is', async () => {
    const program = await file(STUB, 'elsewhere', 'claude');
    await file(PROGRAM, ...modules, platformPackage, 'claude');
    expect(await locate({ CLAUDE_PATH: program })).toBe(program);
  });
});

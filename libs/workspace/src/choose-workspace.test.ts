import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { chooseWorkspace } from './choose-workspace.js';
import type { WorkspaceFacts } from './choose-workspace.js';

const ROOT = parse(tmpdir()).root;

let world: string;

beforeEach(async () => {
  world = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-choose-')));
  for (const folder of ['home/project/deep/er', 'other', 'one', 'two'])
    await mkdir(join(world, folder), { recursive: true });
  await writeFile(join(world, 'file'), '');
  await symlink(join(world, 'other'), join(world, 'link'));
});

afterEach(() => rm(world, { recursive: true, force: true }));

const at = (...parts: string[]) => join(world, ...parts);

const choose = (facts: Partial<WorkspaceFacts>) =>
  chooseWorkspace({
    roots: [],
    directory: at('home/project'),
    homeDirectory: at('home'),
    platform: process.platform,
    ...facts,
  });

const inputLimit = (...parts: string[]) =>
  expect.objectContaining({
    code: 'INPUT_LIMIT',
    message: expect.stringMatching(
      new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')),
    ),
    remedy: expect.any(String),
  });

describe('a named folder', () => {
  it('wins over roots and directory, by its canonical name', async () => {
    const facts = { explicitPath: at('link', '..', 'link'), roots: [at('one')] };
    expect(await choose(facts)).toEqual({ path: at('other'), source: 'explicit' });
  });

  it.each(['home', ROOT, ROOT === '/' ? '/usr' : 'C:\\Windows'])(
    'may be %s, which is never chosen by itself',
    async (name) => {
      const explicitPath = name === 'home' ? at('home') : name;
      expect(await choose({ explicitPath })).toEqual({
        path: await realpath(explicitPath),
        source: 'explicit',
      });
    },
  );

  it.each(['project', './project', '../project', '~/project', ''])(
    'is refused when relative: %j',
    async (explicitPath) => {
      await expect(choose({ explicitPath })).rejects.toEqual(
        inputLimit(`"${explicitPath}"`, 'not an absolute path'),
      );
    },
  );

  it.each([
    ['gone', 'does not exist'],
    ['file', 'is not a folder'],
    ['file/below', 'does not exist'],
    ['n'.repeat(300), 'cannot be read (ENAMETOOLONG)'],
    ['nul\0', 'cannot be read (ERR_INVALID_ARG_VALUE)'],
  ])('is refused when it is no folder: %j', async (name, reason) => {
    await expect(choose({ explicitPath: `${world}/${name}` })).rejects.toEqual(
      inputLimit('workspace_path', reason),
    );
  });

  it('is shown on one line of bounded length', async () => {
    const failure = await choose({ explicitPath: `${world}/a\n\u001b[2J${'b'.repeat(100_000)}` }).catch(
      (error: Error) => error,
    );
    expect(failure).toHaveProperty('message', expect.stringMatching(/^[^\p{Cc}]{1,400}$/u));
  });
});

describe('roots', () => {
  it('takes the only one, wherever the directory is', async () => {
    expect(await choose({ roots: [at('link')] })).toEqual({ path: at('other'), source: 'root' });
  });

  it('takes the deepest that holds the directory', async () => {
    const roots = [at('home/project'), at('one'), at('home/project/deep')];
    expect(await choose({ roots, directory: at('home/project/deep/er') })).toEqual({
      path: at('home/project/deep'),
      source: 'root',
    });
    expect((await choose({ roots })).path).toBe(at('home/project'));
  });

  it('does not take a neighbour with the same beginning for a root that holds the directory', async () => {
    await mkdir(at('one-more'));
    await expect(choose({ roots: [at('one'), at('two')], directory: at('one-more') })).rejects.toEqual(
      inputLimit(),
    );
  });

  it('asks when several are left and none holds the directory, and lists them', async () => {
    const asked = choose({ roots: [at('one'), at('two')] });
    await expect(asked).rejects.toEqual(inputLimit('2 folders', at('one'), at('two')));
    await expect(asked).rejects.toMatchObject({ remedy: expect.stringContaining('workspace_path') });
  });

  it('lists ten at most', async () => {
    const roots = Array.from({ length: 12 }, (_, index) => at(`root${index + 10}`));
    for (const root of roots) await mkdir(root);
    await expect(choose({ roots })).rejects.toEqual(inputLimit('12 folders', 'root19', 'and 2 more'));
  });

  it('counts one folder once, by whatever names', async () => {
    expect((await choose({ roots: [at('other'), at('link'), at('other/')] })).path).toBe(at('other'));
  });

  it.each([['gone'], ['file'], ['home'], ['.'], [undefined]])(
    'passes over a root that cannot be one: %s',
    async (name) => {
      const useless = name === undefined ? 'relative' : at(name);
      expect(await choose({ roots: [useless, at('one')] })).toEqual({ path: at('one'), source: 'root' });
      expect(await choose({ roots: [useless] })).toEqual({ path: at('home/project'), source: 'directory' });
    },
  );
});

describe('the directory', () => {
  it('is the last resort, by its canonical name', async () => {
    expect(await choose({ directory: at('link') })).toEqual({ path: at('other'), source: 'directory' });
  });

  it.each([
    ['home', 'which is the home directory'],
    ['.', 'which is a folder above the home directory'],
    ['gone', 'which is not a folder'],
  ])('is refused: %s', async (name, reason) => {
    await expect(choose({ directory: at(name) })).rejects.toEqual(inputLimit(at(name), reason));
  });

  it('is refused when it is a file system root', async () => {
    await expect(choose({ directory: ROOT })).rejects.toEqual(inputLimit('a file system root'));
  });

  it('is refused when it is the home directory behind a link', async () => {
    await symlink(at('home'), at('home-link'));
    const refused = inputLimit('the home directory');
    await expect(choose({ directory: at('home-link') })).rejects.toEqual(refused);
    await expect(choose({ directory: at('home'), homeDirectory: at('home-link') })).rejects.toEqual(refused);
  });

  it('does not need the home directory to exist', async () => {
    expect((await choose({ homeDirectory: at('nobody') })).path).toBe(at('home/project'));
  });
});

import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { findOnPath } from './resolve-command.js';

const NAME = 'coagent8-agent';

let root: string;
let [first, second, workspace] = ['', '', ''];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-path-')));
  [first, second, workspace] = [join(root, 'first'), join(root, 'second'), join(root, 'workspace')];
  for (const folder of [first, second, workspace]) {
    await mkdir(folder);
    await writeFile(join(folder, NAME), '');
    await chmod(join(folder, NAME), 0o755);
  }
});

afterAll(() => rm(root, { recursive: true }));

const pathOf = (...folders: string[]) => folders.join(delimiter);

describe('findOnPath', () => {
  it('gives all hits in the order of PATH, each once', async () => {
    const found = await findOnPath(NAME, { path: pathOf(second, first, `${second}/`, second) });
    expect(found).toEqual([join(second, NAME), join(first, NAME)]);
  });

  it('finds nothing where there is nothing', async () => {
    expect(await findOnPath('coagent8-nothing', { path: pathOf(first) })).toEqual([]);
    expect(await findOnPath(NAME, { path: '' })).toEqual([]);
    expect(await findOnPath('', { path: first })).toEqual([]);
  });

  it('passes over what cannot be run', async () => {
    await writeFile(join(first, 'data'), '', { mode: 0o644 });
    await mkdir(join(first, 'folder'));
    expect(await findOnPath('data', { path: first })).toEqual([]);
    expect(await findOnPath('folder', { path: first })).toEqual([]);
  });

  it('looks into absolute folders only', async () => {
    expect(await findOnPath(join(first, NAME), { path: first })).toEqual([]);
    expect(await findOnPath(`./${NAME}`, { path: first })).toEqual([]);
    const fromHere = relative(process.cwd(), first);
    expect(await findOnPath(NAME, { path: pathOf('', '.', fromHere, second) })).toEqual([join(second, NAME)]);
  });

  it('drops what lies in an excluded folder, however it is reached', async () => {
    const door = join(root, 'door');
    await symlink(workspace, door);
    const links = join(root, 'links');
    await mkdir(links);
    await symlink(join(workspace, NAME), join(links, NAME));
    const path = pathOf(workspace, door, links, first);
    expect(await findOnPath(NAME, { path, exclude: [workspace] })).toEqual([join(first, NAME)]);
    expect(await findOnPath(NAME, { path, exclude: [door] })).toEqual([join(first, NAME)]);
  });

  it('drops a link in an excluded folder that leads out of it', async () => {
    const planted = join(workspace, 'bin');
    await mkdir(planted);
    await symlink(join(second, NAME), join(planted, NAME));
    expect(await findOnPath(NAME, { path: planted, exclude: [workspace] })).toEqual([]);
  });

  it('keeps a neighbour whose name begins alike', async () => {
    const neighbour = join(root, 'workspace-2');
    await mkdir(neighbour);
    await writeFile(join(neighbour, NAME), '');
    await chmod(join(neighbour, NAME), 0o755);
    const found = await findOnPath(NAME, { path: neighbour, exclude: [workspace] });
    expect(found).toEqual([join(neighbour, NAME)]);
  });
});

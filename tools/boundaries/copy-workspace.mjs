/** Workspaces for the tests of the tools, outside the clone: files as they are now, packages by links. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { read, ROOT } from '../gate/run.mjs';
import { folderOf, LAW, packageOf } from './graph.mjs';

/** What a workspace needs so that Nx and ESLint see it as they see this one. */
export const ROOT_FILES = [
  'eslint.config.mjs',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tools/boundaries/graph.mjs',
  'tsconfig.base.json',
];

/**
 * @param {readonly string[]} files - Relative to the clone.
 * @returns {string} A new folder that holds copies of them and links to the installed packages. The caller removes it.
 */
export function copyWorkspace(files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ca8-workspace-')));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  linkPackages(join(folder, 'node_modules'));
  for (const room of Object.keys(LAW)) linkNestedPackages(folder, room);
  return folder;
}

/**
 * What npm installed for one room alone, because the top has another version.
 * @param {string} folder
 * @param {string} room
 */
function linkNestedPackages(folder, room) {
  const nested = join(folderOf(room), 'node_modules');
  if (!existsSync(join(ROOT, nested))) return;
  mkdirSync(join(folder, folderOf(room)), { recursive: true });
  symlinkSync(join(ROOT, nested), join(folder, nested));
}

/**
 * Links every installed package, but the rooms to the folders of the new workspace: a link to `node_modules` as a
 * whole would lead from there back into the clone.
 * @param {string} target
 */
function linkPackages(target) {
  const installed = join(ROOT, 'node_modules');
  mkdirSync(join(target, '@coagent8'), { recursive: true });
  const rooms = Object.keys(LAW).map((room) => ({ room, name: packageOf(room) }));
  const isRoom = (/** @type {string} */ name) =>
    name === '@coagent8' || rooms.some((room) => room.name === name);
  for (const name of readdirSync(installed)) {
    if (!isRoom(name) && name !== '.package-lock.json')
      symlinkSync(join(installed, name), join(target, name));
  }
  for (const { room, name } of rooms)
    symlinkSync(join('..', name.includes('/') ? '..' : '', folderOf(room)), join(target, name));
}

/**
 * Makes the workspace a git repository with one commit on `main` that holds all its files.
 * @param {string} workspace
 */
export function commitAll(workspace) {
  const git = (/** @type {readonly string[]} */ ...args) => read('git', args, { cwd: workspace });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=all');
}

/**
 * The environment in which Nx works on that workspace alone, and has ended when its process has.
 * @param {string} workspace
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(workspace) {
  return {
    ...process.env,
    NODE_OPTIONS: '',
    NX_ISOLATE_PLUGINS: 'false',
    NX_CACHE_DIRECTORY: join(workspace, '.nx', 'cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(workspace, '.nx', 'data'),
  };
}

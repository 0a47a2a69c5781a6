/** Proves on a copy of the repository that a change retests the rooms that depend on it, and no others. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { listFiles, read, ROOT } from '../gate/run.mjs';
import { commitAll, copyWorkspace, environmentOf } from './copy-workspace.mjs';
import { folderOf, LAW, packageOf } from './graph.mjs';

const ROOMS = Object.keys(LAW).filter((room) => existsSync(join(ROOT, folderOf(room))));

/** @type {string} */
let workspace;

beforeAll(() => {
  workspace = copyWorkspace(listFiles());
  commitAll(workspace);
});
afterEach(() => void read('git', ['checkout', '--quiet', '.'], { cwd: workspace }));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** Projects that Nx would run again, by name. */
function affected() {
  const env = environmentOf(workspace);
  return JSON.parse(
    read('nx', ['show', 'projects', '--affected', '--base=HEAD', '--json'], { cwd: workspace, env }),
  ).sort();
}

/** @param {string} room */
const sourceOf = (room) =>
  String(listFiles().find((file) => file.startsWith(`${folderOf(room)}/src/`) && !/\.test\.ts$/.test(file)));
/** @param {string} file */
const change = (file) => appendFileSync(join(workspace, file), '\n');

/**
 * A room and, by their manifests, all that depend on it.
 * @param {string} room
 * @returns {string[]}
 */
function withDependents(room) {
  const found = new Set([room]);
  for (const dependency of found) {
    for (const dependent of ROOMS.filter((other) => dependsOn(other, dependency))) found.add(dependent);
  }
  return [...found].sort();
}

/**
 * @param {string} room
 * @param {string} dependency
 */
function dependsOn(room, dependency) {
  const manifest = JSON.parse(readFileSync(join(ROOT, folderOf(room), 'package.json'), 'utf8'));
  return packageOf(dependency) in { ...manifest.dependencies, ...manifest.devDependencies };
}

describe('a change', () => {
  it('of workspace affects the rooms above it', () => {
    change('libs/workspace/src/index.ts');
    expect(affected()).toEqual(['cli', 'execution', 'server', 'workspace']);
  });

  it.each(ROOMS)('of %s affects its dependents', (room) => {
    change(sourceOf(room));
    expect(affected()).toEqual(withDependents(room));
  });

  it('of a program that a test starts affects its room', () => {
    const fixture = String(listFiles().find((file) => /^libs\/.*\/test\/fixtures\//.test(file)));
    change(fixture);
    expect(affected()).toContain(fixture.split('/')[1]);
  });

  it('of the README at the root affects none', () => {
    change('README.md');
    expect(affected()).toEqual([]);
  });

  it('of the law affects all', () => {
    change('tools/boundaries/graph.mjs');
    expect(affected()).toEqual([...ROOMS].sort());
  });
});

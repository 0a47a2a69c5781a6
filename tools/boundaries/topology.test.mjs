/** Holds the folders, manifests and configurations of the rooms to the law. What the sources import is for lint. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { listFiles, read, ROOT } from '../gate/run.mjs';
import { folderOf, importsOf, LAW, packageOf, rowOf, tagOf } from './graph.mjs';

const files = listFiles();
const rooms = ['libs', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
);
const ROOMS = rooms.map((folder) => folder.replace(/.*\//, ''));
const LIBRARIES = ROOMS.filter((room) => !rowOf(room).app);
const APPLICATIONS = ROOMS.filter((room) => rowOf(room).app);

const text = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
const json = (/** @type {string} */ file) => JSON.parse(text(file));
const manifestOf = (/** @type {string} */ room) => json(`${folderOf(room)}/package.json`);
const roomOf = (/** @type {string} */ name) => ROOMS.find((room) => packageOf(room) === name);
const lock = json('package-lock.json').packages;

/** @param {Record<string, string>} [dependencies] */
function split(dependencies = {}) {
  const names = Object.keys(dependencies);
  return {
    internal: names.filter((name) => roomOf(name)).map((name) => String(roomOf(name))),
    external: names.filter((name) => !roomOf(name)),
  };
}

describe('the law', () => {
  it('lets no room import an application', () => {
    const imported = Object.keys(LAW).flatMap(importsOf);
    expect(imported.filter((room) => rowOf(room).app)).toEqual([]);
  });

  it('lets no production code import the testing room', () => {
    expect(Object.keys(LAW).filter((room) => importsOf(room).includes('testing'))).toEqual([]);
  });

  it('has no cycle', () => {
    const visit = (/** @type {string} */ room, /** @type {readonly string[]} */ path) => {
      expect(path).not.toContain(room);
      for (const next of importsOf(room)) visit(next, [...path, room]);
    };
    for (const room of Object.keys(LAW)) visit(room, []);
  });

  it('has a row for every folder of libs and apps, in the right group', () => {
    expect(rooms).toEqual(ROOMS.map(folderOf));
  });
});

describe.each(ROOMS)('%s', (room) => {
  const manifest = manifestOf(room);
  const folder = folderOf(room);
  const runtime = split(manifest.dependencies);
  const development = split(manifest.devDependencies);

  it('names itself, its project and its tags by the law', () => {
    expect(manifest).toMatchObject({
      name: packageOf(room),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/\S/),
      license: 'MIT',
      type: 'module',
      engines: { node: json('package.json').engines.node },
    });
    expect(manifest.private).toBe(rowOf(room).private);
    expect(manifest.nx.name).toBe(room);
    expect(manifest.nx.tags).toEqual([tagOf(room), `type:${rowOf(room).app ? 'app' : 'lib'}`]);
  });

  it('depends on no room that the law does not open', () => {
    expect(importsOf(room)).toEqual(expect.arrayContaining(runtime.internal));
    expect(['testing']).toEqual(expect.arrayContaining(development.internal));
  });

  it('depends on no package that the law does not open', () => {
    const opened = rowOf(room).packages.map((name) => new RegExp(`^${name.replace('*', '.+')}$`));
    expect(runtime.external.filter((name) => !opened.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  it('pins what it depends on: rooms to their version, packages to the one in the lockfile', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const expected = Object.keys(versions).map((name) => {
      const inRoom = lock[`${folder}/node_modules/${name}`] ?? lock[`node_modules/${name}`];
      const dependency = roomOf(name);
      return [name, dependency ? manifestOf(dependency).version : inRoom?.version];
    });
    expect(versions).toEqual(Object.fromEntries(expected));
  });

  it('declares the testing room when its tests import it', () => {
    const tests = files.filter(
      (file) => file.startsWith(`${folder}/`) && /\.test\.ts$|\/test\/.*\.ts$/.test(file),
    );
    const isUsed = tests.some((file) =>
      /from '@coagent8\/testing'|import\('@coagent8\/testing'\)/.test(text(file)),
    );
    expect(development.internal.includes('testing')).toBe(isUsed);
  });

  it('references in TypeScript exactly the rooms that it depends on', () => {
    const references = json(`${folder}/tsconfig.lib.json`).references ?? [];
    const dependencies = [...runtime.internal, ...development.internal];
    const expected = dependencies.map((dependency) => `../../${folderOf(dependency)}/tsconfig.lib.json`);
    const paths = references.map((/** @type {{ path: string }} */ { path }) =>
      path.replace(/^\.\.\/(?!\.\.\/)/, `../../${folder.split('/')[0]}/`),
    );
    expect(paths.sort()).toEqual(expected.sort());
    expect(json(`${folder}/tsconfig.json`)).toMatchObject({
      extends: '../../tsconfig.base.json',
      references: [{ path: './tsconfig.lib.json' }, { path: './tsconfig.spec.json' }],
    });
  });

  it('is linted and tested by the rules of the house, without exceptions of its own', () => {
    expect(text(`${folder}/eslint.config.mjs`)).toBe(
      `import { lawFor } from '../../eslint.config.mjs';\n\nexport default lawFor('${room}');\n`,
    );
    expect(text(`${folder}/jest.config.cjs`)).toBe(
      `module.exports = { displayName: '${room}', preset: '../../jest.preset.cjs' };\n`,
    );
  });

  it('silences no rule of the law', () => {
    const guarded = /@nx\/|no-restricted|no-require|no-console|no-eval|no-new-func|triple-slash/;
    const sources = files.filter((file) => file.startsWith(`${folder}/src/`) && /\.[cm]?[jt]s$/.test(file));
    const silenced = sources.flatMap((file) =>
      text(file)
        .split('\n')
        .filter(
          (line) =>
            /eslint-disable/.test(line) && (guarded.test(line) || !/eslint-disable\S* [@\w]/.test(line)),
        )
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(silenced).toEqual([]);
  });

  it('holds TypeScript only', () => {
    const others = files.filter((file) => file.startsWith(`${folder}/src/`) && !file.endsWith('.ts'));
    expect(others).toEqual([]);
  });
});

describe.each(LIBRARIES)('%s, as a library', (room) => {
  it('exports its index and the subpaths of the law, each with source, types and default', () => {
    const { exports, main, types, files: published } = manifestOf(room);
    const door = (/** @type {string} */ file) => ({
      '@coagent8/source': `./src/${file}.ts`,
      types: `./dist/${file}.d.ts`,
      default: `./dist/${file}.js`,
    });
    const opened = Object.entries(rowOf(room).subpaths ?? {});
    const subpaths = opened.map(([name, file]) => [`./${name}`, door(file)]);
    const expected = {
      './package.json': './package.json',
      '.': door('index'),
      ...Object.fromEntries(subpaths),
    };
    expect(exports).toEqual(expected);
    // Node and TypeScript take the first condition that fits.
    for (const conditions of Object.values(exports).filter((value) => typeof value === 'object')) {
      expect(Object.keys(conditions)).toEqual(['@coagent8/source', 'types', 'default']);
    }
    expect({ main, types }).toEqual({ main: './dist/index.js', types: './dist/index.d.ts' });
    expect(published).toEqual(['dist', '!**/*.tsbuildinfo']);
    for (const file of ['index', ...opened.map(([, path]) => path)]) {
      expect(files).toContain(`${folderOf(room)}/src/${file}.ts`);
    }
  });
});

describe.each(APPLICATIONS)('%s, as an application', (room) => {
  it('exports nothing', () => {
    const { exports, main, types } = manifestOf(room);
    expect({ exports, main, types }).toEqual({});
  });
});

describe('the workspace', () => {
  it('references every room in TypeScript', () => {
    const paths = json('tsconfig.json').references.map((/** @type {{ path: string }} */ { path }) => path);
    expect(paths.sort()).toEqual(rooms.map((folder) => `./${folder}`).sort());
  });

  it('configures its projects in package.json alone', () => {
    expect(files.filter((file) => /(^|\/)(project|workspace)\.json$/.test(file))).toEqual([]);
  });

  it('is, for Nx, these rooms and nothing else, each with the four targets that the gates run', () => {
    const projects = JSON.parse(read('nx', ['show', 'projects', '--json']));
    expect(projects.sort()).toEqual([...ROOMS].sort());
    for (const target of ['lint', 'typecheck', 'test', 'build']) {
      const withTarget = JSON.parse(read('nx', ['show', 'projects', `--with-target=${target}`, '--json']));
      expect({ target, projects: withTarget.sort() }).toEqual({ target, projects: [...ROOMS].sort() });
    }
  });
});

/**
 * Proves that each way to break the law fails lint, and that what the law allows passes: one small workspace with
 * every room of the law, one file a form, one run of ESLint.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { read } from '../gate/run.mjs';
import { copyWorkspace, environmentOf, ROOT_FILES } from './copy-workspace.mjs';
import { folderOf, importsOf, LAW, packageOf, rowOf, tagOf } from './graph.mjs';

const NX = '@nx/enforce-module-boundaries';
const IMPORTS = '@typescript-eslint/no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';

/**
 * Room, form, code, and what ESLint says: the rule, with Nx's the message, too. `workspace` may import contracts and
 * runtime, and no package.
 * @type {readonly (readonly [room: string, form: string, code: string, rule: string, messageId?: string])[]}
 */
const FORBIDDEN = [
  // A room that the law does not open.
  [
    'workspace',
    'value import',
    `import { word } from '@coagent8/config';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  ['workspace', 'side-effect import', `import '@coagent8/config';`, NX, 'onlyTagsConstraintViolation'],
  [
    'workspace',
    'import type',
    `import type { Word } from '@coagent8/config';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  [
    'workspace',
    'inline type',
    `import { type Word } from '@coagent8/config';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  ['workspace', 'export star', `export * from '@coagent8/config';`, NX, 'onlyTagsConstraintViolation'],
  ['workspace', 'export from', `export { word } from '@coagent8/config';`, NX, 'onlyTagsConstraintViolation'],
  [
    'workspace',
    'export type from',
    `export type { Word } from '@coagent8/config';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  ['workspace', 'require', `require('@coagent8/config');`, NX, 'onlyTagsConstraintViolation'],
  ['workspace', 'dynamic import', `await import('@coagent8/sessions');`, NX, 'onlyTagsConstraintViolation'],
  ['workspace', 'dynamic import, by door', `await import('@coagent8/sessions');`, SYNTAX],
  ['workspace', 'template import', 'await import(`@coagent8/sessions`);', SYNTAX],
  ['workspace', 'computed import', `await import('@coagent8/' + 'config');`, SYNTAX],
  ['workspace', 'type query', `export type T = import('@coagent8/sessions').Word;`, SYNTAX],
  ['workspace', 'typeof import', `export type T = typeof import('@coagent8/sessions');`, SYNTAX],
  ['workspace', 'import equals', `import room = require('@coagent8/config');`, SYNTAX],
  ['workspace', 'createRequire', `import { createRequire } from 'node:module';`, SYNTAX],
  [
    'workspace',
    'createRequire of a namespace',
    `import * as m from 'node:module'; m.createRequire(import.meta.url)('@coagent8/config');`,
    SYNTAX,
  ],
  [
    'workspace',
    'relative path into a room',
    `import { word } from '../../config/src/index.js';`,
    NX,
    'noRelativeOrAbsoluteImportsAcrossLibraries',
  ],
  ['workspace', 'own name', `import { word } from '@coagent8/workspace';`, NX, 'noSelfCircularDependencies'],
  ['workspace', 'application', `import { word } from '@coagent8/server';`, NX, 'noTransitiveDependencies'],
  [
    'workspace',
    'testing room',
    `import { word } from '@coagent8/testing';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  ['contracts', 'cycle', `import { word } from '@coagent8/security';`, NX, 'noCircularDependencies'],
  [
    'server',
    'setup world',
    `import { word } from '@coagent8/integrations';`,
    NX,
    'onlyTagsConstraintViolation',
  ],
  // A room that is open, not by its door.
  ['workspace', 'source of a room', `import { word } from '@coagent8/contracts/src/index.js';`, IMPORTS],
  ['server', 'build of a room', `import { word } from '@coagent8/contracts/dist/index.js';`, IMPORTS],
  ['integrations', 'whole room for a subpath', `import { word } from '@coagent8/backends';`, IMPORTS],
  ['integrations', 'whole room, its types', `import type { Word } from '@coagent8/backends';`, IMPORTS],
  ['integrations', 'whole room, dynamic', `await import('@coagent8/backends');`, SYNTAX],
  // A package with its door in another room.
  [
    'workspace',
    'SDK',
    `import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';`,
    NX,
    'bannedExternalImportsViolation',
  ],
  ['workspace', 'SDK, its types', `import type { Tool } from '@modelcontextprotocol/sdk/types.js';`, IMPORTS],
  ['server', 'execa', `import { execa } from 'execa';`, NX, 'bannedExternalImportsViolation'],
  ['server', 'execa, dynamic', `await import('execa');`, NX, 'bannedExternalImportsViolation'],
  ['server', 'execa, its types', `import type { Options } from 'execa';`, IMPORTS],
  ['runtime', 'zod', `import { z } from 'zod';`, NX, 'bannedExternalImportsViolation'],
  ['server', 'vscode', `import { window } from 'vscode';`, IMPORTS],
  ['server', 'vscode, its types', `import type { Uri } from 'vscode';`, IMPORTS],
  [
    'server',
    'vscode, by reference',
    `/// <reference types="vscode" />`,
    '@typescript-eslint/triple-slash-reference',
  ],
  ['server', 'package of nobody', `import { z } from 'typescript';`, NX, 'bannedExternalImportsViolation'],
  ['server', 'package not installed', `import { z } from 'left-pad';`, NX, 'noTransitiveDependencies'],
  // A builtin with its door in another room.
  ['workspace', 'child_process', `import { spawn } from 'node:child_process';`, IMPORTS],
  ['workspace', 'child_process, old spelling', `import { spawn } from 'child_process';`, IMPORTS],
  ['workspace', 'child_process, namespace', `import * as c from 'node:child_process';`, IMPORTS],
  ['workspace', 'child_process, exported', `export * from 'node:child_process';`, IMPORTS],
  ['workspace', 'child_process, dynamic', `await import('node:child_process');`, SYNTAX],
  ['workspace', 'child_process, dynamic, old spelling', `await import('child_process');`, SYNTAX],
  [
    'workspace',
    'child_process, required',
    `require('child_process');`,
    '@typescript-eslint/no-require-imports',
  ],
  ['workspace', 'sqlite', `import { DatabaseSync } from 'node:sqlite';`, IMPORTS],
  ['workspace', 'sockets', `import { createServer } from 'node:http';`, IMPORTS],
  ['workspace', 'workers', `import { Worker } from 'node:worker_threads';`, IMPORTS],
  ['workspace', 'getBuiltinModule', `process.getBuiltinModule('child_process');`, SYNTAX],
  [
    'workspace',
    'getBuiltinModule, taken',
    `const { getBuiltinModule } = process; getBuiltinModule('fs');`,
    SYNTAX,
  ],
  ['workspace', 'getBuiltinModule, by string', `process['getBuiltinModule']('fs');`, SYNTAX],
  ['workspace', 'file write', `import { writeFile } from 'node:fs/promises';`, IMPORTS],
  ['workspace', 'file write, old spelling', `import { writeFileSync } from 'fs';`, IMPORTS],
  ['workspace', 'file write, renamed', `import { rm as read } from 'node:fs/promises';`, IMPORTS],
  ['workspace', 'files, namespace', `import * as files from 'node:fs';`, IMPORTS],
  ['workspace', 'files, default', `import files from 'node:fs/promises';`, IMPORTS],
  ['workspace', 'files, promises', `import { promises } from 'node:fs';`, IMPORTS],
  ['workspace', 'files, exported', `export * from 'node:fs';`, IMPORTS],
  ['workspace', 'file write, exported', `export { rmSync } from 'node:fs';`, IMPORTS],
  ['workspace', 'files, dynamic', `await import('node:fs');`, SYNTAX],
  // The outside world.
  ['workspace', 'process.env', `export const path = process.env['PATH'];`, 'no-restricted-properties'],
  ['workspace', 'process.kill', `process.kill(1);`, 'no-restricted-properties'],
  ['workspace', 'process.chdir', `process.chdir('/');`, 'no-restricted-properties'],
  ['workspace', 'process.env, taken', `export const { env } = process;`, 'no-restricted-properties'],
  ['workspace', 'process, imported', `import { env } from 'node:process';`, IMPORTS],
  ['workspace', 'fetch', `await fetch('http://127.0.0.1');`, 'no-restricted-globals'],
  [
    'workspace',
    'fetch, by globalThis',
    `await globalThis.fetch('http://127.0.0.1');`,
    'no-restricted-globals',
  ],
  ['workspace', 'console', `console.log('');`, 'no-console'],
  ['workspace', 'eval', `eval('');`, 'no-eval'],
];

/**
 * What must pass: room, file below the room, code.
 * @type {readonly (readonly [room: string, file: string, code: string])[]}
 */
const ALLOWED = [
  [
    'workspace',
    'src/rooms.ts',
    `import { word } from '@coagent8/contracts';\nexport * from '@coagent8/runtime';\nexport { word };`,
  ],
  [
    'workspace',
    'src/types.ts',
    `import type { Word } from '@coagent8/contracts';\nexport type Words = readonly Word[];`,
  ],
  [
    'workspace',
    'src/reads.ts',
    `import { readFileSync, type Stats } from 'node:fs';\nexport { readFileSync, type Stats };`,
  ],
  ['workspace', 'src/own.ts', `export { word } from './index.js';`],
  [
    'workspace',
    'src/own.test.ts',
    `import { word } from '@coagent8/testing';\nimport fc from 'fast-check';\nexport { fc, word };`,
  ],
  [
    'models',
    'src/late.test.ts',
    `import { word } from '@coagent8/testing';\nawait import('@coagent8/testing');\nexport { word };`,
  ],
  [
    'workspace',
    'test/world.ts',
    `import { spawn } from 'node:child_process';\nexport const run = () => spawn(process.env['X'] ?? '');`,
  ],
  [
    'storage',
    'src/writes.ts',
    `import { DatabaseSync } from 'node:sqlite';\nimport { writeFile } from 'node:fs/promises';\nexport { DatabaseSync, writeFile };`,
  ],
  [
    'runtime',
    'src/spawn.ts',
    `import { spawn } from 'node:child_process';\nimport { execa } from 'execa';\nexport { execa, spawn };`,
  ],
  ['integrations', 'src/door.ts', `export { word } from '@coagent8/backends/discovery';`],
  [
    'testing',
    'src/world.ts',
    `import { createServer } from 'node:http';\nexport const port = process.env['PORT'];\nexport { createServer };`,
  ],
  [
    'server',
    'src/main.ts',
    `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { word } from '@coagent8/execution';\nexport const env = process.env;\nexport { McpServer, word };`,
  ],
];

/**
 * What must fail in files that are not plain production sources: room, file, code, rule.
 * @type {readonly (readonly [room: string, file: string, code: string, rule: string])[]}
 */
const ELSEWHERE = [
  ['workspace', 'src/module.mts', `import { word } from '@coagent8/config';\nexport { word };`, NX],
  ['workspace', 'src/script.mjs', `import { word } from '@coagent8/config';\nexport { word };`, NX],
  ['workspace', 'src/script.cjs', `require('node:child_process');`, '@typescript-eslint/no-require-imports'],
  ['workspace', 'src/room.test.ts', `import { word } from '@coagent8/config';\nexport { word };`, NX],
  ['workspace', 'test/room.ts', `import { word } from '../../config/src/index.js';\nexport { word };`, NX],
  ['workspace', 'src/main.ts', `export const env = process.env;`, 'no-restricted-properties'],
  ['server', 'src/compose.ts', `export const env = process.env;`, 'no-restricted-properties'],
];

const fileOf = (/** @type {string} */ form) => `src/${form.replace(/\W+/g, '-')}.ts`;

/** @type {string} */
let workspace;
/** @type {Map<string, { ruleId: string, messageId?: string, message: string }[]>} Problems by file. */
let problems;

beforeAll(() => {
  workspace = copyWorkspace(ROOT_FILES);
  for (const room of Object.keys(LAW)) writeRoom(room);
  for (const [room, form, code] of FORBIDDEN) write(room, fileOf(form), `${code}\nexport {};\n`);
  for (const [room, file, code] of [...ALLOWED, ...ELSEWHERE]) write(room, file, `${code}\n`);
  problems = lint();
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/**
 * @param {string} room
 * @param {string} file
 * @param {string} content
 */
function write(room, file, content) {
  const path = join(workspace, folderOf(room), file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/**
 * A room as small as it can be, with the tags and doors that a real one has.
 * @param {string} room
 */
function writeRoom(room) {
  const opens = (/** @type {string} */ name) => ({
    '@coagent8/source': `./src/${name}.ts`,
    default: `./dist/${name}.js`,
  });
  const { app, packages } = rowOf(room);
  const declared = [...importsOf(room).map(packageOf), ...packages].filter((name) => !name.endsWith('/*'));
  const dependencies = room === 'models' ? [] : declared;
  const manifest = {
    name: packageOf(room),
    version: '0.1.0',
    type: 'module',
    ...(app ? {} : { exports: { '.': opens('index'), './discovery': opens('discovery') } }),
    nx: { name: room, tags: [tagOf(room)] },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
  };
  write(room, 'package.json', JSON.stringify(manifest));
  write(
    room,
    'tsconfig.json',
    JSON.stringify({ extends: '../../tsconfig.base.json', references: [{ path: './tsconfig.lib.json' }] }),
  );
  write(
    room,
    'tsconfig.lib.json',
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { rootDir: 'src', outDir: 'dist' },
    }),
  );
  write(
    room,
    'eslint.config.mjs',
    `import { lawFor } from '../../eslint.config.mjs';\nexport default lawFor('${room}');\n`,
  );
  for (const name of ['index', 'discovery']) {
    write(room, `src/${name}.ts`, `export const word = '';\nexport type Word = string;\n`);
  }
}

function lint() {
  const env = environmentOf(workspace);
  read('nx', ['show', 'projects'], { cwd: workspace, env });
  // ESLint ends with 1 because it finds problems.
  const found = read('sh', ['-c', 'eslint libs/* apps/* --format json || test $? = 1'], {
    cwd: workspace,
    env,
  });
  return new Map(
    JSON.parse(found).map((/** @type {{ filePath: string, messages: [] }} */ { filePath, messages }) => [
      filePath,
      messages,
    ]),
  );
}

/**
 * @param {string} room
 * @param {string} file
 */
const problemsOf = (room, file) => problems.get(join(workspace, folderOf(room), file));

describe('lint fails', () => {
  for (const [room, form, , ruleId, messageId = expect.any(String)] of FORBIDDEN) {
    it(`in ${room}: ${form}`, () => {
      expect(problemsOf(room, fileOf(form))).toContainEqual(
        expect.objectContaining({ ruleId, messageId, severity: 2 }),
      );
    });
  }

  for (const [room, file, , ruleId] of ELSEWHERE) {
    it(`in ${room}: ${file}`, () => {
      expect(problemsOf(room, file)).toContainEqual(expect.objectContaining({ ruleId, severity: 2 }));
    });
  }
});

describe('lint passes', () => {
  for (const [room, file] of ALLOWED) {
    it(`in ${room}: ${file}`, () => expect(problemsOf(room, file)).toEqual([]));
  }
});

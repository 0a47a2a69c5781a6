import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import {
  CONFIG_MAX_BYTES,
  describeConfig,
  loadConfig,
  locationsOf,
  recordDefaultModel,
  setConfigValue,
} from '../src/index.js';

let home = '';
let folder = '';
let file = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'coagent8-broken-'));
  folder = join(home, '.coagent8');
  file = join(folder, 'config.json');
  mkdirSync(folder);
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const origin = () => {
  const environment: Environment = {
    variables: {},
    platform: process.platform,
    homeDirectory: home,
    workingDirectory: home,
  };
  return { locations: locationsOf(environment), environment };
};
const DEEP = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;

/** What stands where the file should be, what is said of it, and with which field and line. */
const FAULTS: readonly (readonly [string, string | Uint8Array | (() => void), string, object])[] = [
  ['no JSON', '{\n"routing": x\n}', 'is not valid JSON (line 2)', { line: 2 }],
  ['JSON with a comment', '{\r\n// mine\r\n}', 'is not valid JSON (line 2)', { line: 2 }],
  ['nothing', '', 'is not valid JSON (line 1)', { line: 1 }],
  ['a wrong type', '\uFEFF{\r\n"routing":\r\n7}', '(line 2): routing: ', { line: 2, field: 'routing' }],
  [
    'misspelt rules',
    '{"schemaVersion":1,\n"govenance":{\n"models":{}}}',
    '(line 2): govenance: is unknown; did you mean "governance"?',
    { line: 2, field: 'govenance' },
  ],
  [
    'a misspelt list',
    '{"governance":{\n"models":{\n"dney":[]}}}',
    '(line 3): governance.models.dney: is not a known key',
    { line: 3, field: 'governance.models.dney' },
  ],
  [
    'rules twice',
    '{"governance":{"models":{\n"deny":["x"],\n"deny":[]}}}',
    '(line 3): governance.models.deny: stands there twice',
    { line: 3, field: 'governance.models.deny' },
  ],
  [
    'a fault behind a deep nesting',
    `{"later":${DEEP},\n"routing":${DEEP}}`,
    '(line 2): routing: ',
    { line: 2, field: 'routing' },
  ],
  [
    'a list called __proto__ among the rules',
    '{"governance":{"models":\n{"__proto__":["x"]}}}',
    '(line 2): governance.models.__proto__: is not a known key',
    { line: 2, field: 'governance.models.__proto__' },
  ],
  ['too much', `{"x":"${'x'.repeat(CONFIG_MAX_BYTES)}"}`, 'it is larger than 262144 bytes', {}],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'it is not UTF-8 text', {}],
  ['half a character', Buffer.from('{"x":"ä"}').subarray(0, 7), 'it is not UTF-8 text', {}],
  ['a folder', () => mkdirSync(file), 'it is not a regular file', {}],
  ['a FIFO', () => execFileSync('mkfifo', [file]), 'it is not a regular file', {}],
  ['a device', () => symlinkSync('/dev/zero', file), 'it is not a regular file', {}],
  ['a link to nowhere', () => symlinkSync('nowhere', file), 'is a link that leads nowhere', {}],
  ['a link to itself', () => symlinkSync('config.json', file), 'ELOOP', {}],
];

describe.each(FAULTS)('%s in place of the configuration', (_, content, message, details) => {
  beforeEach(() => {
    if (typeof content === 'function') content();
    else writeFileSync(file, content);
  });

  it.each([
    ['loadConfig', () => loadConfig(origin())],
    ['describeConfig', () => describeConfig(origin())],
    ['setConfigValue', () => setConfigValue(origin(), { path: 'defaultBackend', value: 'agy' })],
    ['recordDefaultModel', () => recordDefaultModel(origin(), { backend: 'agy', model: 'swift-4.2' })],
  ])('is told by %s, with the file and what to do', async (_name, use) => {
    const error: unknown = await use().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining(message),
      remedy: expect.stringMatching(/./),
      details: { source: file, ...details },
    });
    expect(error).toMatchObject({ message: expect.stringContaining(file) });
  });
});

describe('a file that is unusual and valid', () => {
  it.each([
    ['a byte order mark and CRLF', '\uFEFF{\r\n  "defaultBackend": "agy"\r\n}\r\n'],
    ['deep nesting where nobody looks', `{"defaultBackend":"agy","later":${DEEP}}`],
    ['properties called __proto__', '{"__proto__":{"defaultBackend":"codex"},"defaultBackend":"agy"}'],
    ['names twice that are no rules', '{"defaultBackend":"codex","defaultBackend":"agy"}'],
  ])('counts: %s', async (_, text) => {
    writeFileSync(file, text);
    expect((await loadConfig(origin())).defaultBackend).toBe('agy');
    expect((await describeConfig(origin())).configuration).toEqual(await loadConfig(origin()));
    expect(await recordDefaultModel(origin(), { backend: 'agy', model: 'swift-4.2' })).toBe(true);
    expect((await loadConfig(origin())).backends.agy.defaultModel).toBe('swift-4.2');
  });
});

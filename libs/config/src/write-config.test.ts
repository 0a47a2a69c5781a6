import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { describeConfig } from './describe-config.js';
import { locationsOf } from './locations-of.js';
import { CONFIG_MAX_BYTES } from './schema.js';
import { recordDefaultModel, rememberAllowed, setConfigValue, setModelRule } from './write-config.js';

let home = '';
let file = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'coagent8-write-config-'));
  file = join(home, '.coagent8', 'config.json');
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const place = (variables: Environment['variables'] = {}) => {
  const environment: Environment = {
    variables,
    platform: process.platform,
    homeDirectory: home,
    workingDirectory: home,
  };
  return { locations: locationsOf(environment), environment };
};
const put = (text: string | Uint8Array) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const text = () => readFileSync(file, 'utf8');
const json = (): unknown => JSON.parse(text());
const modeOf = (path: string) => statSync(path).mode & 0o777;
const set = (path: string, value: unknown) => setConfigValue(place(), { path, value });
const record = (model: string, variables: Environment['variables'] = {}) =>
  recordDefaultModel(place(variables), { backend: 'codex', model });
const sameLetters = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const matching = (part: string | RegExp): unknown =>
  typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part);
const WRITERS = [
  ['rememberAllowed', () => rememberAllowed(place(), 'codex/swift-4.2')],
  ['setModelRule', () => setModelRule(place(), { model: 'swift-4.2', rule: 'deny', isSame: sameLetters })],
  ['setConfigValue', () => set('defaultBackend', 'agy')],
  ['recordDefaultModel', () => record('swift-4.2')],
] as const;

describe.each(WRITERS)('%s', (_, write) => {
  it('makes the file and its folder, for their owner alone', async () => {
    await write();
    expect(json()).toMatchObject({ schemaVersion: 1 });
    expect(modeOf(file)).toBe(0o600);
    expect(modeOf(dirname(file))).toBe(0o700);
    expect(readdirSync(dirname(file)).sort()).toEqual(['config.json', 'locks']);
    expect(readdirSync(join(dirname(file), 'locks'))).toEqual([]);
  });

  it('keeps what the user wrote, drops what no configuration has, and closes the file to others', async () => {
    put(`\uFEFF{
      "governance": { "later": 1, "models": { "deny": ["b", "a"] }, "outputPriceAbove": null },
      "later": { "deep": [1] },
      "backends": { "agy": { "trustedWorkspaces": ["~/mine", "/x/../y"], "x": 1 }, "other": {} }
    }`);
    chmodSync(file, 0o644);
    await write();
    expect(json()).toMatchObject({
      governance: { models: { deny: expect.arrayContaining(['b', 'a']) }, outputPriceAbove: null },
      backends: { agy: { trustedWorkspaces: ['~/mine', '/x/../y'] } },
    });
    expect(text()).not.toMatch(/later|other|"x"|schemaVersion/);
    expect(text()).toMatch(/^\{\n {2}"governance": \{\n {4}"models": [^]*"outputPriceAbove"[^]*"backends"/);
    expect(modeOf(file)).toBe(0o600);
  });

  it('writes nothing where nothing would change', async () => {
    await write();
    const compact = JSON.stringify(json()).replace('{', '{"unknown":1,');
    put(compact);
    await write();
    expect(text()).toBe(compact);
  });

  it('keeps a link to the file', async () => {
    const target = join(home, 'mine.json');
    writeFileSync(target, '{"routing":{"strategy":"smart_quota"}}');
    mkdirSync(dirname(file));
    symlinkSync(target, file);
    await write();
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ routing: { strategy: 'smart_quota' } });
  });

  it('does not replace a link that leads nowhere', async () => {
    mkdirSync(dirname(file));
    symlinkSync(join(home, 'not-mounted', 'mine.json'), file);
    await expect(write()).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: `the configuration ${file} is a link that leads nowhere`,
    });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(existsSync(join(home, 'not-mounted'))).toBe(false);
  });

  it.each([
    ['no JSON', '{\n"defaultBackend": hush}', 'is not valid JSON (line 2)'],
    ['nothing', '', 'is not valid JSON (line 1)'],
    ['a list', '[]', 'the text: '],
    ['a wrong type', '{"routing":[]}', 'routing: '],
    ['a misspelt list', '{"governance":{"models":{"alow":["x"]}}}', 'governance.models.alow: is not a known'],
    ['misspelt rules', '{"governance":{"modls":{"alow":["x"]}}}', 'governance.modls: is unknown'],
    ['a later version', '{"schemaVersion":2}', 'schemaVersion: '],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'it is not UTF-8 text'],
    ['too much', `{"x":"${'x'.repeat(CONFIG_MAX_BYTES)}"}`, 'it is larger than'],
  ])('leaves a file alone that holds %s', async (_case, content, message) => {
    put(content);
    const before = readFileSync(file);
    await expect(write()).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining(message),
      remedy: expect.any(String),
      details: expect.objectContaining({ source: file }),
    });
    await expect(write()).rejects.toThrow(file);
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(dirname(file)).filter((name) => name !== 'locks')).toEqual(['config.json']);
  });

  it('leaves a directory alone that stands in its place', async () => {
    mkdirSync(join(file, 'inner'), { recursive: true });
    await expect(write()).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining(file),
    });
    expect(readdirSync(file)).toEqual(['inner']);
  });

  it('says where a lock cannot be made', async () => {
    mkdirSync(dirname(file));
    writeFileSync(join(dirname(file), 'locks'), '');
    await expect(write()).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining(join(dirname(file), 'locks', 'config.json.lock')),
    });
    expect(existsSync(file)).toBe(false);
  });

  it('loses nothing that another call writes meanwhile', async () => {
    const names = Array.from({ length: 20 }, (_each, index) => `m-${index}`);
    await Promise.all([write(), ...names.map((name) => rememberAllowed(place(), name))]);
    expect(json()).toMatchObject({ governance: { models: { allow: expect.arrayContaining(names) } } });
  });

  it('writes the file that COAGENT8_CONFIG names, also where it is not there yet', async () => {
    file = join(home, 'elsewhere', 'mine.json');
    const there = place({ COAGENT8_CONFIG: file });
    await setConfigValue(there, { path: 'defaultBackend', value: 'claude' });
    expect(json()).toEqual({ schemaVersion: 1, defaultBackend: 'claude' });
  });
});

describe('rememberAllowed', () => {
  it('adds one entry once and touches no other list', async () => {
    put('{"governance":{"models":{"ask":["codex/swift-4.2"],"allow":["one"]}}}');
    await rememberAllowed(place(), 'codex/swift-4.2');
    await rememberAllowed(place(), 'codex/swift-4.2');
    expect(json()).toEqual({
      governance: { models: { ask: ['codex/swift-4.2'], allow: ['one', 'codex/swift-4.2'] } },
    });
  });

  it('takes a file up to its limit and refuses what would pass it', async () => {
    const withName = (length: number) => rememberAllowed(place(), 'n'.repeat(length));
    await set('backends.codex.defaultModel', 'n'.repeat(CONFIG_MAX_BYTES - 400));
    await withName(1);
    const room = CONFIG_MAX_BYTES - Buffer.byteLength(text()) - Buffer.byteLength(',\n        ""');
    const before = text();
    await expect(withName(room + 1)).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: expect.stringContaining('would be larger than 262144 bytes'),
    });
    expect(text()).toBe(before);
    await withName(room);
    expect(Buffer.byteLength(text())).toBe(CONFIG_MAX_BYTES);
  });
});

describe('setModelRule', () => {
  const lists = (models: object) => {
    put(JSON.stringify({ governance: { models } }));
  };
  const rules = () => (json() as { governance: { models: unknown } }).governance.models;

  it('moves a model to one list, in the spelling that was typed, and says what went', async () => {
    lists({ allow: ['x', 'BIG-model'], deny: ['big-MODEL', 'y'] });
    const change = await setModelRule(place(), { model: 'Big-Model', rule: 'ask', isSame: sameLetters });
    expect(rules()).toEqual({ allow: ['x'], deny: ['y'], ask: ['Big-Model'] });
    expect(change).toEqual({
      removed: [
        { rule: 'deny', entry: 'big-MODEL' },
        { rule: 'allow', entry: 'BIG-model' },
      ],
      entries: [
        { rule: 'deny', entry: 'y' },
        { rule: 'ask', entry: 'Big-Model' },
        { rule: 'allow', entry: 'x' },
      ],
    });
  });

  it('keeps the place of an entry that is there, and replaces another spelling of it', async () => {
    lists({ allow: ['big', 'z', 'BIG'] });
    const { removed } = await setModelRule(place(), { model: 'big', rule: 'allow', isSame: sameLetters });
    expect(rules()).toEqual({ allow: ['big', 'z'] });
    expect(removed).toEqual([{ rule: 'allow', entry: 'BIG' }]);
  });

  it('takes a model off all lists', async () => {
    lists({ allow: ['big'], ask: ['Big', 'z'], deny: [] });
    await setModelRule(place(), { model: 'BIG', isSame: sameLetters });
    expect(rules()).toEqual({ allow: [], ask: ['z'], deny: [] });
  });

  it('makes no file to take a model off it', async () => {
    expect(await setModelRule(place(), { model: 'big', isSame: sameLetters })).toEqual({
      removed: [],
      entries: [],
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe('recordDefaultModel', () => {
  it('writes a default where nobody names one, and says so once', async () => {
    put('{"backends":{"agy":{"defaultModel":"x"},"codex":{"env":["A"],"later":1}}}');
    expect(await record('swift-4.2')).toBe(true);
    expect(await record('other-1')).toBe(false);
    expect(json()).toEqual({
      backends: { agy: { defaultModel: 'x' }, codex: { env: ['A'], defaultModel: 'swift-4.2' } },
    });
  });

  it('touches nothing where the file names one', async () => {
    const named = '{"backends": {"codex":{"defaultModel":"x"}}, "later":1}';
    put(named);
    expect(await record('swift-4.2')).toBe(false);
    expect(text()).toBe(named);
    expect(readdirSync(dirname(file))).toEqual(['config.json']);
  });

  it.each(['COAGENT8_EDITOR_SETTINGS', 'coagent8_EDITOR_SETTINGS'])(
    'touches nothing where %s names one',
    async (name) => {
      const variables = { [name]: '{"backends":{"codex":{"defaultModel":"x"}}}' };
      expect(await record('swift-4.2', variables)).toBe(false);
      expect(existsSync(dirname(file))).toBe(false);
      const agy = { backend: 'agy', model: 'swift-4.2' } as const;
      expect(await recordDefaultModel(place(variables), agy)).toBe(true);
      expect(json()).toEqual({ schemaVersion: 1, backends: { agy: { defaultModel: 'swift-4.2' } } });
    },
  );

  it('writes nothing where it cannot be known what the editor names', async () => {
    put('{}');
    for (const settings of ['{', '{"routing":1}', '{"governance":{}}'])
      await expect(record('swift-4.2', { COAGENT8_EDITOR_SETTINGS: settings })).rejects.toMatchObject({
        code: 'POLICY_DENIED',
        message: expect.stringContaining('COAGENT8_EDITOR_SETTINGS'),
      });
    expect(text()).toBe('{}');
  });

  it('writes nothing once nobody wants it, also where it waits for the lock', async () => {
    put('{}');
    const controller = new AbortController();
    const { signal } = controller;
    const recording = recordDefaultModel(place(), { backend: 'codex', model: 'swift-4.2', signal });
    controller.abort();
    expect(await recording).toBe(false);
    expect(text()).toBe('{}');
  });

  it('does not write what is no name', async () => {
    put('{}');
    await expect(record('')).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    expect(text()).toBe('{}');
  });

  it('lets one of many calls at once win, and the others know it', async () => {
    const models = Array.from({ length: 20 }, (_each, index) => `m-${index}`);
    const written = await Promise.all(models.map((model) => record(model)));
    const winners = models.filter((_each, index) => written[index]);
    expect(winners).toHaveLength(1);
    expect(json()).toEqual({ schemaVersion: 1, backends: { codex: { defaultModel: winners[0] } } });
  });

  it('looks again under the lock: what a person sets meanwhile stays', async () => {
    const [, isWritten] = await Promise.all([
      set('backends.codex.defaultModel', 'mine'),
      record('swift-4.2'),
    ]);
    expect(json()).toMatchObject({ backends: { codex: { defaultModel: 'mine' } } });
    expect(typeof isWritten).toBe('boolean');
  });
});

describe('setConfigValue', () => {
  it('sets and removes a field, and the record that it was alone in', async () => {
    put('{"defaultBackend":"agy"}');
    await set('backends.codex.defaultModel', 'swift-4.2');
    await set('governance.outputPriceAbove', null);
    await set('routing.allowedBackends', ['codex', 'agy']);
    expect(json()).toEqual({
      defaultBackend: 'agy',
      backends: { codex: { defaultModel: 'swift-4.2' } },
      governance: { outputPriceAbove: null },
      routing: { allowedBackends: ['codex', 'agy'] },
    });
    for (const path of ['backends.codex.defaultModel', 'governance.outputPriceAbove', 'defaultBackend'])
      await set(path, undefined);
    expect(json()).toEqual({ routing: { allowedBackends: ['codex', 'agy'] } });
  });

  it('makes no file to remove a field', async () => {
    await set('defaultBackend', undefined);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['outputPriceAbove', 'did you mean governance.outputPriceAbove?'],
    [
      'governance.models',
      /mean governance\.models\.allow or governance\.models\.ask or governance\.models\.deny/,
    ],
    ['backends.agy.skills', 'did you mean backends.agy.skills.installed or backends.agy.skills.disabled?'],
    ['nonsense-here', /^the fields are defaultBackend, .*backends\.<backend>\.trustedWorkspaces.*\.deny$/],
    ['schemaVersion', /^the fields are /],
    ['__proto__.x', /^the fields are /],
    ['defaultBackend.x', 'did you mean defaultBackend?'],
    ['', /^the fields are /],
    ['x'.repeat(10_000), /^the fields are /],
  ])('knows no field %.40j', async (path, remedy) => {
    await expect(set(path, 'x')).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: expect.stringMatching(/^there is no field to set: .{1,40}$/),
      remedy: matching(remedy),
    });
    await expect(set(path, undefined)).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    expect(existsSync(dirname(file))).toBe(false);
  });

  const word = 'w'.repeat(18);
  it.each([
    ['governance.models.alow', '"governance.models.alow"'],
    [`${word}.${word}.${word}.1234567`, `"${word}.${word}.${word}.1234567"`],
    [`${word}.${word}.${word}.12345678`, 'a text of 65 characters'],
    [`a.${word}w`, 'a text of 21 characters'],
    ['governance..models.allow', 'a text of 24 characters'],
    ['hush-hush.hush-hush-hush', 'a text of 24 characters'],
    ['governance.models.a\nb', 'a text of 21 characters'],
  ])('repeats %j where it may be a field', async (path, words) => {
    await expect(set(path, 'x')).rejects.toMatchObject({ message: `there is no field to set: ${words}` });
  });

  it.each([
    ['defaultBackend', 'hush', 'give one of codex, agy, claude'],
    ['routing.strategy', 1, 'give one of fixed, smart_quota'],
    ['routing.allowedBackends', 'codex', 'give a list of codex, agy, claude, as ["codex"]'],
    ['routing.allowedBackends', ['codex', 'hush'], 'give a list of codex, agy, claude, as ["codex"]'],
    ['backends.claude.defaultModel', 5, 'give a name'],
    ['backends.claude.defaultModel', '', 'give a name'],
    ['backends.claude.defaultModel', null, 'give a name'],
    ['backends.claude.executable', 'hush', /^give an absolute path/],
    ['backends.claude.env', ['hush=1'], /^give a list of names of environment variables/],
    ['backends.claude.skills.installed', {}, 'give a list of names, as ["one", "two"]'],
    ['backends.agy.trustedWorkspaces', ['hush'], /^give a list of paths/],
    ['governance.outputPriceAbove', '20', /^give a number from 0 on, or null/],
    ['governance.outputPriceAbove', -1, /^give a number from 0 on, or null/],
    ['governance.defaultPriceRatio', Infinity, /^give a number from 0 on, or null/],
    ['governance.models.deny', ['x', ''], 'give a list of names, as ["one", "two"]'],
  ])('does not put into %s: %j', async (path, value, remedy) => {
    put('{"defaultBackend" : "agy"}');
    const error: unknown = await set(path, value).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'INPUT_LIMIT',
      message: expect.stringContaining(`${path}`),
      remedy: matching(remedy),
      details: { field: expect.stringContaining(path) },
    });
    expect(CoAgentError.is(error) && error.message).not.toContain('hush');
    expect(text()).toBe('{"defaultBackend" : "agy"}');
  });

  it('shows what was set, and restores what was there', async () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    const price = fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }));
    const change = fc.oneof(
      fc.tuple(fc.constantFrom('backends.codex.defaultModel', 'backends.agy.defaultModel'), name),
      fc.tuple(fc.constantFrom('governance.outputPriceAbove', 'governance.defaultPriceRatio'), price),
      fc.tuple(
        fc.constantFrom(
          'governance.models.allow',
          'governance.models.deny',
          'backends.codex.skills.disabled',
        ),
        fc.array(name, { maxLength: 3 }),
      ),
    );
    put('{"defaultBackend":"agy"}');
    await set('defaultBackend', 'claude');
    await fc.assert(
      fc.asyncProperty(change, async ([path, value]) => {
        const before = text();
        await set(path, value);
        const { fields } = await describeConfig(place());
        const stored: unknown = JSON.parse(JSON.stringify(value));
        expect(fields.find((field) => field.path === path)).toEqual({ path, value: stored, source: 'file' });
        await set(path, undefined);
        expect(text()).toBe(before);
      }),
      { numRuns: 40 },
    );
  });

  it('never loses a byte by failing, whatever the file holds', async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((each) => Buffer.from(each)),
    );
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.constantFrom('defaultBackend', 'routing.strategy'),
        async (bytes, path) => {
          put(bytes);
          try {
            await set(path, 'no such value');
            throw new Error('it was taken');
          } catch (error) {
            failed += 1;
            expect(CoAgentError.is(error) && error.code).toMatch(/^(POLICY_DENIED|INPUT_LIMIT)$/);
          }
          expect(readFileSync(file).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
    expect(failed).toBeGreaterThanOrEqual(60);
  });
});

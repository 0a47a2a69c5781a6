import { CoAgentError } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { withValue } from './edit-record.js';
import { effectiveConfig } from './effective-config.js';
import { fieldsOf } from './fields.js';
import { parseLayer } from './parse-layer.js';
import { createLayerSchema } from './schema.js';

const environment: Environment = {
  variables: {},
  platform: 'linux',
  homeDirectory: '/home/ada',
  workingDirectory: '/work',
};
const schema = createLayerSchema(environment);
const source = { name: '/c.json', remedy: 'correct it' };

const parse = (text: string) => parseLayer(text, source, schema).layer;
const parseValue = (value: unknown) => parse(JSON.stringify(value));

const FULL = {
  schemaVersion: 1,
  defaultBackend: 'codex',
  routing: { strategy: 'smart_quota', allowedBackends: ['agy', 'codex'] },
  backends: {
    codex: { defaultModel: 'swift', executable: '/opt/codex', env: ['MY_KEY', '_x1'] },
    claude: { executable: 'vscode-extension', skills: { installed: ['coagent8-review'], disabled: [] } },
    agy: { trustedWorkspaces: ['/srv/mine'] },
  },
  governance: {
    outputPriceAbove: null,
    defaultPriceRatio: 1.5,
    models: { allow: ['a'], ask: [], deny: ['codex/b'] },
  },
};

describe('parseLayer', () => {
  it('reads every field', () => {
    expect(parseValue(FULL)).toEqual(FULL);
  });

  it('reads an empty record, also after a byte order mark', () => {
    expect(parse('\uFEFF{}')).toEqual({});
  });

  it('ignores what it does not know', () => {
    const unknown = {
      later: { deep: [1] },
      backends: { other: 1, codex: { trustedWorkspaces: 1, x: {} } },
      routing: { x: 1 },
    };
    expect(parseValue(unknown)).toEqual({ backends: { codex: {} }, routing: {} });
    expect(() => parseValue({ governance: { later: 1 } })).not.toThrow();
    expect(parseValue({ govrnance: 1, governor: {}, rules: { deny: ['x'] } })).toEqual({});
  });

  it('expands and normalises paths', () => {
    const { backends } = parseValue({
      backends: { codex: { executable: '~/bin/codex' }, agy: { trustedWorkspaces: ['~/x/../y'] } },
    });
    expect(backends).toEqual({
      codex: { executable: '/home/ada/bin/codex' },
      agy: { trustedWorkspaces: ['/home/ada/y'] },
    });
  });

  it.each([
    ['governance.models.alow', { governance: { models: { alow: [] } } }, 'is not a known key'],
    ['governance.modls', { governance: { modls: { alow: [] } } }, 'did you mean "models"?'],
    ['governance.deny', { governance: { deny: ['x'] } }, 'did you mean "models"?'],
    ['governance.models.allow', { governance: { models: { allow: 'x' } } }, 'expected array'],
    ['governance.models.deny[1]', { governance: { models: { deny: ['x', ''] } } }, 'is empty'],
    ['governance.models.deny[0]', { governance: { models: { deny: ['ch\u200Beap'] } } }, 'invisible'],
    ['governance.models.ask[0]', { governance: { models: { ask: ['two words'] } } }, 'white space'],
    ['governance.models.allow[1]', { governance: { models: { allow: ['x', '-x'] } } }, 'begins with a dash'],
    [
      'governance.models.allow[0]',
      { governance: { models: { allow: ['x'.repeat(257)] } } },
      'is longer than 256 characters',
    ],
    ['govrnance', { govrnance: { models: { deny: ['x'] } } }, 'is unknown; did you mean "governance"?'],
    ['Governance', { governance: {}, Governance: {} }, 'did you mean "governance"?'],
    ['governence', { governence: { outputPriceAbove: 1 }, schemaVersion: 2 }, 'did you mean "governance"?'],
    ['governance.models', { governance: { models: [] } }, 'expected object'],
    ['governance.outputPriceAbove', { governance: { outputPriceAbove: '20' } }, 'expected number'],
    ['governance.outputPriceAbove', { governance: { outputPriceAbove: -1 } }, '>=0'],
    ['schemaVersion', { schemaVersion: 2 }, 'expected 1'],
    ['defaultBackend', { defaultBackend: 'gemini' }, 'expected one of "codex"|"agy"|"claude"'],
    ['defaultBackend', { defaultBackend: null }, ''],
    ['routing.strategy', { routing: { strategy: 'auto' } }, 'expected one of "fixed"|"smart_quota"'],
    ['routing.allowedBackends[1]', { routing: { allowedBackends: ['codex', 'x'] } }, 'expected one of'],
    ['backends', { backends: [] }, 'expected object'],
    ['backends.codex.defaultModel', { backends: { codex: { defaultModel: '' } } }, ''],
    ['backends.codex.executable', { backends: { codex: { executable: 'codex' } } }, 'or be vscode-extension'],
    [
      'backends.codex.executable',
      { backends: { codex: { executable: '/x\u0000' } } },
      'must be an absolute path',
    ],
    [
      'backends.agy.trustedWorkspaces[0]',
      { backends: { agy: { trustedWorkspaces: ['x'] } } },
      'must be an absolute path',
    ],
    ['backends.codex.env[0]', { backends: { codex: { env: ['A-B'] } } }, 'name of an environment variable'],
    ['backends.codex.env[0]', { backends: { codex: { env: ['A=B'] } } }, 'name of an environment variable'],
    ['backends.codex.env[0]', { backends: { codex: { env: ['COAGENT8_DIR'] } } }, 'variable of CoAgent8'],
    [
      'backends.codex.env[0]',
      { backends: { codex: { env: ['coagent8_NESTED_TURN'] } } },
      'variable of CoAgent8',
    ],
    ['backends.codex.env[0]', { backends: { codex: { env: ['CLAUDECODE'] } } }, 'mark of the host'],
    [
      'backends.codex.env[0]',
      { backends: { codex: { env: ['claude_code_session_id'] } } },
      'mark of the host',
    ],
    [
      'backends.codex.skills.installed',
      { backends: { codex: { skills: { installed: 'all' } } } },
      'expected array',
    ],
    ['the text', [], 'expected object'],
  ])('names the field %s', (field, value, problem) => {
    expect(() => parseValue(value)).toThrow(
      expect.objectContaining({
        code: 'POLICY_DENIED',
        message: expect.stringContaining(`the configuration /c.json is not valid (line 1): ${field}: `),
        remedy: 'correct it',
        details: { source: '/c.json', field, line: 1 },
      }),
    );
    expect(() => parseValue(value)).toThrow(problem);
  });

  it.each([
    ['governance', 2, '{"governance":{"models":{"deny":["x"]}},\n"governance":{}}'],
    ['governance', 3, '\uFEFF{"governance":{\r\n},\r\n"\\u0067overnance":{}}'],
    ['governance.models.deny', 1, '{"governance":{"models":{"deny":["x"],"ask":[],"deny":[]}}}'],
    [
      'governance.outputPriceAbove',
      2,
      '{"governance":{"outputPriceAbove":1,\n"outputPriceAbove":null},\n"x":1}',
    ],
  ])('takes no %s that stands there twice, and names line %d', (field, line, text) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        code: 'POLICY_DENIED',
        message: `the configuration /c.json is not valid (line ${line}): ${field}: stands there twice`,
        details: { source: '/c.json', field, line },
      }),
    );
  });

  it('takes the last of other names that stand there twice', () => {
    expect(parse('{"defaultBackend":"agy","defaultBackend":"codex"}')).toEqual({ defaultBackend: 'codex' });
  });

  it('names the line of a text that is not JSON, and quotes nothing of it', () => {
    expect(() => parse('{\n"backends": hush}')).toThrow(
      expect.objectContaining({
        code: 'POLICY_DENIED',
        message: 'the configuration /c.json is not valid JSON (line 2)',
        details: { source: '/c.json', line: 2 },
      }),
    );
  });

  it.each([
    ['governance.models.alow', 4, '{\n"governance":{\n"models":{"allow":[],\n"alow":[]\n}}}'],
    ['govrnance', 2, '{\n"govrnance":{"models":{\n"deny":[]}}}'],
    ['routing.allowedBackends[1]', 5, '{\r\n"routing":\r\n{"allowedBackends":[\r\n"codex",\r\n"x"]}}'],
    ['defaultBackend', 3, '{"defaultBackend":"agy",\n\n"defaultBackend":7}'],
    ['backends.codex', 2, '{"backends":{\n"codex":\n[]}}'],
    ['the text', 2, '\uFEFF\n[\n]'],
  ])('names the line of %s: %d', (field, line, text) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`the configuration /c.json is not valid (line ${line}): ${field}: `),
        details: { source: '/c.json', field, line },
      }),
    );
  });

  it.each([
    ['{"routing":7}', undefined],
    ['{\n"routing":7}', 2],
    ['{"governance":{},"governance":{}}', undefined],
    ['{"governance":{},\n"governance":{}}', 2],
    ['{', undefined],
    ['{\n', 2],
  ])('names the line of what is kept in a variable only where there are several: %j', (text, line) => {
    const wrong = () => parseLayer(text, { ...source, isVariable: true }, schema);
    const where =
      line === undefined ? expect.not.stringMatching(/line/) : expect.stringContaining(`(line ${line})`);
    expect(wrong).toThrow(expect.objectContaining({ message: where }));
    expect(wrong).toThrow(
      expect.objectContaining({
        details:
          line === undefined
            ? expect.not.objectContaining({ line: expect.anything() })
            : expect.objectContaining({ line }),
      }),
    );
  });

  it('takes no list called __proto__ among the rules', () => {
    expect(() => parse('{"governance":{"models":{"__proto__":["x"]}}}')).toThrow(
      'governance.models.__proto__: is not a known key',
    );
  });

  it.each([
    '{"__proto__":{"defaultBackend":"agy"}}',
    '{"__proto__":{"governance":{"models":{"allow":["x"]}}}}',
    '{"governance":{"__proto__":{"outputPriceAbove":1,"models":{"allow":["x"]}}}}',
    '{"backends":{"__proto__":{"codex":{"executable":"/x"}}}}',
    '{"backends":{"codex":{"__proto__":{"executable":"/x"},"constructor":1}}}',
  ])('takes nothing from %s', (text) => {
    expect(effectiveConfig(parse(text), {})).toEqual(effectiveConfig({}, {}));
    expect(Object.prototype).not.toHaveProperty('defaultBackend');
  });

  it('names the line of whatever field is wrong, however the text is laid out', () => {
    const paths = fieldsOf(schema).map(({ path }) => path);
    const layout = fc.record({
      indent: fc.constantFrom(1, 2, '\t'),
      end: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\uFEFF'),
    });
    fc.assert(
      fc.property(fc.constantFrom(...paths), layout, (path, { indent, end, mark }) => {
        const wrong = withValue(FULL, path, { wrong: true });
        const lines = JSON.stringify(wrong, undefined, indent).split('\n');
        const line = lines.findIndex((each) => each.includes('"wrong"'));
        expect(() => parse(mark + lines.join(end))).toThrow(
          expect.objectContaining({ details: { source: '/c.json', field: path.join('.'), line } }),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('never quotes a value that is wrong', () => {
    const canary = 'hush-hush';
    const wrong = [
      { defaultBackend: canary },
      { schemaVersion: canary },
      { backends: { codex: { executable: canary, env: [`${canary}=1`] } } },
      { governance: { models: { allow: canary } } },
    ];
    for (const value of wrong) {
      expect(() => parseValue(value)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(canary) }),
      );
    }
  });

  it('names an unknown key on one line of bounded length', () => {
    const key = `a\n${'b'.repeat(10_000)}`;
    expect(() => parseValue({ governance: { models: { [key]: [] } } })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^[^\p{Cc}]{1,400}$/u) }),
    );
  });

  it('throws nothing but coded errors, whatever the JSON', () => {
    const key = fc.constantFrom(
      ...[
        'schemaVersion',
        'defaultBackend',
        'routing',
        'strategy',
        'allowedBackends',
        'backends',
        'codex',
        'agy',
        'env',
      ],
      ...[
        'executable',
        'defaultModel',
        'skills',
        'installed',
        'governance',
        'models',
        'allow',
        'outputPriceAbove',
        '__proto__',
      ],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue(),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('record'),
      ),
      record: fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(recordOf),
    }));
    const texts = fc.oneof(
      value.map((each) => JSON.stringify(each)),
      fc.string({ unit: 'binary' }),
      fc.json().chain((json) => fc.nat(json.length).map((length) => json.slice(0, length))),
    );
    let accepted = 0;
    fc.assert(
      fc.property(texts, (text) => {
        try {
          effectiveConfig(parse(text), {});
          accepted += 1;
        } catch (error) {
          expect(CoAgentError.is(error) && error.code).toBe('POLICY_DENIED');
        }
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('survives deep nesting', () => {
    const depth = 50_000;
    expect(() => parse(`{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`)).not.toThrow();
    expect(() => parse('['.repeat(depth))).toThrow(expect.objectContaining({ code: 'POLICY_DENIED' }));
  });
});

/** Unlike `Object.fromEntries`, keeps `__proto__` as the key that JSON makes of it. */
function recordOf(entries: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );
}

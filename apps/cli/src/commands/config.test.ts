import { dirname } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createTemporaryData } from '../../test/temporary-data.js';

let data: ReturnType<typeof createTemporaryData>;
beforeEach(() => {
  data = createTemporaryData();
});
afterEach(() => {
  data.remove();
});

const config = (...args: string[]) => data.run(['config', ...args]);

describe('config path', () => {
  it('is one line, also where there is no file or a broken one', async () => {
    expect(await config('path')).toEqual({ exitCode: 0, stdout: `${data.file}\n`, stderr: '', composed: 0 });
    data.write('{');
    expect((await config('path')).stdout).toBe(`${data.file}\n`);
  });

  it('refuses a place that is none', async () => {
    const { exitCode, stdout, stderr } = await data.run(['config', 'path'], {
      variables: { COAGENT8_CONFIG: 'here.json' },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^POLICY_DENIED: COAGENT8_CONFIG is a relative path: here\.json; set .*\n$/);
  });
});

describe('config show', () => {
  it('says what is in effect and where it comes from, within 80 columns', async () => {
    data.write({
      backends: { codex: { defaultModel: 'swift-4.2', skills: { installed: [] } } },
      governance: { outputPriceAbove: null, models: { deny: ['big-model', 'claude/dear-model'] } },
    });
    const { exitCode, stdout, stderr } = await data.run(['config', 'show'], {
      variables: { COAGENT8_EDITOR_SETTINGS: '{"defaultBackend":"agy"}' },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([data.file, '', 'defaultBackend                    editor   agy']);
    for (const line of [
      'routing.allowedBackends           default  codex',
      '                                           agy',
      'backends.codex.defaultModel       file     swift-4.2',
      'backends.codex.skills.installed   file     none',
      'backends.claude.skills.installed  default  not set',
      'governance.outputPriceAbove       file     off',
      'governance.defaultPriceRatio      default  2',
      'governance.models.deny            file     big-model',
      '                                           claude/dear-model',
    ])
      expect(lines).toContain(line);
    const others = lines.filter((line) => !line.includes(dirname(data.file)));
    expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('names the variables that decide', async () => {
    data.write({ backends: { codex: { executable: '/file' }, agy: { executable: '/file' } } });
    const variables = {
      CODEX_PATH: '/env/codex',
      coagent8_EDITOR_SETTINGS: '{"defaultBackend":"agy"}',
      COAGENT8_PRICES_URL: 'https://ada:hush@prices.example/list?key=hush',
      COAGENT8_HISTORY: 'off',
    };
    const { stdout } = await data.run(['config', 'show'], { variables });
    const lines = stdout.split('\n');
    for (const line of [
      'backends.codex.executable         CODEX_PATH  /env/codex',
      'backends.agy.executable           file        /file',
      'editor: what coagent8_EDITOR_SETTINGS holds',
      'price list          COAGENT8_PRICES_URL  https://prices.example/list',
      'history             COAGENT8_HISTORY     off',
    ])
      expect(lines).toContain(line);
    // A temporary folder with a long name stands in a line of its own.
    expect(stdout).toMatch(/^configuration file +COAGENT8_DIR\b/m);
    expect(stdout.replaceAll(/\s/g, '')).toContain(`configurationfileCOAGENT8_DIR${data.file}`);
    expect(stdout).not.toContain('hush');
    const shown: unknown = JSON.parse((await data.run(['config', 'show', '--json'], { variables })).stdout);
    expect(shown).toMatchObject({
      configuration: { backends: { codex: { executable: '/env/codex' } } },
      sources: { 'backends.codex.executable': 'environment', defaultBackend: 'editor' },
      variables: {
        'backends.codex.executable': 'CODEX_PATH',
        defaultBackend: 'coagent8_EDITOR_SETTINGS',
      },
      places: [
        { place: 'dataRoot', source: 'environment', variable: 'COAGENT8_DIR' },
        { place: 'configFile', value: data.file },
        { place: 'priceList', value: 'https://prices.example/list' },
        { place: 'history', value: 'off' },
      ],
      ignored: [],
      ignoredCount: 0,
    });
    expect(JSON.stringify(shown)).not.toContain('hush');
  });

  it('says first what has no effect, and what may have been meant', async () => {
    data.write({ routing: { allowedBackend: [] }, [`later${'x'.repeat(300)}`]: 1, defaultBackend: 'agy' });
    const variables = { COAGENT8_EDITOR_SETTINGS: '{"defaultbackend":"agy"}' };
    const { stdout } = await data.run(['config', 'show'], { variables });
    expect(stdout.split('\n').slice(1, 10)).toEqual([
      '',
      'Ignored, since there is no such field:',
      '  routing.allowedBackend (file)',
      '      did you mean routing.allowedBackends',
      `  later${'x'.repeat(195)}… (file)`,
      '  defaultbackend (editor)',
      '      did you mean defaultBackend',
      'The next change drops them from the file.',
      '',
    ]);
    const { stdout: json } = await data.run(['config', 'show', '--json'], { variables });
    expect(JSON.parse(json)).toMatchObject({
      ignored: [
        { path: 'routing.allowedBackend', source: 'file', similar: ['routing.allowedBackends'] },
        {},
        {},
      ],
      ignoredCount: 3,
    });
    await config('set', 'defaultBackend', 'codex');
    expect((await config('show')).stdout).not.toContain('Ignored');
  });

  it('says that there is no file', async () => {
    const { exitCode, stdout } = await config('show');
    expect(exitCode).toBe(0);
    expect(stdout.startsWith(`${data.file} (does not exist)\n`)).toBe(true);
  });

  it('prints one object for programs', async () => {
    data.write({ defaultBackend: 'claude' });
    const { exitCode, stdout, stderr } = await config('show', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    expect(JSON.parse(stdout)).toMatchObject({
      file: data.file,
      isThere: true,
      configuration: { defaultBackend: 'claude', governance: { outputPriceAbove: 20 } },
      sources: { defaultBackend: 'file', 'governance.outputPriceAbove': 'default' },
    });
  });

  it('styles on a terminal alone', async () => {
    const shown = (variables: Record<string, string>) =>
      data.run(['config', 'show'], { terminals: true, variables });
    expect((await shown({})).stdout).toContain('\u001b[2m');
    expect((await shown({ NO_COLOR: '1' })).stdout).not.toContain('\u001b');
    expect((await config('show')).stdout).not.toContain('\u001b');
  });

  it('lets no control and no credential out', async () => {
    const key = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
    data.write({ backends: { codex: { defaultModel: `a\u001b[31m\nb` }, claude: { defaultModel: key } } });
    for (const args of [['show'], ['show', '--json']]) {
      const { stdout } = await config(...args);
      for (const part of ['\u001b', '\\u001b', 'A1b2C3d4E5']) expect(stdout).not.toContain(part);
    }
  });

  it.each([
    ['{\n', 'not valid JSON (line 2)'],
    ['{"governance":{"models":\n{"alow":[]}}}', '(line 2): governance.models.alow: is not a known key'],
    ['{"routing":7}', '(line 1): routing: '],
  ])('says what is wrong with %j', async (content, message) => {
    data.write(content);
    const { exitCode, stdout, stderr } = await config('show');
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^POLICY_DENIED: the configuration .+; .+\n$/);
    expect(stderr).toContain(message);
    const asJson = await config('show', '--json');
    expect(asJson).toMatchObject({ exitCode: 3, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });
});

describe('config set and unset', () => {
  it.each([
    ['defaultBackend', 'codex', 'codex'],
    ['backends.codex.defaultModel', '"4.2"', '4.2'],
    ['governance.outputPriceAbove', '12.5', 12.5],
    ['governance.outputPriceAbove', 'null', null],
    ['routing.allowedBackends', '["codex", "agy"]', ['codex', 'agy']],
    ['backends.agy.trustedWorkspaces', '["~/mine"]', ['~/mine']],
  ])('%s %s', async (field, text, value) => {
    const { exitCode, stdout, stderr } = await config('set', field, text);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${field} is now .+ in ${data.file}\n$`));
    const at = field
      .split('.')
      .reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), data.read());
    expect(at).toEqual(value);
    await config('unset', field);
    expect(data.read()).toEqual({ schemaVersion: 1 });
  });

  it('says what is in effect where that is something else', async () => {
    await config('set', 'governance.defaultPriceRatio', '3');
    expect((await config('unset', 'governance.defaultPriceRatio')).stdout).toBe(
      `governance.defaultPriceRatio is not set in ${data.file}; by default: 2\n`,
    );
    const overridden = await data.run(['config', 'set', 'defaultBackend', 'codex'], {
      variables: { COAGENT8_EDITOR_SETTINGS: '{"defaultBackend":"agy"}' },
    });
    expect(overridden.stdout).toBe(
      `defaultBackend is now codex in ${data.file}\nthe editor's settings win here: agy\n`,
    );
  });

  it('says which variable wins over what was set', async () => {
    const { stdout } = await data.run(['config', 'set', 'backends.codex.executable', '/mine'], {
      variables: { CODEX_PATH: '/env/codex' },
    });
    expect(stdout).toBe(
      `backends.codex.executable is now /mine in ${data.file}\nCODEX_PATH wins here: /env/codex\n`,
    );
  });

  it('makes the file that COAGENT8_CONFIG names', async () => {
    const named = `${data.file}.mine`;
    const variables = { COAGENT8_CONFIG: named };
    expect((await data.run(['config', 'show'], { variables })).stdout).toContain(`${named} (does not exist)`);
    await data.run(['config', 'set', 'defaultBackend', 'agy'], { variables });
    const { stdout } = await data.run(['config', 'show', '--json'], { variables });
    expect(JSON.parse(stdout)).toMatchObject({ file: named, isThere: true });
    expect(data.isThere()).toBe(false);
  });

  it.each([
    [['set', 'defaultBackend', 'gemini'], 'defaultBackend: .*; give one of codex, agy, claude'],
    [['set', 'outputPriceAbove', '5'], 'there is no field .*; did you mean governance.outputPriceAbove\\?'],
    [
      ['set', 'backends', '{}'],
      'there is no field to set: "backends"; did you mean backends.codex.defaultModel',
    ],
    [['set', 'backends.codex.defaultModel', 'two words'], 'model holds white space'],
    [['set', 'governance.models.deny', '["ok","-x"]'], 'model begins with a dash'],
    [['set', 'governance.models.deny', 'x'], 'governance.models.deny: .*; give a list of names'],
    [['unset', 'nothing'], 'there is no field to set: "nothing"; the fields are defaultBackend, '],
    [['set', 'defaultBackend'], 'there is no <value>; add it'],
    [['set', 'defaultBackend', 'agy', 'codex'], '"codex" is an argument too many'],
    [['sett', 'defaultBackend', 'agy'], 'there is no such command: "sett"; did you mean `set`'],
    [['unset'], 'there is no <field>; add it'],
  ])('%j is 2', async (args, line) => {
    data.write('{ "defaultBackend":"agy"}');
    const { exitCode, stdout, stderr } = await config(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^INPUT_LIMIT: ${line}.*\n$`));
    expect(data.readText()).toBe('{ "defaultBackend":"agy"}');
  });

  it('does not repeat what may be a key', async () => {
    const key = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
    for (const args of [
      ['set', key, 'x'],
      ['set', 'defaultBackend', key],
      ['set', `backends.codex.${key}`, key],
      ['unset', key],
    ]) {
      const { exitCode, stderr } = await config(...args);
      expect(exitCode).toBe(2);
      expect(stderr).not.toContain('A1b2C3d4E5');
    }
  });

  it('says that a broken file or a directory stays as it is', async () => {
    data.write('{"schemaVersion":2}');
    expect(await config('set', 'defaultBackend', 'agy')).toMatchObject({ exitCode: 3, stdout: '' });
    expect(data.readText()).toBe('{"schemaVersion":2}');
    data.remove();
    data = createTemporaryData();
    data.makeFolderOfFile();
    const { exitCode, stderr } = await config('unset', 'defaultBackend');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^POLICY_DENIED: the configuration is not usable: /);
  });

  it('shows what was set, whatever it is', async () => {
    const name = fc.stringMatching(/^[a-z0-9][a-zA-Z0-9./_:@[\]-]{0,20}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 3 }),
        fc.double({ min: 0, noNaN: true, max: 1e9 }),
        async (list, price) => {
          await config('set', 'governance.models.ask', JSON.stringify(list));
          await config('set', 'governance.outputPriceAbove', JSON.stringify(price));
          const shown: unknown = JSON.parse((await config('show', '--json')).stdout);
          expect(shown).toMatchObject({
            configuration: {
              governance: { outputPriceAbove: price === 0 ? 0 : price, models: { ask: list } },
            },
          });
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('help', () => {
  it.each([[[]], [['set']], [['unset']], [['show']], [['path']]])('config %j --help', async (args) => {
    const { exitCode, stdout, stderr, composed } = await config(...args, '--help');
    expect({ exitCode, stderr, composed }).toEqual({ exitCode: 0, stderr: '', composed: 0 });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(84);
  });
});

describe('config inside of a turn', () => {
  const nested = { variables: { COAGENT8_NESTED_TURN: '1' } };

  it.each([
    ['set', 'defaultBackend', 'codex'],
    ['unset', 'defaultBackend'],
  ])('%s changes nothing', async (...args) => {
    data.write({ defaultBackend: 'agy' });
    const { exitCode, stdout, stderr } = await data.run(['config', ...args], nested);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^POLICY_DENIED: .*inside a turn of CoAgent8.*\n$/);
    expect(data.read()).toEqual({ defaultBackend: 'agy' });
  });

  it.each(['path', 'show'])('%s still says what there is', async (command) => {
    expect(await data.run(['config', command], nested)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('config unset of a field that has no default', () => {
  it('names none', async () => {
    data.write({ defaultBackend: 'agy' });
    expect((await config('unset', 'defaultBackend')).stdout).toBe(
      `defaultBackend is not set in ${data.file}\n`,
    );
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { describeConfig } from './describe-config.js';
import { loadConfig } from './load-config.js';
import { locationsOf } from './locations-of.js';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'coagent8-describe-'));
});
afterEach(() => rm(home, { recursive: true }));

const originWith = (variables: Record<string, string> = {}) => {
  const environment = { variables, platform: process.platform, homeDirectory: home, workingDirectory: home };
  return { locations: locationsOf(environment), environment };
};

describe('describeConfig', () => {
  it('says that all is by default where there is no file, also where one is named', async () => {
    const { file, isThere, fields, configuration } = await describeConfig(
      originWith({ COAGENT8_CONFIG: '~/mine.json' }),
    );
    expect({ file, isThere }).toEqual({ file: join(home, 'mine.json'), isThere: false });
    expect(new Set(fields.map(({ source }) => source))).toEqual(new Set(['default']));
    expect(configuration).toEqual(await loadConfig(originWith()));
  });

  it('says where each value comes from', async () => {
    await mkdir(join(home, '.coagent8'));
    await writeFile(
      join(home, '.coagent8', 'config.json'),
      JSON.stringify({
        defaultBackend: 'agy',
        backends: { codex: { executable: '~/codex', skills: { installed: [] } } },
        governance: { outputPriceAbove: null },
      }),
    );
    const settings = '{"defaultBackend":"codex","backends":{"codex":{"skills":{"disabled":["x"]}}}}';
    const { isThere, fields } = await describeConfig(originWith({ COAGENT8_EDITOR_SETTINGS: settings }));
    const at = (path: string) => fields.find((field) => field.path === path);
    expect(isThere).toBe(true);
    expect(at('defaultBackend')).toMatchObject({ value: 'codex', source: 'editor' });
    expect(at('backends.codex.executable')).toMatchObject({ value: join(home, 'codex'), source: 'file' });
    expect(at('backends.codex.skills.installed')).toMatchObject({ value: [], source: 'file' });
    expect(at('backends.codex.skills.disabled')).toMatchObject({ value: ['x'], source: 'editor' });
    expect(at('governance.outputPriceAbove')).toMatchObject({ value: null, source: 'file' });
    expect(at('governance.defaultPriceRatio')).toMatchObject({ value: 2, source: 'default' });
    expect(at('backends.codex.defaultModel')).toEqual({
      path: 'backends.codex.defaultModel',
      source: 'default',
    });
  });

  it("says which variable holds the editor's settings, and which one names an executable", async () => {
    await mkdir(join(home, '.coagent8'));
    const agents = {
      codex: { executable: '/file' },
      claude: { executable: '/file' },
      agy: { executable: '/f' },
    };
    await writeFile(join(home, '.coagent8', 'config.json'), JSON.stringify({ backends: agents }));
    const { fields, configuration } = await describeConfig(
      originWith({
        coagent8_EDITOR_SETTINGS: '{"defaultBackend":"agy","backends":{"codex":{"executable":"/editor"}}}',
        CODEX_PATH: '~/bin/codex',
        CLAUDE_PATH: 'here',
        AGY_PATH: '',
      }),
    );
    expect(fields.filter(({ source }) => source !== 'default')).toEqual([
      { path: 'defaultBackend', value: 'agy', source: 'editor', variable: 'coagent8_EDITOR_SETTINGS' },
      {
        path: 'backends.codex.executable',
        value: join(home, 'bin', 'codex'),
        source: 'environment',
        variable: 'CODEX_PATH',
      },
      { path: 'backends.claude.executable', value: 'here', source: 'environment', variable: 'CLAUDE_PATH' },
      { path: 'backends.agy.executable', value: '/f', source: 'file' },
    ]);
    expect(configuration.backends.codex.executable).toBe(join(home, 'bin', 'codex'));
  });

  it('shows for every field what the strongest source says, and which it is', async () => {
    await mkdir(join(home, '.coagent8'));
    const field = fc.constantFrom('defaultModel', 'executable');
    const backend = fc.constantFrom('codex', 'claude', 'agy');
    const sources = fc.uniqueArray(fc.constantFrom<string>('file', 'editor', 'environment'), {
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(backend, field, sources, async (id, name, says) => {
        const settingOf = (source: string) =>
          JSON.stringify(says.includes(source) ? { backends: { [id]: { [name]: `/${source}` } } } : {});
        await writeFile(join(home, '.coagent8', 'config.json'), settingOf('file'));
        const { fields } = await describeConfig(
          originWith({
            COAGENT8_EDITOR_SETTINGS: settingOf('editor'),
            ...(says.includes('environment') && { [`${id.toUpperCase()}_PATH`]: '/environment' }),
          }),
        );
        const strongest = ['environment', 'editor', 'file'].find(
          (source) => says.includes(source) && (source !== 'environment' || name === 'executable'),
        );
        const found = fields.find(({ path }) => path === `backends.${id}.${name}`);
        expect(found?.source).toBe(strongest ?? 'default');
        expect(found?.value).toBe(strongest && `/${strongest}`);
      }),
      { numRuns: 60 },
    );
  });

  it("names what means nothing, of the file and of the editor's settings", async () => {
    await mkdir(join(home, '.coagent8'));
    await writeFile(
      join(home, '.coagent8', 'config.json'),
      '{"later":{"x":1},"routing":{"strategi":"fixed"}}',
    );
    const { ignored, ignoredCount } = await describeConfig(
      originWith({ COAGENT8_EDITOR_SETTINGS: '{"defaultbackend":"agy"}' }),
    );
    expect(ignored).toEqual([
      { path: 'later', source: 'file', similar: [] },
      { path: 'routing.strategi', source: 'file', similar: ['routing.strategy'] },
      { path: 'defaultbackend', source: 'editor', similar: ['defaultBackend'] },
    ]);
    expect(ignoredCount).toBe(3);
  });

  it('says where things are kept, and why there', async () => {
    const { places } = await describeConfig(originWith({ COAGENT8_DIR: join(home, 'data') }));
    expect(places.map(({ place, variable }) => [place, variable])).toEqual([
      ['dataRoot', 'COAGENT8_DIR'],
      ['configFile', 'COAGENT8_DIR'],
      ['priceList', undefined],
    ]);
  });

  it('refuses as loading does', async () => {
    await mkdir(join(home, '.coagent8', 'config.json'), { recursive: true });
    await expect(describeConfig(originWith())).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });
});

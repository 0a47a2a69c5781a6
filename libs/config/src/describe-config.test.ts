import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

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

  it('refuses as loading does', async () => {
    await mkdir(join(home, '.coagent8', 'config.json'), { recursive: true });
    await expect(describeConfig(originWith())).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });
});

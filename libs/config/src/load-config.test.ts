import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { loadConfig } from './load-config.js';
import { locationsOf } from './locations-of.js';
import { CONFIG_MAX_BYTES } from './schema.js';

let home: string;
let configFile: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'coagent8-config-'));
  await mkdir(join(home, '.coagent8'));
  configFile = join(home, '.coagent8', 'config.json');
});

afterEach(() => rm(home, { recursive: true, force: true }));

const load = (variables: Environment['variables'] = {}) => {
  const environment = { variables, platform: process.platform, homeDirectory: home, workingDirectory: home };
  return loadConfig({ locations: locationsOf(environment), environment });
};

/** A configuration of exactly so many bytes, some of them of two-byte characters. */
const configOf = (bytes: number) => {
  const [start, end] = ['{"defaultBackend":"agy","note":"ä', '"}'];
  return `${start}${' '.repeat(bytes - Buffer.byteLength(start + end))}${end}`;
};

const denied = (...parts: string[]) => ({
  code: 'POLICY_DENIED',
  message: expect.stringMatching(new RegExp(parts.join('.*'))),
  remedy: expect.any(String),
});

describe('loadConfig', () => {
  it('is the defaults without a file or even a folder, and creates neither', async () => {
    expect((await load()).governance.outputPriceAbove).toBe(20);
    await rm(join(home, '.coagent8'), { recursive: true });
    expect((await load()).backends.codex).toEqual({ env: [], skills: { disabled: [] } });
    expect(await readdir(home)).toEqual([]);
  });

  it('reads the file anew each time', async () => {
    await writeFile(configFile, '\uFEFF{"defaultBackend":"agy"}');
    expect((await load()).defaultBackend).toBe('agy');
    await writeFile(configFile, '{"defaultBackend":"codex"}');
    expect((await load()).defaultBackend).toBe('codex');
  });

  it('reads the file that COAGENT8_CONFIG names', async () => {
    await writeFile(join(home, 'mine.json'), '{"defaultBackend":"claude"}');
    expect((await load({ COAGENT8_CONFIG: '~/mine.json' })).defaultBackend).toBe('claude');
    expect((await load({ COAGENT8_CONFIG: '~/to-be-made.json' })).governance.outputPriceAbove).toBe(20);
  });

  it('lays the settings of the editor over the file', async () => {
    await writeFile(configFile, '{"defaultBackend":"agy","backends":{"codex":{"defaultModel":"swift"}}}');
    const settings = '{"schemaVersion":1,"defaultBackend":"codex","unknown":true}';
    for (const variable of ['COAGENT8_EDITOR_SETTINGS', 'coagent8_EDITOR_SETTINGS']) {
      const loaded = await load({ [variable]: settings });
      expect(loaded).toMatchObject({
        defaultBackend: 'codex',
        backends: { codex: { defaultModel: 'swift' } },
      });
    }
  });

  it('lays what the environment names over both', async () => {
    await writeFile(configFile, '{"backends":{"codex":{"executable":"/file"},"agy":{"executable":"/file"}}}');
    const loaded = await load({
      CODEX_PATH: '~/bin/codex',
      CLAUDE_PATH: 'relative',
      AGY_PATH: '',
      COAGENT8_EDITOR_SETTINGS:
        '{"backends":{"codex":{"executable":"/editor"},"claude":{"executable":"/editor"}}}',
    });
    expect(loaded.backends).toMatchObject({
      codex: { executable: join(home, 'bin/codex') },
      claude: { executable: 'relative' },
      agy: { executable: '/file' },
    });
  });

  it('names the file and what is wrong in it', async () => {
    await writeFile(configFile, '{\n  "defaultBackend": "agy",\n}');
    await expect(load()).rejects.toMatchObject(denied(configFile, 'line 3'));
    await writeFile(configFile, '\uFEFF{\r\n\r\n"defaultBackend":7}');
    await expect(load()).rejects.toMatchObject({
      ...denied(configFile, 'line 3', 'defaultBackend'),
      details: { source: configFile, field: 'defaultBackend', line: 3 },
    });
    await writeFile(configFile, '');
    await expect(load()).rejects.toMatchObject(denied(configFile, 'line 1'));
  });

  it('names the variable and what is wrong in it', async () => {
    const refused = (settings: string) => load({ COAGENT8_EDITOR_SETTINGS: settings });
    await expect(refused('{')).rejects.toMatchObject(denied('COAGENT8_EDITOR_SETTINGS is not valid JSON$'));
    await expect(refused('{\n"a"')).rejects.toMatchObject(denied('COAGENT8_EDITOR_SETTINGS', 'line 2'));
    await expect(refused('{"routing":1}')).rejects.toMatchObject(
      denied('COAGENT8_EDITOR_SETTINGS', 'routing'),
    );
    await expect(refused('{"governance":{}}')).rejects.toMatchObject(
      denied('COAGENT8_EDITOR_SETTINGS is not valid: governance: belongs in config.json'),
    );
    await expect(refused('{"defaultBackend":"agy",\n"governance":{}}')).rejects.toMatchObject({
      ...denied('COAGENT8_EDITOR_SETTINGS is not valid \\(line 2\\): governance: belongs'),
      details: { source: 'COAGENT8_EDITOR_SETTINGS', field: 'governance', line: 2 },
    });
  });

  it('takes configurations at the limit and refuses them one byte past it', async () => {
    await writeFile(configFile, configOf(CONFIG_MAX_BYTES));
    expect((await load()).defaultBackend).toBe('agy');
    await writeFile(configFile, configOf(CONFIG_MAX_BYTES + 1));
    await expect(load()).rejects.toMatchObject(denied(configFile));
    await rm(configFile);
    expect((await load({ COAGENT8_EDITOR_SETTINGS: configOf(CONFIG_MAX_BYTES) })).defaultBackend).toBe('agy');
    await expect(load({ COAGENT8_EDITOR_SETTINGS: configOf(CONFIG_MAX_BYTES + 1) })).rejects.toMatchObject(
      denied('COAGENT8_EDITOR_SETTINGS is larger than 262144 bytes'),
    );
  });

  it('does not take an unreadable file for a missing one', async () => {
    await mkdir(configFile);
    await expect(load()).rejects.toMatchObject(denied('not usable', configFile));
    await rm(configFile, { recursive: true });
    await writeFile(configFile, Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(load()).rejects.toMatchObject(denied('not usable', configFile));
  });

  it('does not take a way that leads nowhere for a missing file', async () => {
    await symlink(configFile, configFile);
    await expect(load()).rejects.toMatchObject(denied('not usable', configFile));
    await rm(configFile);
    await symlink(join(home, 'not-there.json'), configFile);
    await expect(load()).rejects.toMatchObject(denied(configFile, 'is a link that leads nowhere'));
    await rm(join(home, '.coagent8'), { recursive: true });
    await writeFile(join(home, '.coagent8'), '');
    await expect(load()).rejects.toMatchObject(denied('not usable', configFile));
  });
});

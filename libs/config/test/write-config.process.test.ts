import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { startWriter, UNPRIVILEGED } from './writer-process.js';
import type { WriterProcess } from './writer-process.js';

let home = '';
let folder = '';
let file = '';
let writers: WriterProcess[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'coagent8-writers-'));
  folder = join(home, '.coagent8');
  file = join(folder, 'config.json');
});
afterEach(async () => {
  await Promise.all(writers.map(({ kill }) => kill()));
  writers = [];
  rmSync(home, { recursive: true });
});

const start = (options: Parameters<typeof startWriter>[1]) => {
  const writer = startWriter(home, options);
  writers.push(writer);
  return writer;
};
const allowed = () =>
  (JSON.parse(readFileSync(file, 'utf8')) as { governance: { models: { allow: string[] } } }).governance
    .models.allow;

describe('writers in processes of their own', () => {
  it('lose none of 8 × 10 entries', async () => {
    const [processes, times] = [8, 10];
    const started = Array.from({ length: processes }, (_, index) => start({ name: `m${index}`, times }));
    expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(Array(processes).fill(0));
    expect(new Set(allowed()).size).toBe(processes * times);
    expect(allowed()).toHaveLength(processes * times);
    expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  }, 60_000);

  it('leave the old or the new file when they are killed', async () => {
    mkdirSync(folder);
    const long = Array.from({ length: 400 }, (_, index) => `${index}-`.padEnd(250, 'x'));
    writeFileSync(file, JSON.stringify({ governance: { models: { allow: long } } }));
    for (let round = 0; round < 6; round++) {
      const writer = start({ name: `r${round}`, times: 500 });
      for (let line = 0; line <= round; line++) expect(await writer.nextLine()).toBe('written');
      await writer.kill();
      const names = allowed();
      expect(names.slice(0, long.length)).toEqual(long);
      const own = names.filter((name) => name.startsWith(`r${round}-`));
      expect(own.length).toBeGreaterThan(round);
      expect(own).toEqual(own.map((_, index) => `r${round}-${index}`));
      rmSync(join(folder, 'locks'), { recursive: true }); // a killed holder's lock is waited for, for seconds
    }
  }, 60_000);
});

describe('recorders in processes of their own', () => {
  it('write one default for each agent, whichever comes first, and lose nothing else', async () => {
    mkdirSync(folder);
    writeFileSync(
      file,
      '{"later":1,"governance":{"models":{"deny":["x"]}},"backends":{"claude":{"env":["A"]}}}',
    );
    const names = Array.from({ length: 8 }, (_, index) => `m${index}`);
    const recorders = names.map((name) => start({ name, times: 0, program: 'record' }));
    for (const { nextLine } of recorders) expect(await nextLine()).toBe('ready');
    const remembering = start({ name: 'r', times: 10 });
    for (const backend of ['codex', 'claude', 'agy']) for (const { send } of recorders) send(backend);
    const winners: (string | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      const said = await Promise.all(recorders.map(({ nextLine }) => nextLine()));
      expect(said.filter((line) => line === 'false')).toHaveLength(7);
      winners.push(names[said.indexOf('true')]);
    }
    expect(await remembering.ended).toBe(0);
    const [codex, claude, agy] = winners.map((defaultModel) => ({ defaultModel }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      governance: {
        models: { deny: ['x'], allow: Array.from({ length: 10 }, (_, index) => `r-${index}`) },
      },
      backends: { codex, agy, claude: { env: ['A'], ...claude } },
    });
    expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  }, 60_000);
});

describe('a writer without rights', () => {
  const CONTENT = '{"defaultBackend":"agy", "unknown": 1}';

  /** What a user without rights is told, where the file and its folder have these modes. */
  const refusal = async (modes: { readonly file: number; readonly folder: number }): Promise<unknown> => {
    mkdirSync(join(folder, 'locks'), { recursive: true });
    writeFileSync(file, CONTENT);
    const paths = [home, folder, join(folder, 'locks'), file];
    if (UNPRIVILEGED !== undefined) for (const path of paths) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
    chmodSync(file, modes.file);
    chmodSync(folder, modes.folder);
    const line = await start({ name: 'm', times: 1, user: UNPRIVILEGED }).nextLine();
    chmodSync(folder, 0o700);
    chmodSync(file, 0o600);
    expect(readFileSync(file, 'utf8')).toBe(CONTENT);
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'locks']);
    return JSON.parse(line ?? 'null');
  };

  it.each([
    ['must not read the file', { file: 0o000, folder: 0o700 }, 'POLICY_DENIED', 'is not usable: cannot read'],
    [
      'must not write the file',
      { file: 0o400, folder: 0o700 },
      'PROCESS_ERROR',
      'is protected against writing',
    ],
    ['must not write its folder', { file: 0o600, folder: 0o500 }, 'PROCESS_ERROR', 'cannot write'],
  ])('%s and leaves it', async (_, modes, code, message) => {
    const refused = await refusal(modes);
    expect(refused).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(refused).toMatchObject({ message: expect.stringContaining(file), remedy: expect.any(String) });
  });
});

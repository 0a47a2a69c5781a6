import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BACKEND_IDS } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createQuotaStore } from '../src/quota/quota-store.js';
import { endQuotaProcesses, startQuotaProcess } from './quota-process.js';

const PROCESSES = 8;
const TIMES = 5;

let folder = '';
let quotaFile = '';
let locksDirectory = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-quotas-'));
  quotaFile = join(folder, 'data', 'quota.json');
  locksDirectory = join(folder, 'data', 'locks');
});
afterEach(async () => {
  await endQuotaProcesses();
  if (!lstatSync(join(folder, 'data')).isSymbolicLink()) chmodSync(join(folder, 'data'), 0o700);
  rmSync(folder, { recursive: true });
});

const open = () => createQuotaStore({ quotaFile, locksDirectory });
const start = (name: string, ...args: readonly string[]) =>
  startQuotaProcess(name, quotaFile, locksDirectory, ...args);
const cooldown = () => ({
  observedAt: new Date().toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
});

async function keepAtOnce(): Promise<void> {
  const processes = Array.from({ length: PROCESSES }, (_, index) =>
    start('keep-quotas', String(index), String(TIMES)),
  );
  const said = await Promise.all(processes.map(({ nextLine }) => nextLine()));
  expect(said).toEqual(Array(PROCESSES).fill('done []'));
}

async function expectAllKept(): Promise<void> {
  const { quotas, warnings } = await open().read();
  expect(warnings).toEqual([]);
  const models = Array.from({ length: PROCESSES }, (_, index) => `model-${index}`);
  for (const backend of BACKEND_IDS) {
    const { [backend]: known } = quotas;
    expect(known?.reading?.windows).toEqual([{ name: 'weekly', usedPercent: TIMES }]);
    expect(known?.cooldowns.map(({ forModel }) => forModel).toSorted()).toEqual(models);
  }
  expect(readdirSync(locksDirectory)).toEqual([]);
  expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['locks', 'quota.json']);
}

describe('several processes', () => {
  it(`lose no reading and no cooldown of ${PROCESSES}`, async () => {
    await keepAtOnce();
    await expectAllKept();
  }, 60_000);

  it('lose none where the data root is a link', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data'));
    await keepAtOnce();
    await expectAllKept();
    expect(lstatSync(join(folder, 'data')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, 'elsewhere'))).toContain('quota.json');
  }, 60_000);

  it('write again when one was killed that held the lock', async () => {
    const holder = startQuotaProcess('hold-quota-lock', join(locksDirectory, 'quota.json.lock'));
    expect(await holder.nextLine()).toBe('held');
    await holder.kill();
    const store = open();
    // Neither waits for a lock.
    expect(await store.read()).toEqual({ quotas: {}, warnings: [] });
    expect(await store.endCooldowns('codex', { model: undefined, beganAtMs: Date.now() })).toEqual([]);
    expect(readdirSync(locksDirectory)).toEqual(['quota.json.lock']);

    expect(await store.keepCooldown('codex', cooldown())).toEqual([]);
    expect((await open().read()).quotas.codex?.cooldowns).toHaveLength(1);
    expect(readdirSync(locksDirectory)).toEqual([]);
  }, 30_000);

  it('see a whole file when one is killed while it writes', async () => {
    for (let time = 0; time < 2; time++) {
      const writer = start('keep-quotas', '0', '1000000', 'loud');
      expect(await writer.nextLine()).toBe('kept');
      await writer.kill();
      const { quotas, warnings } = await open().read();
      expect(warnings).toEqual([]);
      expect(Object.keys(quotas)).toEqual([...BACKEND_IDS]);
    }
  }, 60_000);
});

describe('a disk that refuses', () => {
  const seen = async () => JSON.parse((await start('use-quotas').nextLine()) ?? '');
  const failed = (text: string) => [{ code: 'STORE_FAILED', message: expect.stringContaining(text) }];

  it('to be written to is read all the same, and told of', async () => {
    await open().keepCooldown('agy', cooldown());
    const before = readFileSync(quotaFile, 'utf8');
    const { backends } = JSON.parse(before);
    chmodSync(folder, 0o755);
    chmodSync(locksDirectory, 0o555);
    chmodSync(join(folder, 'data'), 0o555);
    chmodSync(quotaFile, 0o444);
    expect(await seen()).toEqual({ quotas: backends, read: [], kept: failed('EACCES') });
    expect(readFileSync(quotaFile, 'utf8')).toBe(before);
  });

  it('to be read is told of, and the file is left as it is', async () => {
    await open().keepCooldown('agy', cooldown());
    chmodSync(folder, 0o755);
    chmodSync(locksDirectory, 0o777);
    chmodSync(join(folder, 'data'), 0o777);
    const before = readFileSync(quotaFile, 'utf8');
    chmodSync(quotaFile, 0o000);
    const unreadable = failed(`cannot read ${quotaFile}: EACCES`);
    expect(await seen()).toEqual({ quotas: {}, read: unreadable, kept: unreadable });
    chmodSync(quotaFile, 0o600);
    expect(readFileSync(quotaFile, 'utf8')).toBe(before);
  });
});

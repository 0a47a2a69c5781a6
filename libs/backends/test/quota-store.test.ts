import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import type { QuotaReading } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { headroomOf } from '../src/quota/headroom.js';
import { createQuotaStore, QUOTA_FILE_MAX_BYTES } from '../src/quota/quota-store.js';
import { at, DAY_MS, MINUTE_MS, NOW_MS } from './quota-arbitraries.js';

let folder = '';
let places = { quotaFile: '', locksDirectory: '' };
let nowMs = NOW_MS;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-quotas-'));
  places = { quotaFile: join(folder, 'quota.json'), locksDirectory: join(folder, 'locks') };
  nowMs = NOW_MS;
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => createQuotaStore(places, { wallClock: () => nowMs });
const reading: QuotaReading = { readAt: at(0), windows: [{ name: 'weekly', usedPercent: 40 }], plan: 'plus' };
const cooldown = { observedAt: at(0), until: at(DAY_MS) };
/** A turn that began after all that was observed. */
const answered = (model?: string, beganAtMs = nowMs + 1) => ({ model, beganAtMs });
const content = () => JSON.parse(readFileSync(places.quotaFile, 'utf8'));
const put = (text: string) => writeFileSync(places.quotaFile, text);
const storeFailed = (text: string) => [{ code: 'STORE_FAILED', message: expect.stringContaining(text) }];
const quotas = async () => (await open().read()).quotas;

describe('createQuotaStore', () => {
  it('knows nothing where there is no file, and makes none by looking or by ending nothing', async () => {
    const store = open();
    expect(await store.read()).toEqual({ quotas: {}, warnings: [] });
    expect(await store.endCooldowns('codex', answered())).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps readings and cooldowns of all agents beside each other, for other processes', async () => {
    const store = open();
    expect(await store.keepReading('codex', reading)).toEqual([]);
    expect(await store.keepCooldown('codex', cooldown)).toEqual([]);
    expect(await store.keepCooldown('claude', { ...cooldown, forModel: null })).toEqual([]);
    expect(await store.keepReading('agy', reading)).toEqual([]);
    expect(await open().read()).toEqual({
      quotas: {
        codex: { reading, cooldowns: [cooldown] },
        claude: { cooldowns: [{ ...cooldown, forModel: null }] },
        agy: { reading, cooldowns: [] },
      },
      warnings: [],
    });
    expect(content().schemaVersion).toBe(1);
    expect(statSync(places.quotaFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(places.locksDirectory)).toEqual([]);
  });

  it('gives the same object until somebody changes the file', async () => {
    const store = open();
    await store.keepReading('codex', reading);
    const first = (await store.read()).quotas;
    expect((await store.read()).quotas).toBe(first);
    await open().keepReading('agy', reading);
    expect(Object.keys((await store.read()).quotas)).toEqual(['codex', 'agy']);
  });

  it('ends what an answered turn shows to be over, and nothing else', async () => {
    const store = open();
    await store.keepCooldown('codex', { ...cooldown, forModel: 'swift-4.2' });
    await store.keepCooldown('codex', { ...cooldown, forModel: 'big-model' });
    await store.keepCooldown('claude', cooldown);
    expect(await store.endCooldowns('codex', answered('vendor/swift-4-2'))).toEqual([]);
    expect(await quotas()).toEqual({
      codex: { cooldowns: [{ ...cooldown, forModel: 'big-model' }] },
      claude: { cooldowns: [cooldown] },
    });
  });

  it('ends nothing that was met while the answered turn ran', async () => {
    const store = open();
    await store.keepCooldown('codex', cooldown);
    expect(await store.endCooldowns('codex', answered(undefined, nowMs))).toEqual([]);
    expect(await quotas()).toEqual({ codex: { cooldowns: [cooldown] } });
    expect(await store.endCooldowns('codex', answered(undefined, nowMs + 1))).toEqual([]);
    expect(await quotas()).toEqual({});
  });

  it('takes no lock and writes nothing where there is nothing to end', async () => {
    const store = open();
    await store.keepCooldown('codex', { ...cooldown, forModel: 'swift-4.2' });
    const before = statSync(places.quotaFile, { bigint: true });
    // A folder in its place: whoever takes the lock fails.
    rmSync(places.locksDirectory, { recursive: true });
    writeFileSync(places.locksDirectory, '');
    expect(await store.endCooldowns('codex', answered())).toEqual([]);
    expect(await store.endCooldowns('codex', answered('big-model'))).toEqual([]);
    expect(await store.endCooldowns('claude', answered('swift-4.2'))).toEqual([]);
    expect(await store.endCooldowns('codex', answered('swift-4.2', nowMs))).toEqual([]);
    expect(await store.endCooldowns('codex', answered('swift-4.2'))).toEqual(storeFailed('EEXIST'));
    nowMs += 2 * DAY_MS;
    expect(await store.endCooldowns('codex', answered('swift-4.2'))).toEqual([]);
    expect(statSync(places.quotaFile, { bigint: true })).toMatchObject({
      ino: before.ino,
      mtimeNs: before.mtimeNs,
    });
  });

  it.each([
    ['is over', { until: at(0) }],
    ['ended before it began', { until: at(-DAY_MS) }],
    ['is observed in the future', { observedAt: at(1) }],
    ['says no time', { until: 'tomorrow' }],
    ['says a time in another zone', { until: '2027-01-01T00:00:00+01:00' }],
    ['names a model without a name', { forModel: '' }],
  ])('keeps no cooldown that %s', async (_, part) => {
    expect(await open().keepCooldown('codex', { ...cooldown, ...part })).toEqual([]);
    expect(existsSync(places.quotaFile)).toBe(false);
  });

  it('keeps no reading that could not be read again', async () => {
    const store = open();
    await store.keepReading('codex', reading);
    const windows = [{ name: 'weekly', windowMinutes: Infinity }];
    expect(await store.keepReading('codex', { ...reading, windows })).toEqual([]);
    expect(await store.keepReading('codex', { ...reading, readAt: 'now' })).toEqual([]);
    expect(await quotas()).toEqual({ codex: { reading, cooldowns: [] } });
  });

  it('forgets with the next change what is over by then', async () => {
    const store = open();
    await store.keepCooldown('codex', { ...cooldown, until: at(MINUTE_MS) });
    await store.keepCooldown('agy', cooldown);
    nowMs += MINUTE_MS;
    expect(await quotas()).toHaveProperty('codex');
    await store.keepReading('claude', { ...reading, readAt: at(MINUTE_MS) });
    expect(Object.keys(content().backends)).toEqual(['agy', 'claude']);
  });

  it('takes what was said before the clock was set back for unknown, and puts anew in its place', async () => {
    const store = open();
    await store.keepReading('codex', reading);
    await store.keepCooldown('codex', cooldown);
    nowMs -= DAY_MS;
    const headroom = async () => headroomOf((await store.read()).quotas.codex, { nowMs });
    expect(await headroom()).toEqual({});
    expect(await store.endCooldowns('codex', answered())).toEqual([]);

    const since = { observedAt: at(-DAY_MS), until: at(-DAY_MS + MINUTE_MS) };
    await store.keepCooldown('codex', since);
    expect(await headroom()).toEqual({ limited: { until: since.until, source: 'turn' } });
    const anew = { ...reading, readAt: at(-DAY_MS) };
    await store.keepReading('codex', anew);
    expect(await quotas()).toEqual({ codex: { reading: anew, cooldowns: [since] } });
    nowMs = NOW_MS;
    expect(await headroom()).toEqual({});
  });
});

describe('a file that is not ours', () => {
  it('of a newer version is left as it is, and nothing is known', async () => {
    put('{"schemaVersion":2}');
    const store = open();
    const warnings = storeFailed(
      'quota.json was written by a newer CoAgent8 (schema 2) and is left as it is; what is known of the limits of the agents is not kept as long as this lasts; update this CoAgent8',
    );
    expect(await store.read()).toEqual({ quotas: {}, warnings });
    expect(await store.keepReading('codex', reading)).toEqual(warnings);
    expect(await store.keepCooldown('codex', cooldown)).toEqual(warnings);
    // There is nothing to end, so nothing fails.
    expect(await store.endCooldowns('codex', answered())).toEqual([]);
    expect(readFileSync(places.quotaFile, 'utf8')).toBe('{"schemaVersion":2}');
  });

  it.each([
    ['{', 'line 1 is not JSON'],
    ['[]', 'it is no record'],
    ['{"schemaVersion":1,"backends":{"codex":7}}', 'backends is not as it should be'],
    [' '.repeat(QUOTA_FILE_MAX_BYTES + 1), 'too large, or no UTF-8 text'],
  ])('and holds %.20j is told of, and replaced', async (text, problem) => {
    put(text);
    const store = open();
    const warnings = storeFailed(
      `quota.json is not usable (${problem}) and is replaced with the next change; nothing to do, but what was known of the limits of the agents is forgotten`,
    );
    expect(await store.read()).toEqual({ quotas: {}, warnings });
    expect(await store.endCooldowns('codex', answered())).toEqual([]);
    expect(await store.keepCooldown('codex', cooldown)).toEqual(warnings);
    expect(await store.read()).toEqual({ quotas: { codex: { cooldowns: [cooldown] } }, warnings: [] });
  });

  it('may be as large as the limit', async () => {
    put('{"schemaVersion":1,"backends":{}}'.padEnd(QUOTA_FILE_MAX_BYTES));
    expect(await open().read()).toEqual({ quotas: {}, warnings: [] });
  });

  it('cut anywhere is told of, and never in the way', async () => {
    const store = open();
    await store.keepReading('codex', reading);
    await store.keepCooldown('agy', cooldown);
    const whole = readFileSync(places.quotaFile);
    for (let bytes = 0; bytes < whole.length - 1; bytes++) {
      writeFileSync(places.quotaFile, whole.subarray(0, bytes));
      expect((await open().read()).warnings).toEqual(storeFailed('not usable'));
    }
  });

  it('in a place that cannot be told is told of at each use, until it can', async () => {
    let find = () => places;
    const store = createQuotaStore(() => find(), { wallClock: () => nowMs });
    find = () => {
      throw new CoAgentError('POLICY_DENIED', 'COAGENT8_DIR is relative');
    };
    const warnings = storeFailed('COAGENT8_DIR is relative');
    expect(await store.read()).toEqual({ quotas: {}, warnings });
    expect(await store.keepCooldown('codex', cooldown)).toEqual(warnings);
    expect(await store.endCooldowns('codex', answered())).toEqual([]);
    find = () => places;
    expect(await store.keepCooldown('codex', cooldown)).toEqual([]);
  });
});

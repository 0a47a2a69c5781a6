import {
  chmodSync,
  existsSync,
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
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { CoAgentError } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createModelStore, MODELS_FILE_MAX_BYTES } from '../src/model-store.js';
import type { StoredCatalog } from '../src/model-store.js';
import type { PriceMatch } from '../src/prices/match-price.js';
import { endFixtures, startFixture } from './fixture-process.js';

const READ_AT_MS = Date.UTC(2026, 0, 31);
const SOURCE = 'https://prices.example/list';

let folder = '';
let options = { modelsFile: '', locksDirectory: '' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-store-'));
  options = { modelsFile: join(folder, 'data/models.json'), locksDirectory: join(folder, 'data/locks') };
});
afterEach(async () => {
  await endFixtures();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const catalogOf = (...names: readonly string[]): StoredCatalog => ({
  readAtMs: READ_AT_MS,
  resolvedNames: { swift: 'swift-4' },
  catalog: {
    isComplete: true,
    models: names.map((id) => ({
      id,
      aliases: [],
      variants: [],
      efforts: ['low'],
      isEffortRequired: false,
      isDefault: false,
    })),
  },
});
const price: PriceMatch = { outputUsdPerMillion: 10, entry: 'v/swift-4', match: 'exact' };
const readOf = (...names: readonly string[]) => ({
  source: SOURCE,
  readAtMs: READ_AT_MS,
  names,
  priceOf: (name: string) => (name.startsWith('swift') ? price : undefined),
});
const failure = { source: SOURCE, failedAtMs: READ_AT_MS, failure: 'no' };
/** Puts a content into the file. */
const put = (content: string | Uint8Array) => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(options.modelsFile, content);
};
const content = () => JSON.parse(readFileSync(options.modelsFile, 'utf8'));
const storeFailed = (text: string) => [{ code: 'STORE_FAILED', message: expect.stringContaining(text) }];

describe('createModelStore', () => {
  it('knows nothing where there is no file, and makes none by looking', async () => {
    const store = createModelStore(options);
    expect(await store.readCatalog('key')).toEqual({ warnings: [] });
    expect(await store.readPrices(SOURCE)).toEqual({ warnings: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps catalogs and prices beside each other, for other processes, for nobody else', async () => {
    const store = createModelStore(options);
    expect(await store.keepCatalog('key', catalogOf('swift-4'))).toEqual([]);
    const kept = await store.keepPrices(readOf('swift-4', 'other'));
    expect(kept).toMatchObject({ isKept: true, warnings: [] });
    expect(await store.keepPriceFailure(failure)).toEqual({ isKept: true, warnings: [] });

    const other = createModelStore(options);
    expect(await other.readCatalog('key')).toEqual({ stored: catalogOf('swift-4'), warnings: [] });
    expect(await other.readCatalog('other')).toEqual({ warnings: [] });
    expect(await other.readPrices(SOURCE)).toEqual({ stored: kept.stored, failed: failure, warnings: [] });
    expect(statSync(options.modelsFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(options.locksDirectory)).toEqual([]);
  });

  it('forgets a failure when the list is read, and keeps the list when it fails', async () => {
    const store = createModelStore(options);
    await store.keepPriceFailure(failure);
    await store.keepPrices(readOf('swift-4'));
    expect((await store.readPrices(SOURCE)).failed).toBeUndefined();
    await store.keepPriceFailure({ ...failure, source: 'other' });
    expect((await store.readPrices(SOURCE)).stored?.models.size).toBe(1);
    await store.keepPrices(readOf('swift-5'));
    expect((await store.readPrices('other')).failed).toBeDefined();
    expect([...((await store.readPrices(SOURCE)).stored?.models.keys() ?? [])]).toEqual([
      'swift-5',
      'swift-4',
    ]);
  });

  it('does not give the prices of one list for those of another', async () => {
    const store = createModelStore(options);
    await store.keepPrices(readOf('swift-4'));
    await store.keepPriceFailure(failure);
    expect(await store.readPrices('other')).toEqual({ warnings: [] });
  });

  it('sees what other processes wrote, and only then looks into the file', async () => {
    const store = createModelStore(options);
    await store.keepCatalog('key', catalogOf('one'));
    const first = (await store.readCatalog('key')).stored;
    expect((await store.readCatalog('key')).stored).toBe(first);
    await createModelStore(options).keepCatalog('key', catalogOf('two'));
    expect((await store.readCatalog('key')).stored).toEqual(catalogOf('two'));
    rmSync(options.modelsFile);
    expect(await store.readCatalog('key')).toEqual({ warnings: [] });
  });

  it('makes changes of one process one after the other', async () => {
    const store = createModelStore(options);
    await Promise.all(Array.from({ length: 10 }, (_, index) => store.keepCatalog(`k${index}`, catalogOf())));
    expect(Object.keys(content().catalogs)).toHaveLength(10);
  });

  it('keeps names that are properties of every object', async () => {
    const store = createModelStore(options);
    await store.keepCatalog('__proto__', catalogOf('__proto__'));
    await store.keepPrices(readOf('__proto__', 'constructor'));
    const other = createModelStore(options);
    expect((await other.readCatalog('__proto__')).stored).toEqual(catalogOf('__proto__'));
    expect((await other.readCatalog('constructor')).stored).toBeUndefined();
    expect((await other.readPrices(SOURCE)).stored?.models.get('__proto__')).toBeNull();
  });
});

describe('a file that is not ours', () => {
  it('of a newer version is left as it is', async () => {
    const newer = JSON.stringify({ schemaVersion: 3, catalogs: [] });
    put(newer);
    const store = createModelStore(options);
    const warning = storeFailed(
      'models.json was written by a newer CoAgent8 (schema 3) and is left as it is',
    );
    expect(await store.readCatalog('key')).toEqual({ warnings: warning });
    expect(await store.keepCatalog('key', catalogOf())).toEqual(warning);
    expect(await store.keepPrices(readOf('swift-4'))).toMatchObject({
      isKept: false,
      stored: { models: new Map([['swift-4', price]]) },
      warnings: warning,
    });
    expect(readFileSync(options.modelsFile, 'utf8')).toBe(newer);
  });

  it.each([
    ['', 'line 1 is not JSON'],
    ['{\n"schemaVersion": 2,\n}', 'line 3 is not JSON'],
    ['[]', 'it is no record'],
    ['{"schemaVersion":2,"catalogs":{"key":{}}}', 'catalogs is not as it should be'],
    [Buffer.from([0xff, 0xfe]), 'too large, or no UTF-8 text'],
    [' '.repeat(MODELS_FILE_MAX_BYTES + 1), 'too large, or no UTF-8 text'],
  ])('and holds %.20j is told of, and replaced', async (text, problem) => {
    put(text);
    const store = createModelStore(options);
    const warning = storeFailed(`models.json is not usable (${problem}) and is replaced`);
    expect(await store.readCatalog('key')).toEqual({ warnings: warning });
    expect(await store.keepCatalog('key', catalogOf())).toEqual(warning);
    expect(await store.readCatalog('key')).toEqual({ stored: catalogOf(), warnings: [] });
  });

  it('may be as large as the limit', async () => {
    const text = JSON.stringify({ schemaVersion: 2, catalogs: {} });
    put(text.padEnd(MODELS_FILE_MAX_BYTES));
    expect(await createModelStore(options).readCatalog('key')).toEqual({ warnings: [] });
  });

  it('of an older version counts as none', async () => {
    put('{"schemaVersion":1,"models":{}}');
    const store = createModelStore(options);
    expect(await store.readCatalog('key')).toEqual({ warnings: [] });
    expect(await store.keepCatalog('key', catalogOf())).toEqual([]);
  });

  it('cut anywhere, or with any byte changed, is told of or read, and never in the way', async () => {
    const store = createModelStore(options);
    await store.keepCatalog('key', catalogOf('swift-4'));
    await store.keepPrices(readOf('swift-4', 'other'));
    const whole = readFileSync(options.modelsFile);
    for (let bytes = 0; bytes < whole.length - 1; bytes++) {
      put(whole.subarray(0, bytes));
      expect((await createModelStore(options).readCatalog('key')).warnings).toEqual(
        storeFailed('not usable'),
      );
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (place, byte) => {
        put(whole.with(place, byte));
        const { warnings } = await createModelStore(options).readPrices(SOURCE);
        expect(warnings.length).toBeLessThanOrEqual(1);
      }),
    );
    put(whole.subarray(0, whole.length / 2));
    await store.keepCatalog('other', catalogOf());
    expect(content().catalogs).toHaveProperty('other');
  });
});

describe('a disk that refuses', () => {
  it('more than the limit is told of, and changes nothing', async () => {
    const store = createModelStore(options);
    await store.keepCatalog('key', catalogOf('swift-4'));
    expect(await store.keepCatalog('huge', catalogOf('m'.repeat(MODELS_FILE_MAX_BYTES)))).toEqual(
      storeFailed(`is larger than ${MODELS_FILE_MAX_BYTES} bytes and is not kept`),
    );
    expect((await store.readCatalog('key')).stored).toEqual(catalogOf('swift-4'));
  });

  it('a directory in the place of the file is told of and stays', async () => {
    mkdirSync(options.modelsFile, { recursive: true });
    const store = createModelStore(options);
    const warning = storeFailed('it is not a regular file');
    expect(await store.readCatalog('key')).toEqual({ warnings: warning });
    expect(await store.keepCatalog('key', catalogOf())).toEqual(warning);
    expect(statSync(options.modelsFile).isDirectory()).toBe(true);
  });

  it('a device in the place of the file is told of and stays', async () => {
    mkdirSync(join(folder, 'data'));
    symlinkSync('/dev/null', options.modelsFile);
    expect(await createModelStore(options).keepCatalog('key', catalogOf())).toEqual(
      storeFailed('it is not a regular file'),
    );
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('a file in the place of a folder is told of', async () => {
    put('');
    const store = createModelStore({ ...options, modelsFile: join(options.modelsFile, 'models.json') });
    expect((await store.readCatalog('key')).warnings).toEqual(storeFailed('ENOTDIR'));
    expect(await store.keepCatalog('key', catalogOf())).toEqual(storeFailed('ENOTDIR'));
  });

  it('a place that cannot be told is told of at each use, until it can', async () => {
    let places = () => options;
    const store = createModelStore(() => places());
    places = () => {
      throw new CoAgentError('POLICY_DENIED', 'COAGENT8_DIR is relative');
    };
    const warning = storeFailed('COAGENT8_DIR is relative');
    expect(await store.readCatalog('key')).toEqual({ warnings: warning });
    expect(await store.readPrices(SOURCE)).toEqual({ warnings: warning });
    expect(await store.keepCatalog('key', catalogOf())).toEqual(warning);
    places = () => options;
    expect(await store.keepCatalog('key', catalogOf())).toEqual([]);
  });

  it('a folder that may not be written to is told of, and so is a file that may not be read', async () => {
    put(JSON.stringify({ schemaVersion: 2, catalogs: {} }));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'data'), 0o555);
    chmodSync(options.modelsFile, 0o444);
    const { modelsFile, locksDirectory } = options;
    const seen = async () => {
      const user = startFixture('use-store', modelsFile, locksDirectory);
      return JSON.parse((await user.nextLine()) ?? '');
    };
    expect(await seen()).toEqual({ read: [], kept: storeFailed('EACCES') });
    chmodSync(join(folder, 'data'), 0o777);
    chmodSync(modelsFile, 0o000);
    const unreadable = storeFailed(`cannot read ${modelsFile}: EACCES`);
    expect(await seen()).toEqual({ read: unreadable, kept: unreadable });
    chmodSync(modelsFile, 0o600);
    expect(content().catalogs).toEqual({});
  });
});

describe('several processes', () => {
  it('lose none of the changes of 8', async () => {
    const { modelsFile, locksDirectory } = options;
    const processes = Array.from({ length: 8 }, (_, index) =>
      startFixture('keep-prices', modelsFile, locksDirectory, String(index), '5'),
    );
    expect(await Promise.all(processes.map(({ nextLine }) => nextLine()))).toEqual(Array(8).fill('done []'));
    const { stored } = await createModelStore(options).readPrices(SOURCE);
    expect(stored?.models.size).toBe(40);
    expect(Object.keys(content().catalogs)).toHaveLength(8);
  }, 60_000);

  it('see a whole file when one is killed while it writes, and write again after it', async () => {
    const { modelsFile, locksDirectory } = options;
    for (let time = 0; time < 2; time++) {
      const writer = startFixture('keep-prices', modelsFile, locksDirectory, '0', '1000000', 'loud');
      expect(await writer.nextLine()).toBe('kept');
      await delay(time * 5);
      await writer.kill();
      expect((await createModelStore(options).readPrices(SOURCE)).warnings).toEqual([]);
      expect(existsSync(modelsFile)).toBe(true);
    }
    const store = createModelStore(options);
    expect(await store.keepCatalog('after', catalogOf())).toEqual([]);
    expect(readdirSync(locksDirectory)).toEqual([]);
  }, 60_000);
});

import {
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
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { createKeptFile } from './kept-file.js';
import type { KeptContent, KeptFilePlaces } from './kept-file.js';
import { parseVersioned } from './versioned-content.js';

interface Words {
  readonly words: readonly string[];
}

const MAX_BYTES = 200;
const EFFECT = 'words are forgotten as long as this lasts';
const CONTENT: KeptContent<Words> = {
  empty: { words: [] },
  maxBytes: MAX_BYTES,
  parse: (content) =>
    parseVersioned(content, {
      schemaVersion: 1,
      schema: z.object({ words: z.array(z.string()) }),
      empty: { words: [] },
    }),
  render: ({ words }, maxBytes) => {
    const text = JSON.stringify({ schemaVersion: 1, words });
    return text.length <= maxBytes ? text : undefined;
  },
  words: { effect: EFFECT, loss: 'its words are gone' },
};

let folder = '';
let places: KeptFilePlaces = { path: '', locksDirectory: '' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-kept-'));
  places = { path: join(folder, 'data', 'words.json'), locksDirectory: join(folder, 'data', 'locks') };
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (find = () => places) => createKeptFile(CONTENT, find);
const adding =
  (word: string) =>
  ({ words }: Words): Words => ({ words: [...words, word] });
const put = (content: string | Uint8Array) => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(places.path, content);
};
const warned = (message: string) => [{ code: 'STORE_FAILED', message }];
const warnedOf = (part: string) => [{ code: 'STORE_FAILED', message: expect.stringContaining(part) }];

describe('createKeptFile', () => {
  it('holds nothing where there is no file, and makes none by looking', async () => {
    expect(await open().read()).toMatchObject({ data: { words: [] }, warnings: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps a change for others, for nobody but its owner, and leaves no lock', async () => {
    const file = open();
    expect(await file.update(adding('one'))).toEqual({ isKept: true, warnings: [] });
    expect((await open().read()).data).toEqual({ words: ['one'] });
    expect(statSync(places.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    expect(readdirSync(places.locksDirectory)).toEqual([]);
  });

  it('gives the same object until somebody changes the file', async () => {
    const file = open();
    await file.update(adding('one'));
    const { data } = await file.read();
    expect((await file.read()).data).toBe(data);
    await open().update(adding('two'));
    expect((await file.read()).data).toEqual({ words: ['one', 'two'] });
    rmSync(places.path);
    expect((await file.read()).data).toEqual({ words: [] });
  });

  it('does not give the content of one place for that of another', async () => {
    let place = places;
    const file = open(() => place);
    await file.update(adding('one'));
    place = { ...places, path: join(folder, 'data', 'other.json') };
    expect((await file.read()).data).toEqual({ words: [] });
    await file.update(adding('two'));
    expect((await file.read()).data).toEqual({ words: ['two'] });
    place = places;
    expect((await file.read()).data).toEqual({ words: ['one'] });
  });

  it('makes the changes of one process one after the other, in the order of their calls', async () => {
    const steps: string[] = [];
    const file = open(() => {
      steps.push('begins');
      return places;
    });
    const words = ['1', '2', '3', '4', '5', '6', '7', '8'];
    await Promise.all(
      words.map((word) =>
        file.update((data) => {
          steps.push(word);
          return adding(word)(data);
        }),
      ),
    );
    expect(steps).toEqual(words.flatMap((word) => ['begins', word]));
    expect((await file.read()).data).toEqual({ words });
  });

  it('holds its lock, under the name of the file, while it changes it', async () => {
    const seen: boolean[] = [];
    await open().update((data) => {
      seen.push(existsSync(join(places.locksDirectory, 'words.json.lock')));
      return data;
    });
    expect(seen).toEqual([true]);
  });

  it('reads and writes through links', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data'));
    await open().update(adding('one'));
    expect(readFileSync(join(folder, 'elsewhere', 'words.json'), 'utf8')).toContain('"one"');
    expect(lstatSync(join(folder, 'data')).isSymbolicLink()).toBe(true);
    expect((await open().read()).data).toEqual({ words: ['one'] });
  });
});

describe('a file that is not as it should be', () => {
  it('of a newer version is left as it is', async () => {
    put('{"schemaVersion":2}');
    const file = open();
    const warnings = warned(
      `${places.path} was written by a newer CoAgent8 (schema 2) and is left as it is; ${EFFECT}; update this CoAgent8`,
    );
    expect(await file.read()).toMatchObject({ data: { words: [] }, warnings });
    expect(await file.update(adding('one'))).toEqual({ isKept: false, warnings });
    expect(readFileSync(places.path, 'utf8')).toBe('{"schemaVersion":2}');
  });

  it.each([
    ['', 'line 1 is not JSON'],
    ['{\n"schemaVersion": 1,\n}', 'line 3 is not JSON'],
    ['null', 'it is no record'],
    ['{"schemaVersion":1,"words":0}', 'words is not as it should be'],
    [Buffer.from([0xff, 0xfe]), 'too large, or no UTF-8 text'],
    [' '.repeat(MAX_BYTES + 1), 'too large, or no UTF-8 text'],
    [`${'['.repeat(MAX_BYTES)}`, 'line 1 is not JSON'],
  ])('and holds %.20j is told of at each look, and replaced', async (text, problem) => {
    put(text);
    const file = open();
    const warnings = warned(
      `${places.path} is not usable (${problem}) and is replaced with the next change; nothing to do, but its words are gone`,
    );
    expect(await file.read()).toMatchObject({ data: { words: [] }, warnings });
    expect(await file.read()).toMatchObject({ warnings });
    expect(await file.update(adding('one'))).toEqual({ isKept: true, warnings });
    expect(await file.read()).toMatchObject({ data: { words: ['one'] }, warnings: [] });
  });

  it('may be as large as the limit', async () => {
    put('{"schemaVersion":1,"words":["one"]}'.padEnd(MAX_BYTES));
    expect(await open().read()).toMatchObject({ data: { words: ['one'] }, warnings: [] });
  });

  it('is not made: what would be too large is not kept', async () => {
    const file = open();
    await file.update(adding('one'));
    expect(await file.update(adding('x'.repeat(MAX_BYTES)))).toEqual({
      isKept: false,
      warnings: warned(
        `what is to be kept in ${places.path} is larger than ${MAX_BYTES} bytes and is not kept; ${EFFECT}`,
      ),
    });
    expect((await open().read()).data).toEqual({ words: ['one'] });
  });
});

describe('a disk that refuses', () => {
  it('is told of with what to do, and what stands there stays', async () => {
    mkdirSync(places.path, { recursive: true });
    const file = open();
    const warnings = warned(
      `cannot read ${places.path}: it is not a regular file; ${EFFECT}; name a regular file`,
    );
    expect(await file.read()).toMatchObject({ data: { words: [] }, warnings });
    expect(await file.update(adding('one'))).toEqual({ isKept: false, warnings });
    expect(statSync(places.path).isDirectory()).toBe(true);
  });

  it('in the place of the lock or of a folder is told of', async () => {
    mkdirSync(join(places.locksDirectory, 'words.json.lock'), { recursive: true });
    expect(await open().update(adding('one'))).toMatchObject({
      isKept: false,
      warnings: warnedOf('words.json.lock: EEXIST'),
    });
    rmSync(places.locksDirectory, { recursive: true });
    put('');
    places = { ...places, path: join(places.path, 'words.json') };
    expect(await open().read()).toMatchObject({ warnings: warnedOf('ENOTDIR') });
    expect(await open().update(adding('one'))).toMatchObject({ warnings: warnedOf('ENOTDIR') });
  });

  it('is asked again each time', async () => {
    put('{"schemaVersion":1,"words":["one"]}');
    const file = open();
    await file.read();
    rmSync(places.path);
    mkdirSync(places.path);
    expect(await file.read()).toMatchObject({ data: { words: [] }, warnings: warnedOf('regular file') });
    rmSync(places.path, { recursive: true });
    put('{"schemaVersion":1,"words":["two"]}');
    expect(await file.read()).toMatchObject({ data: { words: ['two'] }, warnings: [] });
  });

  it('and a place that cannot be told, or a change that throws, reject nothing and hold nothing up', async () => {
    let find = (): KeptFilePlaces => {
      throw new CoAgentError('POLICY_DENIED', 'the folder is relative', { remedy: 'name it in full' });
    };
    const file = open(() => find());
    const warnings = warned(`the folder is relative; ${EFFECT}; name it in full`);
    expect(await file.read()).toMatchObject({ data: { words: [] }, warnings });
    expect(await file.update(adding('one'))).toEqual({ isKept: false, warnings });
    find = () => places;
    const failing = () => {
      throw new Error('no');
    };
    expect(await file.update(failing)).toMatchObject({ isKept: false, warnings: warnedOf('failure: no') });
    expect(await file.update(adding('two'))).toEqual({ isKept: true, warnings: [] });
    expect(readdirSync(places.locksDirectory)).toEqual([]);
  });
});

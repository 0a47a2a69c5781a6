import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { Warning } from '@coagent8/contracts';
import { z } from 'zod';

import { readJsonFile } from './json-file.js';
import type { JsonReading } from './json-file.js';
import { storeFailed, storeIsBroken, storeIsFull, storeIsNewer } from './kept-file-warnings.js';
import type { KeptFileWords } from './kept-file-warnings.js';
import { withLockFile } from './lock-file.js';
import type { ContentReading } from './versioned-content.js';
import { writeAtomic } from './write-atomic.js';

/** How long to wait for other processes that change a file, in milliseconds: longer than a lock is left behind. */
export const KEPT_FILE_LOCK_WAIT_MS = 8_000;
/** When a lock counts as left behind by a killed process, in milliseconds. A change takes some ten. */
export const KEPT_FILE_LOCK_STALE_MS = 4_000;

/** Where a file is kept. */
export interface KeptFilePlaces {
  readonly path: string;
  /** Its lock is there, under the name of the file and `.lock`. */
  readonly locksDirectory: string;
}

/** What a file holds, and how its owner speaks of it. All functions are pure. */
export interface KeptContent<Data> {
  /** What a missing file holds. */
  readonly empty: Data;
  /** Size of the largest file, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Judges what a file holds; where the content has a version, by `parseVersioned`. */
  readonly parse: (content: unknown) => ContentReading<Data>;
  /** `data` as the text of the file, within `maxBytes`; undefined where that cannot be. */
  readonly render: (data: Data, maxBytes: number) => string | undefined;
  readonly words: KeptFileWords;
}

/** A file of what is known. Nothing rejects: what fails is a warning `STORE_FAILED`. */
export interface KeptFile<Data> {
  /** What the file holds; {@link KeptContent.empty} with a warning where that cannot be told. */
  readonly read: () => Promise<{ readonly data: Data; readonly warnings: readonly Warning[] }>;
  /** Changes what the file holds by `change`, which is pure and gets the newest. A missing file is made. */
  readonly update: (
    change: (data: Data) => Data,
  ) => Promise<{ readonly isKept: boolean; readonly warnings: readonly Warning[] }>;
}

/** The file as it was found. */
interface Loaded<Data> {
  readonly data: Data;
  readonly warnings: readonly Warning[];
  /** Whether it may be replaced. */
  readonly isOurs: boolean;
}

/**
 * One JSON file that any number of processes share. Changes are made one at a time, under its lock, and in one step; each
 * process makes its own in the order of their calls. A file of a newer version and one that may not be read are left alone;
 * one that holds something else is replaced. Reading a file that has not changed since costs one look at it, and gives the
 * same object.
 *
 * @param find - Asked at each use: where it throws, the file fails as one whose disk refuses.
 */
export function createKeptFile<Data>(content: KeptContent<Data>, find: () => KeptFilePlaces): KeptFile<Data> {
  const read = createReader(content);
  return {
    read: async () => {
      try {
        return await read(find().path);
      } catch (error) {
        return outOfReach(error, content);
      }
    },
    update: createUpdater(content, find, read),
  };
}

type Read<Data> = (path: string) => Promise<Loaded<Data>>;

function createReader<Data>(content: KeptContent<Data>): Read<Data> {
  let last: { readonly stamp: string; readonly loaded: Loaded<Data> } | undefined;
  return async (path) => {
    // Before the reading: where the file changes in between, the next look finds another stamp.
    const stamp = await stampOf(path);
    if (stamp !== undefined && stamp === last?.stamp) return last.loaded;
    const loaded = await load(path, content);
    // What kept the file from being read may be over the next time.
    last = stamp === undefined || loaded.warnings.length > 0 ? undefined : { stamp, loaded };
    return loaded;
  };
}

/** What changes with the file; undefined where there is none, or it cannot be told. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return undefined;
  }
}

async function load<Data>(path: string, content: KeptContent<Data>): Promise<Loaded<Data>> {
  try {
    const reading = await readJsonFile(path, z.unknown(), content);
    return reading === undefined ? ours(content.empty) : judge(path, reading, content);
  } catch (error) {
    const isContent = CoAgentError.is(error) && (await isReplaceable(path, error));
    return isContent ? broken(path, 'too large, or no UTF-8 text', content) : outOfReach(error, content);
  }
}

/** Whether a file that could not be read may be replaced: only what is wrong inside a regular file is ours to mend. */
async function isReplaceable(path: string, { details }: CoAgentError): Promise<boolean> {
  if (details?.['system'] !== undefined) return false;
  return stat(path).then(
    (about) => about.isFile(),
    () => false,
  );
}

function judge<Data>(path: string, json: JsonReading<unknown>, content: KeptContent<Data>): Loaded<Data> {
  if (!json.ok) {
    const { line } = json.problem;
    return broken(path, line === undefined ? 'it is not JSON' : `line ${line} is not JSON`, content);
  }
  const reading = content.parse(json.value);
  if (reading.kind === 'data') return ours(reading.data);
  if (reading.kind === 'broken') return broken(path, reading.problem, content);
  const warnings = [storeIsNewer(path, reading.version, content.words)];
  return { data: content.empty, warnings, isOurs: false };
}

function ours<Data>(data: Data): Loaded<Data> {
  return { data, warnings: [], isOurs: true };
}

function broken<Data>(path: string, problem: string, { empty, words }: KeptContent<Data>): Loaded<Data> {
  return { data: empty, warnings: [storeIsBroken(path, problem, words)], isOurs: true };
}

function outOfReach<Data>(error: unknown, { empty, words }: KeptContent<Data>): Loaded<Data> {
  return { data: empty, warnings: [storeFailed(failureOf(error), words)], isOurs: false };
}

/** Never rejects. */
function createUpdater<Data>(
  content: KeptContent<Data>,
  find: () => KeptFilePlaces,
  read: Read<Data>,
): KeptFile<Data>['update'] {
  const times = { waitMs: KEPT_FILE_LOCK_WAIT_MS, staleMs: KEPT_FILE_LOCK_STALE_MS };
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    // Own changes wait in line here: they would wait for each other's lock in steps.
    const kept = last.then(async () => {
      try {
        const { path, locksDirectory } = find();
        const lock = join(locksDirectory, `${basename(path)}.lock`);
        return await withLockFile(lock, async () => write(path, await read(path), change, content), times);
      } catch (error) {
        return { isKept: false, warnings: [storeFailed(failureOf(error), content.words)] };
      }
    });
    last = kept;
    return kept;
  };
}

async function write<Data>(
  path: string,
  { data, warnings, isOurs }: Loaded<Data>,
  change: (data: Data) => Data,
  { render, maxBytes, words }: KeptContent<Data>,
): Promise<{ readonly isKept: boolean; readonly warnings: readonly Warning[] }> {
  if (!isOurs) return { isKept: false, warnings };
  const text = render(change(data), maxBytes);
  if (text === undefined)
    return { isKept: false, warnings: [...warnings, storeIsFull(path, maxBytes, words)] };
  await writeAtomic(path, text);
  return { isKept: true, warnings };
}

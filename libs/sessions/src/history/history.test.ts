import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { secureText } from '@coagent8/security';
import { acquireExclusiveLock } from '@coagent8/storage';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { handleOf, NOW } from '../../test/made-up-records.js';
import { createTemporaryRoot, placesIn } from '../../test/temporary-places.js';
import { SESSION_KEPT_MS } from '../retention.js';
import { historyLinesPath, historyLockPath, historySnapshotPath, recordPath } from '../session-places.js';
import type { SessionPlaces } from '../session-places.js';
import { createSessionStore } from '../session-store.js';
import type { SessionStore } from '../session-store.js';
import type { TurnLease } from '../turn-leases.js';
import type { ArchivePosition } from './history-archive.js';
import { HISTORY_BLOCK_BYTES, HISTORY_SESSION_MAX_BYTES } from './history-capacity.js';
import { FRAGMENT_MAX_CHARACTERS } from './history-event.js';
import {
  createHistoryWriter,
  HISTORY_COALESCE_MS,
  HISTORY_CUT_MARK,
  HISTORY_MESSAGE_MAX_CHARACTERS,
} from './history-writer.js';
import type { HistoryWriter } from './history-writer.js';
import { HISTORY_PAGE_MAX_BYTES } from './page-history.js';

const HERE = '/srv/here';
const SECRET = `ghp_${'A1b2C3d4E5f6G7h8I9'.repeat(2)}`;
type Handle = `ses_${string}`;

let temporary: ReturnType<typeof createTemporaryRoot>;
let places: SessionPlaces;
let nowMs: number;
let store: SessionStore;

const open = (isHistoryKept = true) => createSessionStore({ places, now: () => nowMs, isHistoryKept });
beforeEach(() => {
  temporary = createTemporaryRoot();
  places = placesIn(temporary.root);
  nowMs = NOW;
  store = open();
});
afterEach(() => {
  store.end();
  temporary.remove();
});

const begin = () => store.leases.begin({ workspace: HERE, backend: 'codex', profile: 'read-only' });
const linesOf = (handle: Handle) => historyLinesPath(places, handle);
const textOf = (handle: Handle) => readFileSync(linesOf(handle), 'utf8');
const page = (handle: Handle, options: { readonly cursor?: string; readonly limit?: number } = {}) =>
  store.readHistory(handle, { workspace: HERE, ...options });
const told = async (handle: Handle) => (await page(handle)).events.map(({ kind, text }) => [kind, text]);
const endTurn = async (lease: TurnLease, writer: HistoryWriter) => {
  const warnings = await writer.end('answered');
  await lease.end({ step: 'answer' });
  return warnings;
};
/** A session with one turn that said `texts`. */
const archived = async (...texts: readonly string[]) => {
  const lease = await begin();
  await lease.run({ nativeId: 'thread-1' });
  const writer = store.writeHistory(lease.record());
  writer.request('What is it?');
  texts.forEach((text, index) => writer.message(`m${index}`, text));
  expect(await endTurn(lease, writer)).toEqual([]);
  return lease.record().handle;
};
const resume = async (handle: Handle) => {
  const lease = await store.leases.continue({ handle, workspace: HERE, profile: 'read-only' });
  return { lease, writer: store.writeHistory(lease.record()) };
};

describe('a history', () => {
  it('tells in order what was asked, said and done, whole where it came bit by bit', async () => {
    const lease = await begin();
    await lease.run({ nativeId: 'thread-1' });
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    for (const text of ['It is ', 'a ', 'parser.\n']) writer.delta('m1', text);
    writer.operation('read README.md');
    writer.delta('m1', 'It is old.');
    writer.message('m1', 'It is a parser.\nIt is old.');
    writer.message('m2', 'Done.');
    writer.supersede();
    writer.warning('a warning');
    expect(await endTurn(lease, writer)).toEqual([]);
    const { handle } = lease.record();
    expect(await told(handle)).toEqual([
      ['request', 'What is it?'],
      ['message', 'It is a parser.\n'],
      ['operation', 'read README.md'],
      ['message', 'It is old.'],
      ['message', 'Done.'],
      ['superseded', ''],
      ['warning', 'a warning'],
      ['end', 'answered'],
    ]);
    const { events } = await page(handle);
    expect(events[1]?.item).toBe(events[3]?.item);
    expect(events[0]).toEqual({
      at: new Date(NOW).toISOString(),
      turn: 1,
      item: 1,
      kind: 'request',
      text: 'What is it?',
    });
    const { lease: second, writer: more } = await resume(handle);
    more.request('And now?');
    await endTurn(second, more);
    expect((await page(handle)).events.slice(-2)).toMatchObject([
      { turn: 2, kind: 'request', text: 'And now?' },
      { turn: 2, kind: 'end' },
    ]);
  });

  it('has what the agent said in the end where it is something else than it said bit by bit', async () => {
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.delta('m1', 'Perhaps');
    writer.message('m1', 'No.');
    await endTurn(lease, writer);
    expect((await told(lease.record().handle)).slice(0, 2)).toEqual([
      ['message', 'Perhaps'],
      ['message', 'No.'],
    ]);
  });

  it('holds no credential and no control, wherever its pieces are cut', async () => {
    const text = `key ${SECRET}\u001b[31m end`;
    for (let cut = 1; cut < text.length; cut += 3) {
      const lease = await begin();
      const writer = store.writeHistory(lease.record());
      writer.request(text);
      writer.delta('m1', text.slice(0, cut));
      nowMs += HISTORY_COALESCE_MS;
      writer.delta('m1', text.slice(cut));
      writer.operation(text);
      writer.message('m2', text);
      await endTurn(lease, writer);
      const kept = textOf(lease.record().handle);
      for (const trace of [SECRET.slice(0, 8), SECRET.slice(-8), '[31m']) expect(kept).not.toContain(trace);
      expect(kept).toContain('redacted');
    }
    const modes = readdirSync(places.historyDirectory).map(
      (name) => statSync(join(places.historyDirectory, name)).mode & 0o777,
    );
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('has the secured text of each message, however it was cut', async () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', SECRET, ' ', '\u001b[0m'));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const lease = await begin();
        const writer = store.writeHistory(lease.record());
        for (const each of pieces) {
          writer.delta('m1', each);
          nowMs += HISTORY_COALESCE_MS / 2;
        }
        await endTurn(lease, writer);
        const { events } = await page(lease.record().handle);
        const said = events.filter(({ kind }) => kind === 'message').map(({ text }) => text);
        expect(said.join('')).toBe(await secureText(pieces.join('')));
      }),
      { numRuns: 60 },
    );
  });

  it('is written in pieces of some size, or after a second', async () => {
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    for (let index = 0; index < 100; index++) writer.delta('m1', `line ${index}\n`);
    nowMs += HISTORY_COALESCE_MS;
    writer.delta('m1', 'last\n');
    await endTurn(lease, writer);
    expect(textOf(lease.record().handle).split('\n')).toHaveLength(3);
  });

  it('waits for no more text than makes a piece, however quickly it comes', async () => {
    const lease = await begin();
    const written: string[] = [];
    const append = async (_: unknown, lines: string): Promise<ArchivePosition> => {
      written.push(lines);
      return { size: written.join('').length, reserved: 0 };
    };
    const archives = { append, cut: async () => undefined };
    const writer = createHistoryWriter({ archives, record: lease.record(), now: () => nowMs });
    for (let index = 0; index < 4; index++)
      writer.delta('m1', `${'x'.repeat(FRAGMENT_MAX_CHARACTERS / 2 - 1)}\n`);
    await writer.end('answered');
    expect(written).toHaveLength(3);
  });

  it('grows with the answer and not faster', async () => {
    const sizeFor = async (repeats: number) => {
      const lease = await begin();
      const writer = store.writeHistory(lease.record());
      for (let index = 0; index < repeats; index++) writer.delta('m1', 'Some words of the answer.\n');
      expect(await endTurn(lease, writer)).toEqual([]);
      const { handle } = lease.record();
      return statSync(linesOf(handle)).size + statSync(historySnapshotPath(places, handle)).size;
    };
    const [small, large] = [await sizeFor(1_000), await sizeFor(10_000)];
    expect(large / small).toBeLessThanOrEqual(11);
    expect(large).toBeLessThan(10_000 * 26 * 1.2);
  });

  it('cuts a message that is too long, at the limit and not before', async () => {
    const bound = HISTORY_MESSAGE_MAX_CHARACTERS;
    const said = async (length: number) => {
      const handle = await archived('x\n'.repeat(length / 2) + 'y'.repeat(length % 2));
      const kept = textOf(handle);
      return kept.includes(JSON.stringify(HISTORY_CUT_MARK).slice(1, -1));
    };
    expect([await said(bound), await said(bound + 1)]).toEqual([false, true]);
  });

  it('forgets on the disk what nobody may see', async () => {
    const handle = await archived('Seen before.');
    const { lease, writer } = await resume(handle);
    writer.request('And now?');
    writer.message('m1', 'Nobody may see this.');
    writer.delta('m2', 'Nor this.');
    writer.voidMessages();
    await writer.end('failed');
    await lease.end({ step: 'fail' });
    expect(textOf(handle)).not.toMatch(/Nobody|Nor/);
    expect(await told(handle)).toEqual([
      ['request', 'What is it?'],
      ['message', 'Seen before.'],
      ['end', 'answered'],
      ['request', 'And now?'],
      ['end', 'failed'],
    ]);
  });

  it('forgets it also where it could not be written on', async () => {
    const lease = await begin();
    const cuts: number[] = [];
    let appends = 0;
    const archives = {
      append: async () => {
        if (++appends === 2) throw new Error('full');
        return { size: 1_000, reserved: 0 };
      },
      cut: async (_: unknown, size: number) => void cuts.push(size),
    };
    const writer = createHistoryWriter({ archives, record: lease.record(), now: () => nowMs });
    writer.request('What is it?');
    writer.message('m1', 'Nobody may see this.');
    writer.voidMessages();
    expect(await writer.end('failed')).toHaveLength(1);
    expect([appends, cuts]).toEqual([2, [1_000]]);
  });

  it('without a request keeps what other turns said when it is voided', async () => {
    const handle = await archived('Seen before.');
    const { lease, writer } = await resume(handle);
    writer.message('m1', 'Nobody may see this.');
    writer.voidMessages();
    await endTurn(lease, writer);
    expect((await told(handle)).map(([, text]) => text)).toEqual([
      'What is it?',
      'Seen before.',
      'answered',
      'answered',
    ]);
  });

  it('is not written where it is switched off, and what is there can still be read', async () => {
    const handle = await archived('Kept.');
    const off = open(false);
    const lease = await off.leases.continue({ handle, workspace: HERE, profile: 'read-only' });
    const before = textOf(handle);
    const writer = off.writeHistory(lease.record());
    writer.request('Unheard.');
    writer.message('m1', 'Unheard.');
    expect(await writer.end('answered')).toEqual([]);
    await lease.end({ step: 'answer' });
    expect(textOf(handle)).toBe(before);
    expect((await off.readHistory(handle, { workspace: HERE })).events).toHaveLength(3);
    off.end();
  });

  it('that cannot be written is one warning', async () => {
    writeFileSync(places.historyDirectory, '');
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    writer.message('m1', 'Something.');
    expect(await writer.end('answered')).toEqual([
      { code: 'STORE_FAILED', message: expect.stringContaining('the history of this turn is not whole; ') },
    ]);
    await lease.end({ step: 'answer' });
  });

  it('is not begun while somebody else makes room, and that is a warning where it lasts', async () => {
    const lock = await acquireExclusiveLock(historyLockPath(places));
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    const warnings = await writer.end('answered');
    lock?.release();
    expect(warnings).toEqual([{ code: 'STORE_FAILED', message: expect.stringContaining('history.lock') }]);
    expect(existsSync(linesOf(lease.record().handle))).toBe(false);
  }, 20_000);

  it('goes with its session where that is wanted, and stays where not', async () => {
    const [kept, gone] = [await archived('a'), await archived('b')];
    await store.close(kept, { workspace: HERE, deletesHistory: false });
    await store.close(gone, { workspace: HERE, deletesHistory: true });
    expect(await told(kept)).toHaveLength(3);
    await expect(page(gone)).rejects.toMatchObject({ code: 'HISTORY_ERROR' });
    expect(existsSync(historySnapshotPath(places, gone))).toBe(false);
  });
});

describe('pages of a history', () => {
  const allOf = async (handle: Handle, limit?: number) => {
    const pages = [await page(handle, { ...(limit && { limit }) })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await page(handle, { cursor, ...(limit && { limit }) }));
    return pages;
  };

  it('together tell all, and none tells too much', async () => {
    const texts = Array.from({ length: 250 }, (_, index) => `message ${index}`);
    const handle = await archived(...texts);
    const pages = await allOf(handle, 100);
    expect(pages.map(({ events }) => events.length)).toEqual([100, 100, 52]);
    const said = pages.flatMap(({ events }) => events).filter(({ kind }) => kind === 'message');
    expect(said.map(({ text }) => text)).toEqual(texts);
    expect((await page(handle)).events).toHaveLength(50);
  });

  it('hold 240 KiB at most, and characters whole', async () => {
    const handle = await archived('日本語 🙂 '.repeat(60_000));
    const pages = await allOf(handle, 100);
    expect(pages.length).toBeGreaterThan(3);
    for (const { events } of pages)
      expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThanOrEqual(HISTORY_PAGE_MAX_BYTES);
    const said = pages.flatMap(({ events }) => events).filter(({ kind }) => kind === 'message');
    expect(said.map(({ text }) => text).join('')).toBe('日本語 🙂 '.repeat(60_000));
  });

  it('end where something was written since', async () => {
    const handle = await archived('a', 'b');
    const { nextCursor: cursor = '' } = await page(handle, { limit: 1 });
    expect((await page(handle, { cursor })).events).toHaveLength(3);
    const { lease, writer } = await resume(handle);
    writer.request('More.');
    await endTurn(lease, writer);
    await expect(page(handle, { cursor })).rejects.toMatchObject({
      code: 'HISTORY_ERROR',
      details: { reason: 'HISTORY_CHANGED' },
    });
  });

  it('are refused to other workspaces, to wrong limits, and for what is no cursor', async () => {
    const handle = await archived('a');
    await expect(store.readHistory(handle, { workspace: '/srv/there' })).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      details: { workspace: HERE },
    });
    for (const limit of [0, 101, 1.5])
      await expect(page(handle, { limit })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    for (const cursor of ['', 'x', `${'a'.repeat(32)}-1`, `${'a'.repeat(32)}-1-${'9'.repeat(30)}`])
      await expect(page(handle, { cursor })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    await expect(page(handle, { cursor: `${'a'.repeat(32)}-1-1` })).rejects.toMatchObject({
      details: { reason: 'HISTORY_CHANGED' },
    });
    await expect(page(handleOf('9'))).rejects.toMatchObject({ code: 'HISTORY_ERROR' });
    expect((await page(handle, { limit: 1 })).events).toHaveLength(1);
  });
});

describe('an archive that is harmed', () => {
  it('and torn at any byte loses that line alone, and goes on', async () => {
    const handle = await archived('The first thing.', 'ünd das zweite.');
    const whole = readFileSync(linesOf(handle));
    const ends = [...whole.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index + 1] : []));
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(linesOf(handle), whole.subarray(0, length));
      const left = ends.filter((end) => end <= length).length;
      const read = await page(handle);
      expect([read.events.length, read.damagedLines, read.nextCursor]).toEqual([left, 0, undefined]);
      // Each turn mends; to begin one at each byte would take long.
      if (length % 29 !== 0) continue;
      const { lease, writer } = await resume(handle);
      writer.request('Again.');
      expect(await endTurn(lease, writer)).toEqual([]);
      const after = await page(handle);
      expect([after.events.length, after.damagedLines]).toEqual([left + 2, 0]);
      if (length > 0)
        expect(textOf(handle).startsWith(whole.subarray(0, ends[left - 1] ?? 0).toString())).toBe(true);
    }
  });

  it('gets another revision when its torn end is cut', async () => {
    const handle = await archived('a', 'b');
    const idOf = () => JSON.parse(readFileSync(historySnapshotPath(places, handle), 'utf8')).id;
    const before = idOf();
    const first = await resume(handle);
    await endTurn(first.lease, first.writer);
    expect(idOf()).toBe(before);
    appendFileSync(linesOf(handle), '{"torn');
    const second = await resume(handle);
    await endTurn(second.lease, second.writer);
    expect(idOf()).not.toBe(before);
  });

  it('tells the other lines, and how many it cannot', async () => {
    const handle = await archived('a');
    const [first, ...others] = textOf(handle).split('\n');
    const harmed = [first, 'garbage', '\u0000', '{"at":1}', '', ...others].join('\n');
    writeFileSync(linesOf(handle), harmed);
    appendFileSync(linesOf(handle), Uint8Array.of(0xff, 0x0a));
    expect(await page(handle)).toMatchObject({ damagedLines: 5, events: [{}, {}, {}] });
  });

  it('is passed where a line is longer than a page', async () => {
    const handle = await archived('a');
    const before = textOf(handle);
    writeFileSync(linesOf(handle), `${'x'.repeat(2.5 * HISTORY_PAGE_MAX_BYTES)}\n${before}`);
    let { nextCursor, ...last } = await page(handle);
    let damaged = last.damagedLines;
    while (nextCursor) {
      ({ nextCursor, ...last } = await page(handle, { cursor: nextCursor }));
      damaged += last.damagedLines;
    }
    expect(last.events).toHaveLength(3);
    expect(damaged).toBeGreaterThan(0);
  });

  it.each([
    ['is cut', (path: string) => truncateSync(path, 10)],
    ['is empty', (path: string) => truncateSync(path)],
    [
      'is another’s',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('ses_', 'ses_0')),
    ],
    ['is gone', (path: string) => rmSync(path)],
  ])(
    'where the file that says whose it is %s cannot be read, and is mended by the next turn',
    async (_, harm) => {
      const handle = await archived('a');
      harm(historySnapshotPath(places, handle));
      await expect(page(handle)).rejects.toMatchObject({ code: 'HISTORY_ERROR', remedy: expect.any(String) });
      const { lease, writer } = await resume(handle);
      expect(await endTurn(lease, writer)).toEqual([]);
      expect(await told(handle)).toHaveLength(4);
    },
  );

  it('and one of a newer version is left alone', async () => {
    const handle = await archived('a');
    const path = historySnapshotPath(places, handle);
    writeFileSync(path, '{"schemaVersion":2}');
    const before = textOf(handle);
    await expect(page(handle)).rejects.toMatchObject({
      message: expect.stringContaining('a newer CoAgent8'),
    });
    const { lease, writer } = await resume(handle);
    writer.request('Again.');
    expect(await endTurn(lease, writer)).toHaveLength(1);
    expect([textOf(handle), readFileSync(path, 'utf8')]).toEqual([before, '{"schemaVersion":2}']);
  });

  it('by somebody else during a turn is mended before the next line', async () => {
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    await writer.end('not yet');
    appendFileSync(linesOf(lease.record().handle), '{"torn');
    expect(await endTurn(lease, writer)).toEqual([]);
    expect(await page(lease.record().handle)).toMatchObject({ damagedLines: 0, events: [{}, {}, {}] });
  });

  it('is begun anew where it goes during a turn', async () => {
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    await writer.end('not yet');
    rmSync(places.historyDirectory, { recursive: true });
    expect(await endTurn(lease, writer)).toEqual([]);
    expect(await told(lease.record().handle)).toEqual([['end', 'answered']]);
  });
});

describe('room for histories', () => {
  /** An archive of some size, last written at a time; its session is nobody's. */
  const fill = (digit: string, bytes: number, atMs: number) => {
    const handle = handleOf(digit);
    mkdirSync(places.historyDirectory, { recursive: true });
    writeFileSync(linesOf(handle), '');
    truncateSync(linesOf(handle), bytes);
    utimesSync(linesOf(handle), atMs / 1000, atMs / 1000);
    return handle;
  };
  const MIB = 1024 * 1024;
  const isThere = (handle: Handle) => existsSync(linesOf(handle));

  it('is made by the archive that was written longest ago, whole, and by no more than is needed', async () => {
    const filled = [...'0123456789'].map((digit, index) => fill(digit, 10 * MIB, NOW - index * 1000));
    await archived('a');
    expect(filled.map(isThere)).toEqual([...Array.from({ length: 9 }, () => true), false]);
  });

  it('is made again while an archive grows, before each piece that needs it', async () => {
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    // Ten archives, and this one's first block: all of it is taken.
    const filled = [...'0123456789'].map((digit, index) =>
      fill(digit, 10 * MIB - (index === 0 ? HISTORY_BLOCK_BYTES : 0), NOW - index * 1000),
    );
    writer.message('m1', 'short');
    writer.message('m2', 'Some words.\n'.repeat(1_000));
    await writer.end('answered');
    expect(filled.map(isThere)).toEqual([...Array.from({ length: 9 }, () => true), true]);
    writer.message('m3', 'Some words.\n'.repeat(1_000));
    await writer.end('answered');
    expect(filled.map(isThere)).toEqual([...Array.from({ length: 9 }, () => true), false]);
  });

  it('is not made by a turn under way, nor where nobody can tell', async () => {
    const active = await begin();
    const writer = store.writeHistory(active.record());
    writer.request('What is it?');
    await writer.end('not yet');
    const { handle } = active.record();
    truncateSync(linesOf(handle), 10 * MIB);
    utimesSync(linesOf(handle), 1, 1);
    const damaged = await archived('b');
    truncateSync(recordPath(places, HERE, damaged), 5);
    truncateSync(linesOf(damaged), 10 * MIB);
    utimesSync(linesOf(damaged), 1, 1);
    const filled = [...'01234567'].map((digit, index) => fill(digit, 10 * MIB, NOW - index * 1000));
    await archived('a');
    expect([handle, damaged, ...filled].map(isThere)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      false,
    ]);
  });

  it('that only turns under way could make is a warning', async () => {
    for (let count = 0; count < 10; count++) {
      const lease = await begin();
      const writer = store.writeHistory(lease.record());
      await writer.end('not yet');
      truncateSync(linesOf(lease.record().handle), 10 * MIB);
    }
    const lease = await begin();
    const writer = store.writeHistory(lease.record());
    writer.request('What is it?');
    expect(await writer.end('answered')).toEqual([
      { code: 'STORE_FAILED', message: expect.stringContaining('there is no room') },
    ]);
    expect(isThere(lease.record().handle)).toBe(false);
  });

  it('ends at the limit of a session, to the byte', async () => {
    const handle = await archived('a');
    const line =
      (await page(handle)).totalBytes -
      Buffer.byteLength(textOf(handle).split('\n').slice(0, 2).join('\n')) -
      1;
    const bound = HISTORY_SESSION_MAX_BYTES;
    for (const [spare, warnings] of [
      [line, 0],
      [line - 1, 1],
    ] as const) {
      writeFileSync(linesOf(handle), `${'x'.repeat(bound - spare - 1)}\n`);
      const { lease, writer } = await resume(handle);
      expect(await endTurn(lease, writer)).toHaveLength(warnings);
      expect(statSync(linesOf(handle)).size).toBe(warnings === 0 ? bound : bound - spare);
    }
  });

  it('is given back after seven days, and by what killed writers left', async () => {
    const [old, recent] = [
      fill('0', 10, NOW - SESSION_KEPT_MS - 1000),
      fill('1', 10, NOW - SESSION_KEPT_MS + 1000),
    ];
    const litter = `${historySnapshotPath(places, recent)}.123`;
    writeFileSync(litter, '');
    expect((await store.reconcile()).problems).toEqual([]);
    expect([isThere(old), isThere(recent), existsSync(litter)]).toEqual([false, true, false]);
  });
});

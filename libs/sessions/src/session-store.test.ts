import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { handleOf, NOW, recordIn } from '../test/made-up-records.js';
import { createTemporaryRoot, placesIn } from '../test/temporary-places.js';
import { SESSION_IDLE_MAX_MS, SESSION_KEPT_MS } from './retention.js';
import { recordPath, resultPath } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import { renderRecord } from './session-record.js';
import { createSessionStore } from './session-store.js';
import type { SessionStore } from './session-store.js';

const HERE = '/srv/here';
const THERE = '/srv/there';
const SECRET = `ghp_${'A1b2C3d4E5f6G7h8I9'.repeat(2)}`;
const ANSWER = {
  step: 'answer',
  result: { text: 'The answer.', isPartial: false, isTruncated: false },
} as const;

let temporary: ReturnType<typeof createTemporaryRoot>;
let places: SessionPlaces;
let nowMs = NOW;
let store: SessionStore;
let stores: SessionStore[] = [];

const openStore = (at: SessionPlaces = places) => {
  const opened = createSessionStore({ places: at, now: () => nowMs });
  stores.push(opened);
  return opened;
};
const begin = (from = store, workspace = HERE) =>
  from.leases.begin({ workspace, backend: 'codex', profile: 'read-only', model: 'swift-4.2' });
const answered = async (from = store, workspace = HERE) => {
  const lease = await begin(from, workspace);
  await lease.run({ nativeId: 'thread-1' });
  await lease.end(ANSWER);
  return lease.record().handle;
};
const resume = (handle: `ses_${string}`, from = store, workspace = HERE) =>
  from.leases.continue({ handle, workspace, profile: 'read-only' });
const pathOf = (handle: `ses_${string}`, workspace = HERE) => recordPath(places, workspace, handle);
const onDisk = (handle: `ses_${string}`) => JSON.parse(readFileSync(pathOf(handle), 'utf8'));
const allFiles = () =>
  readdirSync(temporary.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

beforeEach(() => {
  temporary = createTemporaryRoot();
  places = placesIn(temporary.root);
  nowMs = NOW;
  stores = [];
  store = openStore();
});
afterEach(() => {
  for (const opened of stores) opened.end();
  temporary.remove();
});

describe('a session', () => {
  it('touches nothing before it is asked', () => {
    expect(readdirSync(temporary.root)).toEqual([]);
  });

  it('is stored, and owned, before its agent is started', async () => {
    const { handle } = (await begin()).record();
    expect(onDisk(handle)).toMatchObject({ state: 'starting', workspace: HERE, turn: { number: 1 } });
    expect((await store.read(handle, HERE)).state).toBe('starting');
    expect((await openStore().read(handle, HERE)).state).toBe('starting');
  });

  it('goes on from turn to turn, in this server and in others', async () => {
    const handle = await answered();
    const second = await resume(handle, openStore());
    expect(second.record()).toMatchObject({ state: 'starting', model: 'swift-4.2', turn: { number: 2 } });
    await second.run({ nativeId: 'thread-1', agentVersion: '1.0.0' });
    await second.stop();
    const { record, warnings } = await second.end({ step: 'cancel' });
    expect([record.state, record.owner, warnings]).toEqual(['cancelled', undefined, []]);
    expect(await store.read(handle, HERE)).toEqual(record);
    expect(JSON.stringify(onDisk(handle))).not.toContain('owner');
  });

  it('has a mark of its agent from before it is started until the turn ends, and none waits for it then', async () => {
    const lease = await begin();
    const mark = await lease.markAgent();
    expect(existsSync(mark)).toBe(true);
    await lease.run({ nativeId: 'thread-1' });
    await lease.end(ANSWER);
    expect(existsSync(mark)).toBe(false);
    await expect(resume(lease.record().handle)).resolves.toBeDefined();
  });

  it('belongs to one at a time: here, there and elsewhere', async () => {
    const handle = await answered();
    const lease = await resume(handle);
    const busy = { code: 'SESSION_BUSY', message: `turn 2 of the session ${handle} is under way` };
    await expect(resume(handle)).rejects.toMatchObject(busy);
    await expect(resume(handle, openStore())).rejects.toMatchObject(busy);
    await expect(store.close(handle, { workspace: HERE, deletesHistory: false })).rejects.toMatchObject(busy);
    await lease.end({ step: 'fail', lastError: { code: 'TIMEOUT', message: 'too late' } });
    await expect(resume(handle, openStore())).resolves.toBeDefined();
  });

  it('is given to one of twenty that want it at once', async () => {
    const handle = await answered();
    const others = Array.from({ length: 20 }, () => openStore());
    const given = await Promise.allSettled(others.map((other) => resume(handle, other)));
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of given)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'SESSION_BUSY' });
  });

  it('is nobody else’s: other workspaces and unknown handles fail closed', async () => {
    const handle = await answered();
    const foreign = { code: 'SESSION_INVALID', details: { handle, workspace: HERE } };
    await expect(resume(handle, store, THERE)).rejects.toMatchObject(foreign);
    await expect(store.read(handle, THERE)).rejects.toMatchObject(foreign);
    await expect(store.readResult(handle, THERE)).rejects.toMatchObject(foreign);
    await expect(store.close(handle, { workspace: THERE, deletesHistory: true })).rejects.toMatchObject(
      foreign,
    );
    await expect(store.read(handleOf('9'), HERE)).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      message: `there is no session ${handleOf('9')}; sessions are kept for seven days`,
    });
    await expect(
      store.leases.continue({ handle, workspace: HERE, profile: 'read-only', backend: 'agy' }),
    ).rejects.toMatchObject({ code: 'SESSION_INVALID', details: { backend: 'codex' } });
    expect((await store.read(handle, HERE)).state).toBe('answered');
  });

  it('cannot be continued after two hours, and is still there', async () => {
    const handle = await answered();
    nowMs = NOW + SESSION_IDLE_MAX_MS + 1;
    await expect(resume(handle)).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      details: { minutes: 120 },
    });
    expect((await store.readResult(handle, HERE)).text).toBe('The answer.');
    nowMs = NOW - SESSION_KEPT_MS;
    await expect(resume(handle)).resolves.toBeDefined();
  });

  it('is closed for good, with or without its result', async () => {
    const [kept, gone] = [await answered(), await answered()];
    await store.close(kept, { workspace: HERE, deletesHistory: false });
    await store.close(gone, { workspace: HERE, deletesHistory: true });
    await store.close(gone, { workspace: HERE, deletesHistory: true });
    await expect(resume(kept)).rejects.toMatchObject({ message: `the session ${kept} was closed` });
    expect((await store.readResult(kept, HERE)).text).toBe('The answer.');
    await expect(store.readResult(gone, HERE)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
  });

  it('keeps no secret anywhere, in folders and files for its owner alone', async () => {
    const lease = await begin();
    const failure = { code: 'PROCESS_ERROR', message: `refused ${SECRET}` } as const;
    await lease.end({
      step: 'fail',
      lastError: failure,
      result: { text: `key ${SECRET}\u001b[31m`, isPartial: true, isTruncated: false, failure },
    });
    const files = allFiles();
    expect(files.filter((path) => readFileSync(path, 'latin1').includes(SECRET))).toEqual([]);
    expect(files.filter((path) => (statSync(path).mode & 0o777) !== 0o600)).toEqual([]);
    expect(new Set(files.map((path) => statSync(dirname(path)).mode & 0o777))).toEqual(new Set([0o700]));
    const page = await store.readResult(lease.record().handle, HERE);
    expect(page).toMatchObject({ isPartial: true, failure: { code: 'PROCESS_ERROR' } });
    expect(page.text).toMatch(/^key /);
    for (const trace of ['ghp_', '\u001b']) expect(page.text).not.toContain(trace);
  });

  it('lives in a data root that is a link', async () => {
    const link = join(temporary.root, 'link');
    mkdirSync(join(temporary.root, 'real'));
    symlinkSync('real', link);
    const there = openStore(placesIn(link));
    const handle = await answered(there);
    const other = openStore(placesIn(join(temporary.root, 'real')));
    expect((await other.read(handle, HERE)).state).toBe('answered');
    await resume(handle, there);
    await expect(resume(handle, other)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  });
});

describe('a server that is gone', () => {
  it('leaves no turn under way: not in a list, not on the disk, and the next turn begins', async () => {
    const lease = await begin();
    await lease.run({ nativeId: 'thread-1' });
    const { handle } = lease.record();
    store.end();
    const next = openStore();
    expect((await next.read(handle, HERE)).state).toBe('interrupted');
    expect((await next.list({ workspace: HERE })).sessions).toMatchObject([{ handle, state: 'interrupted' }]);
    expect(onDisk(handle).state).toBe('running');
    expect(await next.reconcile()).toEqual({ settled: [handle], removedFiles: 0, problems: [] });
    expect(onDisk(handle)).toMatchObject({ state: 'interrupted', usedAt: new Date(NOW).toISOString() });
    expect(await next.reconcile()).toEqual({ settled: [], removedFiles: 0, problems: [] });
    expect((await resume(handle, next)).record().turn.number).toBe(2);
  });

  it.each([
    ['answered', { isPartial: false }],
    ['interrupted', { isPartial: true }],
    ['interrupted', { isPartial: false, failure: { code: 'TIMEOUT', message: 'too late' } }],
  ] as const)('has %s where it died after it stored %j', async (state, result) => {
    const dying = createSessionStore({
      places,
      now: () => nowMs,
      passed: (step) => {
        if (step === 'end:stored') throw new Error('died');
      },
    });
    const lease = await begin(dying);
    const end = lease.end({
      step: 'fail',
      result: { text: 'What was said.', isTruncated: false, ...result },
    });
    await expect(end).rejects.toThrow('died');
    dying.end();
    expect((await store.read(lease.record().handle, HERE)).state).toBe(state);
    expect((await store.readResult(lease.record().handle, HERE)).text).toBe('What was said.');
    await store.reconcile();
    expect(onDisk(lease.record().handle).state).toBe(state);
  });

  it('is not followed where another began a turn meanwhile, and died before its agent did', async () => {
    const handle = await answered();
    const token = 'd'.repeat(32);
    const agents = join(places.locksDirectory, 'agents');
    const meanwhile = () => {
      const record = onDisk(handle);
      writeFileSync(
        pathOf(handle),
        JSON.stringify({ ...record, turn: { ...record.turn, number: 2, token } }),
      );
      mkdirSync(agents, { recursive: true });
      writeFileSync(join(agents, token), '');
    };
    const late = createSessionStore({
      places,
      now: () => nowMs,
      passed: (step) => {
        if (step === 'continue:asked') meanwhile();
      },
    });
    stores.push(late);
    await expect(resume(handle, late)).rejects.toMatchObject({ code: 'SESSION_BUSY', details: { turn: 2 } });
    rmSync(join(agents, token));
    expect((await resume(handle)).record().turn.number).toBe(3);
  });

  it('cannot write to a turn that another has begun since', async () => {
    const lease = await begin();
    await lease.run({ nativeId: 'thread-1' });
    const { handle } = lease.record();
    store.end();
    const second = await resume(handle, openStore());
    await expect(lease.run()).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      message: expect.stringContaining('another turn has begun since'),
    });
    await expect(lease.end(ANSWER)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
    expect((await second.end({ step: 'answer' })).record.state).toBe('answered');
    await expect(openStore().readResult(handle, HERE)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
  });

  it('is reconciled by none while it lives, and its lock file goes after it', async () => {
    await begin();
    const locks = () => readdirSync(join(places.locksDirectory, 'servers'));
    const other = openStore();
    expect(await other.reconcile()).toMatchObject({ settled: [] });
    expect(locks()).toHaveLength(1);
    store.end();
    expect((await other.reconcile()).settled).toHaveLength(1);
    expect(locks()).toEqual([]);
  });
});

describe('what is damaged', () => {
  const damage = {
    'is cut': (path: string) => truncateSync(path, 100),
    'is empty': (path: string) => truncateSync(path, 0),
    'has a tail': (path: string) => appendFileSync(path, '{'),
    'is no text': (path: string) => writeFileSync(path, Uint8Array.of(0xff, 0xfe, 0)),
    'is too large': (path: string) => writeFileSync(path, ' '.repeat(64 * 1024 + 1)),
    'is older': (path: string) => writeFileSync(path, '{"schemaVersion":0}'),
    'is newer': (path: string) => writeFileSync(path, '{"schemaVersion":2,"state":"dreaming"}'),
    'is a folder': (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
    'is another’s': (path: string) => {
      const other = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...other, handle: handleOf('8') }));
    },
  };

  it.each(Object.entries(damage))('is named where a record %s, and hides no other', async (_, harm) => {
    const [whole, handle] = [await answered(), await answered()];
    harm(pathOf(handle));
    const list = await store.list({ workspace: HERE });
    expect(list.sessions.map((record) => record.handle)).toEqual([whole]);
    expect(list.unusable).toEqual([{ path: pathOf(handle), problem: expect.stringMatching(/\S/) }]);
    expect(list.total).toBe(2);
    const refusal = {
      code: 'SESSION_INVALID',
      message: expect.stringContaining(`the session ${handle} cannot be used: `),
      remedy: expect.stringContaining('leave the session handle out to begin a new conversation'),
    };
    await expect(resume(handle)).rejects.toMatchObject(refusal);
    await expect(store.read(handle, HERE)).rejects.toMatchObject(refusal);
    expect((await store.reconcile()).problems).toEqual([]);
    expect(existsSync(pathOf(handle))).toBe(true);
    await expect(resume(whole)).resolves.toBeDefined();
  });

  it('goes when it is closed, but not where a newer version knows better', async () => {
    const [damaged, newer] = [await answered(), await answered()];
    truncateSync(pathOf(damaged), 100);
    writeFileSync(pathOf(newer), '{"schemaVersion":2}');
    await store.close(damaged, { workspace: HERE, deletesHistory: true });
    expect(existsSync(pathOf(damaged))).toBe(false);
    await expect(store.close(newer, { workspace: HERE, deletesHistory: true })).rejects.toMatchObject({
      remedy: expect.stringContaining('update this CoAgent8'),
    });
    expect(existsSync(pathOf(newer))).toBe(true);
  });

  it('loses no answer: the owner of the turn still knows what the file said', async () => {
    const lease = await begin();
    const { handle } = lease.record();
    truncateSync(pathOf(handle), 10);
    await lease.run({ nativeId: 'thread-1' });
    rmSync(pathOf(handle));
    await lease.end(ANSWER);
    expect((await store.read(handle, HERE)).nativeId).toBe('thread-1');
    expect((await store.readResult(handle, HERE)).text).toBe('The answer.');
  });

  it('is named where a result is cut', async () => {
    const handle = await answered();
    truncateSync(resultPath(places, handle), 40);
    await expect(store.readResult(handle, HERE)).rejects.toMatchObject({
      code: 'SESSION_INVALID',
      message: expect.stringContaining('it is damaged'),
    });
    await expect(resume(handle)).resolves.toBeDefined();
  });

  it('costs no answer where a result cannot be stored', async () => {
    writeFileSync(places.resultsDirectory, '');
    const lease = await begin();
    const { record, warnings } = await lease.end(ANSWER);
    expect(record.state).toBe('answered');
    expect(warnings).toEqual([
      {
        code: 'STORE_FAILED',
        message: expect.stringContaining('the result is not kept and can be read here only'),
      },
    ]);
  });

  it('keeps the answer of a turn whose end could not be written, and makes it no turn under way', async () => {
    const lease = await begin();
    await lease.run({ nativeId: 'thread-1' });
    const { handle } = lease.record();
    const path = pathOf(handle);
    copyFileSync(path, `${path}.bak`);
    rmSync(path);
    mkdirSync(path);
    await expect(lease.end(ANSWER)).rejects.toThrow();
    rmSync(path, { recursive: true });
    copyFileSync(`${path}.bak`, path);
    expect((await store.read(handle, HERE)).state).toBe('answered');
    expect((await store.readResult(handle, HERE)).text).toBe('The answer.');
    expect((await store.reconcile()).settled).toEqual([handle]);
    expect((await resume(handle)).record().turn.number).toBe(2);
  });
});

describe('list', () => {
  it('shows a workspace alone or all, the last changed first, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      const handle = await answered();
      utimesSync(pathOf(handle), NOW / 1000 + index, NOW / 1000 + index);
      made.unshift(handle);
    }
    const elsewhere = await answered(store, THERE);
    const first = await store.list({ workspace: HERE, limit: 2 });
    expect([first.total, first.unusable]).toEqual([5, []]);
    const { nextCursor: second } = first;
    const next = await store.list({ workspace: HERE, limit: 2, ...(second && { cursor: second }) });
    const last = await store.list({
      workspace: HERE,
      limit: 2,
      ...(next.nextCursor && { cursor: next.nextCursor }),
    });
    expect(last.nextCursor).toBeUndefined();
    expect([first, next, last].flatMap(({ sessions }) => sessions.map(({ handle }) => handle))).toEqual(made);
    const all = await store.list({});
    expect(all.sessions.map(({ handle }) => handle).sort()).toEqual([...made, elsewhere].sort());
    expect(await store.list({ workspace: '/nowhere' })).toEqual({ sessions: [], unusable: [], total: 0 });
    expect(store.resolve(elsewhere.slice(4, 20))).toBe(elsewhere);
    expect(() => store.resolve(elsewhere.slice(4, 20), HERE)).toThrow('no session begins with');
  });

  it('pages through files of one moment without losing one', async () => {
    const made = await Promise.all(Array.from({ length: 7 }, () => answered()));
    for (const handle of made) utimesSync(pathOf(handle), 1, 1.5);
    const seen: string[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await store.list({ workspace: HERE, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.sessions.map(({ handle }) => handle));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...made].sort());
  });

  it('leaves out what is no record', async () => {
    const handle = await answered();
    for (const name of ['x.json', `${handle}.json.bak`, `${handle}.json.123`, '.DS_Store'])
      writeFileSync(join(dirname(pathOf(handle)), name), '{');
    expect(await store.list({ workspace: HERE })).toMatchObject({ total: 1, unusable: [] });
  });

  it.each([0, 101, 1.5, Number.NaN])('refuses the limit %s', async (limit) => {
    await expect(store.list({ limit })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'x'],
    ['half a handle', '1-ses_1'],
    ['a time before all times', `-1-${handleOf('a')}`],
    ['a time without end', `${'1'.repeat(500)}-${handleOf('a')}`],
  ])('refuses %s as a cursor', async (_, cursor) => {
    await expect(store.list({ cursor })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
  });

  it('takes the limits 1 and 100', async () => {
    await answered();
    expect((await store.list({ limit: 1 })).sessions).toHaveLength(1);
    expect((await store.list({ limit: 100 })).sessions).toHaveLength(1);
  });
});

describe('reconcile', () => {
  it('removes what is older than seven days, and what killed writers left behind, and nothing else', async () => {
    const [old, recent, damaged, newer] = [
      await answered(),
      await answered(),
      await answered(),
      await answered(),
    ];
    truncateSync(pathOf(damaged), 9);
    writeFileSync(pathOf(newer), '{"schemaVersion":2}');
    const litter = [`${pathOf(recent)}.123`, `${resultPath(places, recent)}.456`];
    for (const path of litter) writeFileSync(path, '{');
    expect((await store.reconcile()).removedFiles).toBe(2);
    expect(litter.filter((path) => existsSync(path))).toEqual([]);

    nowMs = NOW + SESSION_KEPT_MS + 1;
    const again = await resume(await answered());
    await again.run();
    for (const handle of [damaged, newer, old]) utimesSync(pathOf(handle), NOW / 1000, NOW / 1000);
    for (const handle of [old, damaged]) utimesSync(resultPath(places, handle), NOW / 1000, NOW / 1000);
    await store.reconcile();
    expect([old, recent, damaged, newer].map((handle) => existsSync(pathOf(handle)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([old, recent, damaged].map((handle) => existsSync(resultPath(places, handle)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(onDisk(again.record().handle).state).toBe('running');
  });

  it('removes a result whose record is gone after seven days, and not before', async () => {
    const handle = await answered();
    rmSync(pathOf(handle));
    const path = resultPath(places, handle);
    utimesSync(path, NOW / 1000, NOW / 1000);
    nowMs = NOW + SESSION_KEPT_MS;
    await store.reconcile();
    expect(existsSync(path)).toBe(true);
    nowMs += 1;
    await store.reconcile();
    expect(existsSync(path)).toBe(false);
  });

  it('shows no result that is older than seven days, removed or not', async () => {
    const handle = await answered();
    nowMs = NOW + SESSION_KEPT_MS;
    expect((await store.readResult(handle, HERE)).text).toBe('The answer.');
    nowMs += 1;
    await expect(store.readResult(handle, HERE)).rejects.toMatchObject({ code: 'SESSION_INVALID' });
  });

  it('ends all turns of dead servers that share one lock, and one that cannot be written keeps no other', async () => {
    const handles = Array.from(
      { length: 34 },
      (_, index): `ses_${string}` => `ses_${String(index).padStart(32, 'aa0')}`,
    );
    for (const handle of handles) {
      mkdirSync(dirname(pathOf(handle)), { recursive: true });
      writeFileSync(pathOf(handle), renderRecord(recordIn('running', { handle, workspace: HERE })));
    }
    const [stuck = handleOf('0')] = handles;
    mkdirSync(`${pathOf(stuck)}.1`);
    const { settled, problems } = await store.reconcile();
    expect([...settled].sort()).toEqual([...handles].sort());
    expect(problems).toEqual([expect.stringContaining(`${stuck}.json.1`)]);
    for (const handle of handles) expect(onDisk(handle).state).toBe('interrupted');
  });

  it('has nothing to do where there is nothing', async () => {
    expect(await store.reconcile()).toEqual({ settled: [], removedFiles: 0, problems: [] });
  });
});

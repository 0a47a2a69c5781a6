import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { SessionHandle } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createSessionStore, PERSISTENCE_STEPS } from '../src/index.js';
import type { PersistenceStep, SessionStore } from '../src/index.js';
import { parseSessionHandle } from '../src/index.js';
import { endFixtures, startFixture } from './fixture-process.js';
import type { FixtureProcess } from './fixture-process.js';
import { createTemporaryRoot, placesIn } from './temporary-places.js';

const WORKSPACE = '/srv/here';
const CONTINUE = { workspace: WORKSPACE, profile: 'read-only' } as const;

let temporary: ReturnType<typeof createTemporaryRoot>;
let store: SessionStore;
beforeEach(() => {
  temporary = createTemporaryRoot();
  store = createSessionStore({ places: placesIn(temporary.root), now: Date.now });
});
afterEach(async () => {
  await endFixtures();
  store.end();
  temporary.remove();
});

/** What a fixture tells until it ends. */
async function linesOf({ nextLine }: FixtureProcess): Promise<readonly Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) lines.push(JSON.parse(line));
  return lines;
}

/** How long it takes until the session's next turn is given, in milliseconds. */
async function msUntilTaken(handle: SessionHandle): Promise<number> {
  const start = performance.now();
  for (;;) {
    try {
      await store.leases.continue({ handle, ...CONTINUE });
      return performance.now() - start;
    } catch (error) {
      expect(error).toMatchObject({ code: 'SESSION_BUSY' });
      await delay(1);
    }
  }
}

/** The nth time of a step at which the life of `live.mjs` can end: `run` and `end` come twice. */
const DEATHS = PERSISTENCE_STEPS.filter((step) => !step.startsWith('settle:')).flatMap(
  (step): [PersistenceStep, string][] =>
    /^(run|end):/.test(step)
      ? [
          [step, '1'],
          [step, '2'],
        ]
      : [[step, '1']],
);

describe('a server that is killed', () => {
  it('can be killed at every step', () => {
    expect(PERSISTENCE_STEPS).toHaveLength(29);
    expect(DEATHS).toHaveLength(34);
  });

  it.each(DEATHS)(
    'at %s (time %s) loses no answer, and leaves a session that goes on or says why not',
    async (step, nth) => {
      const lines = await linesOf(startFixture('live', temporary.root, WORKSPACE, step, nth));
      expect(lines).not.toContainEqual({ closed: true });
      const before = await store.list({ workspace: WORKSPACE });
      const report = await store.reconcile();
      expect(report.problems).toEqual([]);
      const { sessions, unusable } = await store.list({ workspace: WORKSPACE });
      expect(unusable).toEqual([]);
      // Lists tell the truth before anybody has written it down.
      expect(before.sessions).toEqual(sessions);
      for (const { state } of sessions) expect(['starting', 'running', 'stopping']).not.toContain(state);

      const handle = lines[0]?.['handle'];
      if (handle === undefined) return expect(sessions.length).toBeLessThanOrEqual(1);
      expect(sessions.map((record) => record.handle)).toEqual([handle]);
      const known = parseSessionHandle(String(handle));
      const answers = lines.flatMap(({ answered }) => (answered === undefined ? [] : [answered]));
      const result = await store.readResult(known, WORKSPACE).catch(() => undefined);
      // What was told to be answered is there, or what was answered after it.
      if (answers.length > 0) expect(['first', 'second'].slice(answers.length - 1)).toContain(result?.text);
      if (sessions[0]?.state === 'answered') expect(result?.turn).toBe(sessions[0].turn.number);
      if (result) expect(result).toMatchObject({ isPartial: false });

      const next = await store.leases
        .continue({ handle: known, ...CONTINUE })
        .catch((error: unknown) => error);
      const isRefused = sessions[0]?.state === 'closed' || sessions[0]?.nativeId === undefined;
      if (isRefused)
        return expect(next).toMatchObject({ code: 'SESSION_INVALID', remedy: expect.any(String) });
      expect(next).toHaveProperty('end');
    },
  );

  it('after its answer was stored and before its record was, has answered', async () => {
    await linesOf(startFixture('live', temporary.root, WORKSPACE, 'end:stored'));
    const [record] = (await store.list({ workspace: WORKSPACE })).sessions;
    expect(record).toMatchObject({ state: 'answered', turn: { number: 1 } });
    expect((await store.readResult(record?.handle ?? parseSessionHandle(''), WORKSPACE)).text).toBe('first');
  });

  it.each(['settle:asked', 'settle:locked', 'settle:written', 'settle:freed'] as const)(
    'while it reconciles (%s) leaves the rest to the next',
    async (step) => {
      await linesOf(startFixture('live', temporary.root, WORKSPACE, 'run:written'));
      await linesOf(startFixture('live', temporary.root, WORKSPACE, step));
      await store.reconcile();
      const { sessions } = await store.list({ workspace: WORKSPACE });
      expect(sessions.map(({ state }) => state).sort()).toEqual(['answered', 'interrupted']);
      expect(await store.reconcile()).toEqual({ settled: [], removedFiles: 0, problems: [] });
    },
  );

  it('hands its turn over at once', async () => {
    const holder = startFixture('hold-turn', temporary.root, WORKSPACE);
    const handle = parseSessionHandle((await holder.nextLine()) ?? '');
    await holder.nextLine();
    await expect(store.leases.continue({ handle, ...CONTINUE })).rejects.toMatchObject({
      code: 'SESSION_BUSY',
    });
    await holder.end('SIGKILL');
    expect(await msUntilTaken(handle)).toBeLessThan(1000);
  });
});

describe('an agent that outlives its server', () => {
  it.each(['reconciled', 'not reconciled'])(
    'is gone before the next turn of its session begins (%s meanwhile)',
    async (meanwhile) => {
      const agentGone = join(temporary.root, 'agent-gone');
      const server = startFixture('leave-agent', temporary.root, WORKSPACE, agentGone);
      const handle = parseSessionHandle((await server.nextLine()) ?? '');
      await server.end('SIGKILL');
      if (meanwhile === 'reconciled') expect((await store.reconcile()).settled).toEqual([handle]);
      expect(existsSync(agentGone)).toBe(false);
      expect((await store.read(handle, WORKSPACE)).state).toBe('interrupted');
      const lease = await store.leases.continue({ handle, ...CONTINUE });
      expect(existsSync(agentGone)).toBe(true);
      expect(lease.record().turn.number).toBe(2);
    },
  );
});

describe('a server that is slow', () => {
  it('keeps its turn while its event loop is blocked, and runs on', async () => {
    const holder = startFixture('hold-turn', temporary.root, WORKSPACE, '3000');
    const handle = parseSessionHandle((await holder.nextLine()) ?? '');
    let refusals = 0;
    const ranOn = holder.nextLine().then((line) => ({ line }));
    for (let hasRun: unknown; hasRun === undefined; hasRun = await Promise.race([ranOn, delay(50)])) {
      await expect(store.leases.continue({ handle, ...CONTINUE })).rejects.toMatchObject({
        code: 'SESSION_BUSY',
      });
      expect((await store.reconcile()).settled).toEqual([]);
      expect((await store.read(handle, WORKSPACE)).state).toBe('running');
      refusals++;
    }
    expect(await ranOn).toEqual({ line: 'ran on' });
    expect(refusals).toBeGreaterThan(5);
    expect((await store.read(handle, WORKSPACE)).agentVersion).toBe('1.0.0');
  });
});

describe('eight servers', () => {
  it('take a hundred turns of one session, none of them twice and none lost', async () => {
    const lease = await store.leases.begin({ ...CONTINUE, backend: 'codex' });
    const { handle } = lease.record();
    await lease.run({ nativeId: 'thread-1' });
    await lease.end({ step: 'answer' });
    const shares = [13, 13, 13, 13, 12, 12, 12, 12];
    const servers = shares.map((share) =>
      startFixture('take-turns', temporary.root, WORKSPACE, handle, String(share)),
    );
    const numbers = (await Promise.all(servers.map(({ nextLine }) => nextLine()))).flatMap((line): number[] =>
      JSON.parse(line ?? '[]'),
    );
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 2),
    );
    expect((await store.read(handle, WORKSPACE)).turn.number).toBe(101);
  }, 120_000);
});

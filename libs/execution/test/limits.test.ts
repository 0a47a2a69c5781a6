import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Failure, Quotas } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import type { Script, World } from './dependencies.js';
import { obeying, playing, says, started } from './scripted-turn.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, path, run } = workspaceForEach();

const NOON_MS = Date.parse('2030-01-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const atHour = (hours: number) => new Date(NOON_MS + hours * HOUR_MS).toISOString();
const at = (hours: number, more: World = {}): World => ({
  ...three,
  wallClock: () => NOON_MS + hours * HOUR_MS,
  ...more,
});

const limit = (details: NonNullable<Failure['details']>, message = 'you have hit your limit'): Failure => ({
  code: 'RATE_LIMITED',
  message,
  details,
});
/** Says something, and then runs into a limit. */
const limited = (failure: Failure): Script =>
  playing({ ...started, model: 'swift-4' }, says('Half'), { type: 'failed', failure });
const untilTwo = limited(limit({ resetsAt: atHour(2) }));
const modelUntilTwo = limited(limit({ resetsAt: atHour(2), isModelLimit: true }));

const stored = async () =>
  JSON.parse(await readFile(join(path(), '.data/quota.json'), 'utf8')) as Record<string, Quotas>;
const chosen = async (world: World) => (await run(world)).turns.map(({ backend }) => backend);

describe('a turn that runs into a limit', () => {
  it('fails on its own backend and on no other', async () => {
    const { outcome, turns } = await run(at(0), untilTwo);
    expect(turns).toMatchObject([{ backend: 'codex' }]);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'RATE_LIMITED', details: { resetsAt: atHour(2) } },
      partialAnswer: 'Half',
      warnings: [],
    });
  });

  it('sends the next elsewhere until the limit is over, and says so', async () => {
    await configure({ defaultBackend: 'codex' });
    await run(at(0), untilTwo);
    const { outcome, turns } = await run(at(1));
    expect(turns).toMatchObject([{ backend: 'agy' }]);
    expect(outcome.meta.backendReason).toMatch(
      `agy, since the configured default, codex, is at its limit until 2030-01-01 14:00 UTC; agy comes first`,
    );
    expect(await chosen(at(1.999))).toEqual(['agy']);
    expect(await chosen(at(2))).toEqual(['codex']);
  });

  it('keeps the clock set back from making a limit longer', async () => {
    await run(at(0), untilTwo);
    expect(await chosen(at(-0.001))).toEqual(['codex']);
  });

  it('counts for a named backend as well', async () => {
    await run(at(0, { change: { backend: 'agy' } }), untilTwo);
    const { outcome } = await run(at(1, { agents: ['agy'] }));
    expect(outcome).toMatchObject({
      failure: { code: 'RATE_LIMITED', details: { resetsAt: atHour(2) } },
    });
  });

  it('is for the model that was named, where it is for some only', async () => {
    const change = { model: 'swift-4' };
    expect((await run(at(0, { change }), modelUntilTwo)).turns).toMatchObject([{ backend: 'codex' }]);
    expect(await chosen(at(1, { change }))).toEqual(['agy']);
    expect(await chosen(at(1))).toEqual(['codex']);
  });

  it('is for the model of the configuration, where that was asked for', async () => {
    await configure({ backends: { codex: { defaultModel: 'slow-4' } } });
    await run(at(0), modelUntilTwo);
    expect(await chosen(at(1))).toEqual(['agy']);
    await configure({});
    expect(await chosen(at(1))).toEqual(['codex']);
  });

  it('is for turns without a model, where none was named', async () => {
    await run(at(0), modelUntilTwo);
    expect(await chosen(at(1))).toEqual(['agy']);
    expect(await chosen(at(1, { change: { model: 'swift-4' } }))).toEqual(['codex']);
  });

  it('is for the model that a price limit took', async () => {
    const change = { outputPriceBelow: 5 };
    await run(at(0, { change }), modelUntilTwo);
    expect(await chosen(at(1))).toEqual(['codex']);
    expect(await chosen(at(1, { change }))).toEqual(['agy']);
  });

  it.each<[string, Script]>([
    ['a limit without a time', limited(limit({}, `try again at ${atHour(2)}`))],
    ['a time in words', limited(limit({ resetsAt: 'tomorrow' }))],
    ['another failure', limited({ ...limit({ resetsAt: atHour(2) }), code: 'PROCESS_ERROR' })],
    [
      'an answer that quotes one',
      playing(started, says(`RATE_LIMITED: ${atHour(2)}`), { type: 'completed' }),
    ],
  ])('opens nothing with %s', async (_, script) => {
    const { quotasAsked } = await run(at(0), script);
    expect(quotasAsked).toEqual(['read']);
    await expect(stored()).rejects.toThrow('ENOENT');
  });

  it('opens nothing where it is our own refusal', async () => {
    await run(at(0), untilTwo);
    const { outcome, quotasAsked } = await run(at(1, { agents: ['codex'] }));
    expect(outcome).toMatchObject({ failure: { code: 'RATE_LIMITED' } });
    expect(quotasAsked).toEqual(['read']);
  });
});

describe('a turn that is answered', () => {
  const named = { change: { backend: 'codex' } };

  it('ends the limit that would have stopped it', async () => {
    await run(at(0, named), untilTwo);
    expect((await run(at(1, named), obeying)).outcome.status).toBe('answered');
    expect(await chosen(at(1))).toEqual(['codex']);
  });

  it('ends no limit of other models, and none where it fails', async () => {
    const ofSwift = { change: { backend: 'codex', model: 'swift-4' } };
    await run(at(0, ofSwift), modelUntilTwo);
    await run(at(1, named));
    await run(at(1, ofSwift), playing(started, { type: 'completed' }));
    expect(await chosen(at(1, { change: { model: 'swift-4' } }))).toEqual(['agy']);
    await run(at(1, ofSwift));
    expect(await chosen(at(1, { change: { model: 'swift-4' } }))).toEqual(['codex']);
  });

  it.each([
    ['', 0],
    [', though the clock was set back', -HOUR_MS],
  ])('ends no limit that another met while it ran%s', async (_, setMs) => {
    let passedMs = 0;
    let wallMs = NOON_MS;
    const world = (): World => ({ ...at(0, named), wallClock: () => wallMs, now: () => passedMs });
    const pass = (minutes: number) => {
      passedMs += minutes * 60_000;
      wallMs += minutes * 60_000;
    };
    await run(world(), async function* (turn) {
      wallMs += setMs;
      pass(10);
      await run(world(), untilTwo);
      pass(10);
      yield* obeying(turn);
    });
    expect(await chosen({ ...world(), change: {} })).toEqual(['agy']);
    pass(1);
    await run(world());
    expect(await chosen({ ...world(), change: {} })).toEqual(['codex']);
  });

  it('has the store look where nobody has, and where a limit is known', async () => {
    expect((await run(at(0, named))).quotasAsked).toEqual(['endCooldowns']);
    expect((await run(at(0))).quotasAsked).toEqual(['read']);
    const quotas: Quotas = {
      codex: { cooldowns: [{ observedAt: atHour(-1), until: atHour(1), forModel: 'slow-4' }] },
    };
    expect((await run(at(0, { quotas }))).quotasAsked).toEqual(['read', 'endCooldowns']);
    const reading = { codex: { reading: { readAt: atHour(0), windows: [] }, cooldowns: [] } };
    expect((await run(at(0, { quotas: reading }))).quotasAsked).toEqual(['read']);
  });
});

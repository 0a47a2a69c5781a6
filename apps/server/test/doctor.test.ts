import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it, jest } from '@jest/globals';

import type { DiagnosisOptions } from '../src/diagnoses.js';
import { doctor as doctorTool } from '../src/tools/doctor.js';
import { HEALTH, MODELS } from './doctor-reports.js';
import { openWire } from './wire.js';
import type { WireOptions } from './wire.js';

/** Calls doctor with `given`; gives the result and what was asked of the process. */
async function doctor(given?: unknown, diagnoses: WireOptions['diagnoses'] = {}) {
  const asked: [scope: string, backend: string | undefined][] = [];
  const wire = openWire({
    diagnoses: {
      reportModels: async ({ backend }) => {
        asked.push(['models', backend]);
        return MODELS;
      },
      examineHealth: async ({ backend }) => {
        asked.push(['health', backend]);
        return HEALTH;
      },
      ...diagnoses,
    },
  });
  await wire.initialize();
  const { result } = await wire.call('doctor', given).reply;
  return { result, asked };
}

describe('doctor', () => {
  it.each([
    ['nothing', undefined, ['models', undefined]],
    ['an empty object', {}, ['models', undefined]],
    ['the default', { scope: 'models', detail: 'summary' }, ['models', undefined]],
    ['one agent', { backend: 'agy' }, ['models', 'agy']],
    ['health', { scope: 'health' }, ['health', undefined]],
    ['the health of one agent', { scope: 'health', backend: 'codex', detail: 'full' }, ['health', 'codex']],
  ])('asks once for what %s means', async (_, given, expected) => {
    const { asked, result } = await doctor(given);
    expect(asked).toEqual([expected]);
    expect(result.isError).toBe(false);
  });

  it.each([['models'], ['health']])(
    'has a summary of %s that is text alone, as in its golden file',
    async (scope) => {
      const { result } = await doctor({ scope });
      const file = new URL(`golden/doctor-${scope}.md`, import.meta.url);
      const text = `${result.content[0].text}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
      expect(text).toBe(readFileSync(file, 'utf8'));
      expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
    },
  );

  it.each([
    ['models', MODELS],
    ['health', HEALTH],
  ])('gives all of %s as a record, and the same facts as text', async (scope, report) => {
    const { result } = await doctor({ scope, detail: 'full' });
    expect(result.structuredContent).toEqual({ scope, ...report });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  it.each([
    [{ scope: 'all' }, '"scope" is "all", expected one of models, health'],
    [{ backend: 'auto' }, '"backend" is "auto", expected one of codex, agy, claude'],
    [{ detail: 'whole' }, '"detail" is "whole", expected one of summary, full'],
    [{ quota: true }, '"quota" is unknown;'],
    [{ Scope: 'health' }, '"Scope" is unknown (did you mean "scope"?)'],
    [{ backend: null }, '"backend" is null, expected one of codex, agy, claude'],
    [[], '"arguments" is an array of 0'],
  ])('refuses %j before it looks at anything', async (given, problem) => {
    const { result, asked } = await doctor(given);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^> INPUT_LIMIT: doctor cannot take these arguments: /);
    expect(result.content[0].text).toContain(problem);
    expect(asked).toEqual([]);
  });

  it('starts nothing inside a turn', async () => {
    const { result, asked } = await doctor({}, { isNested: async () => true });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^> POLICY_DENIED: this call comes from inside a turn/);
    expect(asked).toEqual([]);
  });

  it('is an error result where something breaks', async () => {
    const { result } = await doctor({}, { reportModels: () => Promise.reject(new Error('no room')) });
    expect(result.content[0].text).toMatch(/^> PROCESS_ERROR: unexpected failure: no room/);
  });

  it('ends with the call that the client cancels, and the server answers on', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<DiagnosisOptions>();
    const wire = openWire({
      diagnoses: {
        reportModels: (options) => {
          resolve(options);
          return new Promise((done) => options.signal.addEventListener('abort', () => done(MODELS)));
        },
      },
    });
    await wire.initialize();
    const { id } = wire.call('doctor');
    const { signal } = await asked;
    expect(signal.aborted).toBe(false);
    wire.notify('notifications/cancelled', { requestId: id });
    await new Promise((done) => (signal.aborted ? done(null) : signal.addEventListener('abort', done)));
    expect((await wire.request('ping')).result).toEqual({});
    expect(wire.received.some((message) => message.id === id)).toBe(false);
  });

  it('does not pass off as a report what it has when the server is to end', async () => {
    const ending = new AbortController();
    const reportModels = async () => {
      ending.abort();
      return MODELS;
    };
    const answer = doctorTool.prepare({});
    const unasked = () => Promise.reject(new Error('nobody asks that here'));
    const diagnoses = {
      ...{ isNested: async () => false, reportModels, reportIssue: unasked },
      examineHealth: async () => HEALTH,
    };
    const host = { signal: ending.signal, roots: async () => [], tell: () => undefined };
    await expect(answer(diagnoses, host)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('tells a client that asked for progress that it is still alive', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { promise: asked, resolve: begun } = Promise.withResolvers<null>();
    const { promise: report, resolve: finish } = Promise.withResolvers<typeof MODELS>();
    try {
      const reportModels = () => {
        begun(null);
        return report;
      };
      const wire = openWire({ diagnoses: { reportModels } });
      await wire.initialize();
      const params = { name: 'doctor', arguments: {}, _meta: { progressToken: 't' } };
      const { reply } = wire.send('tools/call', params);
      await asked;
      jest.advanceTimersByTime(10_000);
      await wire.next(({ method }) => method === 'notifications/progress');
      finish(MODELS);
      expect((await reply).result.isError).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  it('tells a client that asked for progress what it waits for, in health', async () => {
    const { promise: report, resolve: finish } = Promise.withResolvers<typeof HEALTH>();
    const wire = openWire({ diagnoses: { examineHealth: () => report } });
    await wire.initialize();
    const params = { name: 'doctor', arguments: { scope: 'health' }, _meta: { progressToken: 't' } };
    const { reply } = wire.send('tools/call', params);
    const told = await wire.next(({ method }) => method === 'notifications/progress');
    expect(told.params).toMatchObject({
      progress: 1,
      message: 'the agents are asked; this takes about half a minute',
    });
    finish(HEALTH);
    expect((await reply).result.isError).toBe(false);
  });
});

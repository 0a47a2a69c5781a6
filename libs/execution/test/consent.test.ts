import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';

import type { CoAgentError } from '@coagent8/contracts';
import type { AskConsent, ConsentAnswer, ConsentQuestion, TurnProgress } from '@coagent8/contracts';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { CONSENT_MAX_WAIT_MS, REMEMBER_MAX_WAIT_MS } from '../src/obtain-consent.js';
import { catalogOf } from './dependencies.js';
import type { World } from './dependencies.js';
import { obeying, runScripted } from './scripted-turn.js';

let workspace: TempWorkspace;
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterEach(async () => {
  jest.useRealTimers();
  await workspace.remove();
});

const configure = (governance: object) =>
  workspace.write('.data/config.json', JSON.stringify({ schemaVersion: 1, governance }));
const readConfig = async () =>
  JSON.parse(await readFile(join(workspace.path, '.data/config.json'), 'utf8')) as {
    governance: { models: { allow: string[] } };
  };

/** A lock that another process holds. */
const LOCK = '.data/locks/config.json.lock';
const freeLock = () => rm(join(workspace.path, LOCK));
/** The entries that are allowed, once the write that nobody waits for has ended. */
async function rememberedAtLast(): Promise<readonly string[]> {
  for (;;) {
    const config = await readConfig().catch(() => undefined);
    const locks = await readdir(join(workspace.path, '.data/locks')).catch(() => undefined);
    if (config !== undefined && locks?.length === 0) return config.governance.models.allow;
    await nextTurnOfLoop();
  }
}

/** One model that is above the limit of 20 USD. */
const dear: World = { catalogs: { codex: catalogOf('dear-model') }, prices: { 'dear-model': 25 } };

/** Answers, and keeps the questions. */
function answering(answer: ConsentAnswer | (() => Promise<ConsentAnswer>)) {
  const questions: ConsentQuestion[] = [];
  const askConsent: AskConsent = async (question) => {
    questions.push(question);
    return typeof answer === 'function' ? answer() : answer;
  };
  return { questions, askConsent };
}

const yes = { isGiven: true, isToBeRemembered: false } as const;

describe('consent', () => {
  it('is asked for the concrete model with its price, and a yes runs the turn', async () => {
    const { questions, askConsent } = answering(yes);
    const { outcome, turns, progress } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(questions).toMatchObject([
      {
        backend: 'codex',
        model: 'dear-model',
        basis: 'output_price_above',
        price: { outputUsdPerMillion: 25 },
        isRememberable: true,
      },
    ]);
    expect(turns).toMatchObject([{ model: 'dear-model' }]);
    expect(outcome).toMatchObject({ status: 'answered', meta: { price: { outputUsdPerMillion: 25 } } });
    await expect(readConfig()).rejects.toThrow('ENOENT');
    expect(progress.map((each) => (each.type === 'phase' ? each.phase : each.type))).toEqual([
      'gathering',
      'planning',
      'asking',
      'verifying',
      'working',
      'settling',
    ]);
  });

  it('is not asked for where nothing asks', async () => {
    const { questions, askConsent } = answering(yes);
    const cheap = { ...dear, prices: { 'dear-model': 20 }, askConsent };
    const { outcome, progress } = await runScripted(workspace.path, obeying, cheap);
    expect(outcome.status).toBe('answered');
    expect(outcome.meta.price).toBeUndefined();
    expect(questions).toEqual([]);
    expect(progress).not.toContainEqual(expect.objectContaining({ phase: 'asking' }));
  });

  it('is not asked for where a price limit refuses the model anyway', async () => {
    const { questions, askConsent } = answering(yes);
    const change = { model: 'dear-model', outputPriceBelow: 25 };
    const { outcome, turns } = await runScripted(workspace.path, obeying, { ...dear, askConsent, change });
    expect(outcome).toMatchObject({
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('the limit of 25') },
    });
    expect([questions, turns]).toEqual([[], []]);
  });

  it.each([
    ['declined', { isGiven: false, why: 'declined' }, 'they declined'],
    ['unanswered', { isGiven: false, why: 'unanswered' }, 'which is not a refusal'],
    ['unreachable', { isGiven: false, why: 'unreachable' }, 'no question could be shown'],
    ['unclear', { isGiven: false, why: 'unclear' }, 'no answer'],
  ] as const)('that is %s is a refusal', async (why, answer, words) => {
    const { askConsent } = answering(answer);
    const { outcome, turns } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        code: 'POLICY_DENIED',
        message: expect.stringMatching(new RegExp(`^dear-model on codex .*25 USD.*${words}`)),
        remedy: expect.stringMatching(/^tell the user/),
        details: { backend: 'codex', model: 'dear-model', why },
      },
      meta: { price: { outputUsdPerMillion: 25 } },
    });
    expect(turns).toEqual([]);
  });

  it.each(['declined', 'unanswered'] as const)(
    'that is %s may have been so by a client, unseen: the user has ways out then, too',
    async (why) => {
      const { askConsent } = answering({ isGiven: false, why });
      const { outcome } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
      const remedy = outcome.status === 'failed' ? outcome.failure.remedy : '';
      expect(remedy).toMatch(/if they saw no question, .*`coagent8 models allow codex\/dear-model` typed by/);
      expect(remedy).toContain('do not change this setting');
    },
  );

  it.each([
    ['there is no way to ask', {}],
    ['the way to ask fails', { askConsent: () => Promise.reject(new Error('gone')) }],
    [
      'the way to ask fails at once',
      {
        askConsent: () => {
          throw new Error('gone');
        },
      },
    ],
  ])('is unreachable where %s: the user has ways out, the caller has none', async (_, more) => {
    const { outcome, turns } = await runScripted(workspace.path, obeying, { ...dear, ...more });
    expect(turns).toEqual([]);
    const remedy = outcome.status === 'failed' ? outcome.failure.remedy : '';
    expect(remedy).toContain('a client that shows MCP forms');
    expect(remedy).toContain('terminal');
    expect(remedy).toContain('`coagent8 models allow codex/dear-model`');
    expect(remedy).toContain('do not change this setting');
  });

  it.each([
    ['x;touch${IFS}/tmp/x', '`coagent8 models allow <model>`'],
    ["x'$(id)'", '`coagent8 models allow <model>`'],
    ['[x](http://y.example)', '`coagent8 models allow <model>`'],
    ['swift[1m]', "`coagent8 models allow 'codex/swift[1m]'`"],
  ])('puts nothing of %s into a command that a shell would act on', async (model, command) => {
    const { outcome } = await runScripted(workspace.path, obeying, { change: { model } });
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
    const { message, remedy } = outcome.status === 'failed' ? outcome.failure : { message: '' };
    expect(remedy).toContain(command);
    expect(message).not.toMatch(/[$;(]{2}|\]\(/);
  });

  it('is asked for every turn where a rule says so, and cannot be remembered', async () => {
    await configure({ models: { allow: ['dear-model'], ask: ['codex/dear-model'] } });
    const { questions, askConsent } = answering({ isGiven: true, isToBeRemembered: true });
    await runScripted(workspace.path, obeying, { ...dear, askConsent });
    await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(questions).toMatchObject([
      { basis: 'ask_rule', isRememberable: false },
      { basis: 'ask_rule', isRememberable: false },
    ]);
    expect((await readConfig()).governance.models.allow).toEqual(['dear-model']);
  });

  it('is of no use for a denied model: no form, no turn', async () => {
    await configure({ models: { allow: ['dear-model'], deny: ['dear-model'] } });
    const { questions, askConsent } = answering(yes);
    const { outcome, turns } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(outcome).toMatchObject({
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('dear-model') },
    });
    expect([questions, turns]).toEqual([[], []]);
  });

  it('is remembered for the model on this backend where the user wants it', async () => {
    const { questions, askConsent } = answering({ isGiven: true, isToBeRemembered: true });
    const { outcome } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(outcome).toMatchObject({ status: 'answered', warnings: [] });
    expect((await readConfig()).governance.models.allow).toEqual(['codex/dear-model']);
    await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(questions).toHaveLength(1);
  });

  it('holds for the turn where it cannot be remembered', async () => {
    await workspace.write('.data/locks', 'a file where the folder of locks should be');
    const { askConsent } = answering({ isGiven: true, isToBeRemembered: true });
    const { outcome, turns } = await runScripted(workspace.path, obeying, { ...dear, askConsent });
    expect(outcome).toMatchObject({ status: 'answered', warnings: [{ code: 'CONSENT_NOT_REMEMBERED' }] });
    expect(turns).toHaveLength(1);
  });

  it('is withdrawn when the caller cancels, and what is answered then counts for nothing', async () => {
    const controller = new AbortController();
    const withdrawn: boolean[] = [];
    const askConsent: AskConsent = async (_, signal) => {
      controller.abort();
      withdrawn.push(signal.aborted);
      return { isGiven: true, isToBeRemembered: true };
    };
    const world = { ...dear, askConsent, signal: controller.signal };
    const { outcome, turns } = await runScripted(workspace.path, obeying, world);
    expect(withdrawn).toEqual([true]);
    expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
    expect(turns).toEqual([]);
  });

  it('starts nothing where the caller cancels while it is being remembered', async () => {
    const controller = new AbortController();
    const askConsent: AskConsent = async () => {
      setImmediate(() => controller.abort());
      return { isGiven: true, isToBeRemembered: true };
    };
    const world = { ...dear, askConsent, signal: controller.signal };
    const { outcome, turns } = await runScripted(workspace.path, obeying, world);
    expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
    expect(turns).toEqual([]);
    expect(await rememberedAtLast()).toEqual(['codex/dear-model']);
  });

  it.each([
    ['the caller cancels', 'ABORTED'],
    ['the time of the call is over', 'TIMEOUT'],
  ])('holds nothing up when %s and another process holds the configuration', async (_, code) => {
    await workspace.write(LOCK, '');
    const controller = new AbortController();
    const askConsent: AskConsent = async () => {
      if (code === 'ABORTED') setImmediate(() => controller.abort());
      return { isGiven: true, isToBeRemembered: true };
    };
    const change = code === 'TIMEOUT' ? { timeoutMs: 200 } : {};
    const world = { ...dear, askConsent, change, signal: controller.signal };
    const { outcome, turns } = await runScripted(workspace.path, obeying, world);
    expect(outcome).toMatchObject({ failure: { code }, warnings: [{ code: 'CONSENT_NOT_REMEMBERED' }] });
    expect(turns).toEqual([]);
    await expect(readConfig()).rejects.toThrow('ENOENT');
    await freeLock();
    expect(await rememberedAtLast()).toEqual(['codex/dear-model']);
  });

  it.each([
    [REMEMBER_MAX_WAIT_MS - 1, []],
    [REMEMBER_MAX_WAIT_MS, [{ code: 'CONSENT_NOT_REMEMBERED' }]],
  ])('is waited for until it is remembered, but no longer than %i ms', async (waitMs, warnings) => {
    await workspace.write(LOCK, '');
    const { askConsent } = answering({ isGiven: true, isToBeRemembered: true });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    const asking = Promise.withResolvers<void>();
    const onProgress = ({ type, ...more }: TurnProgress) => {
      if (type === 'phase' && 'phase' in more && more.phase === 'asking') asking.resolve();
    };
    const running = runScripted(workspace.path, obeying, { ...dear, askConsent, onProgress });
    await asking.promise;
    await nextTurnOfLoop();
    jest.advanceTimersByTime(waitMs);
    jest.useRealTimers();
    if (warnings.length === 0) await freeLock();
    const { outcome, turns } = await running;
    expect(outcome).toMatchObject({ status: 'answered', warnings });
    expect(turns).toHaveLength(1);
    if (warnings.length > 0) await freeLock();
    expect(await rememberedAtLast()).toEqual(['codex/dear-model']);
  });

  it('is refused when the time limit of the call passes while the question is open', async () => {
    const withdrawn = Promise.withResolvers<unknown>();
    const askConsent: AskConsent = (_, signal) => {
      signal.addEventListener('abort', withdrawn.resolve);
      return new Promise(() => undefined);
    };
    const world = { ...dear, askConsent, change: { timeoutMs: 150 } };
    const { outcome, turns } = await runScripted(workspace.path, obeying, world);
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED', details: { why: 'unanswered' } } });
    expect(turns).toEqual([]);
    await withdrawn.promise;
  });

  it.each([
    [CONSENT_MAX_WAIT_MS - 1, 'answered'],
    [CONSENT_MAX_WAIT_MS, 'failed'],
  ])('is waited for no longer than five minutes: after %i ms the turn is %s', async (waitMs, status) => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<ConsentAnswer>();
    const signals: AbortSignal[] = [];
    const askConsent: AskConsent = (_, signal) => {
      signals.push(signal);
      asked.resolve();
      return answer.promise;
    };
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    const running = runScripted(workspace.path, obeying, { ...dear, askConsent });
    await asked.promise;
    jest.advanceTimersByTime(waitMs);
    expect(signals.map(({ aborted }) => aborted)).toEqual([status === 'failed']);
    answer.resolve(yes);
    jest.useRealTimers();
    const { outcome, turns } = await running;
    expect(outcome.status).toBe(status);
    expect(turns).toHaveLength(status === 'answered' ? 1 : 0);
    if (status === 'failed') expect(outcome).toMatchObject({ failure: { details: { why: 'unanswered' } } });
  });

  it('is none to the model that the agent reports instead', async () => {
    const { askConsent } = answering(yes);
    const voided: unknown[] = [];
    const { outcome } = await runScripted(
      workspace.path,
      async function* ({ requireModel }) {
        try {
          await requireModel?.({ model: 'dearer-model' });
        } catch (error) {
          voided.push(error);
          const { code, message } = error as CoAgentError;
          yield { type: 'failed', failure: { code, message } };
        }
      },
      { ...dear, prices: { 'dear-model': 25, 'dearer-model': 50 }, askConsent },
    );
    expect(voided).toHaveLength(1);
    expect(outcome).toMatchObject({
      failure: { code: 'POLICY_DENIED', message: expect.stringMatching(/dearer-model.*dear-model/) },
    });
  });
});

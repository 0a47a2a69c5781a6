import type { ConsentQuestion, TurnOperations } from '@coagent8/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { answered, openWire } from './wire.js';
import type { Message } from './wire.js';

const QUESTION: ConsentQuestion = {
  backend: 'codex',
  model: 'big-model',
  basis: 'output_price_above',
  reason: 'it costs more than your limit',
  isRememberable: true,
};

/** A turn that asks, and answers with what became of it. */
const asking: TurnOperations['run'] = async (_, { askConsent, signal, onProgress }) => {
  onProgress({ type: 'phase', phase: 'asking', backend: 'codex' });
  return answered(JSON.stringify((await askConsent?.(QUESTION, signal)) ?? 'cannot ask'));
};

const YES = { action: 'accept', content: { approve: true, remember: true } };
const isForm = ({ method }: Message) => method === 'elicitation/create';

async function open({
  capabilities = { elicitation: {} },
  run = asking,
  answer,
}: Parameters<typeof openWire>[0] = {}) {
  const wire = openWire({ run, capabilities, ...(answer === undefined ? {} : { answer }) });
  await wire.initialize();
  return wire;
}

const textOf = async (call: { readonly reply: Promise<Message> }) =>
  (await call.reply).result.content[0].text.split('\n')[0];

afterEach(() => {
  jest.useRealTimers();
});

describe('a question of a turn', () => {
  it.each([{ elicitation: {} }, { elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }])(
    'is a form of a client that declares %j',
    async (capabilities) => {
      const wire = await open({ capabilities, answer: () => YES });
      expect(await textOf(wire.consult({ proposal: 'p' }))).toBe('{"isGiven":true,"isToBeRemembered":true}');
      const form = wire.received.find(isForm);
      expect(form?.params).toMatchObject({
        mode: 'form',
        message: expect.stringContaining('"big-model"'),
        requestedSchema: { type: 'object', required: ['approve'] },
      });
    },
  );

  it.each([{}, { elicitation: { url: {} } }])('cannot be put to one of %j', async (capabilities) => {
    const wire = await open({ capabilities });
    expect(await textOf(wire.consult({ proposal: 'p' }))).toBe('"cannot ask"');
    expect(wire.received.some(isForm)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['an error', { error: { code: -32601, message: 'Method not found' } }, 'unreachable'],
    ['nothing in it', { result: {} }, 'unclear'],
    ['a result that is none', { result: 'accept' }, 'unclear'],
    ['no content', { result: { action: 'accept' } }, 'unclear'],
    ['a no', { result: { action: 'accept', content: { approve: false } } }, 'declined'],
    ['a refusal', { result: { action: 'decline' } }, 'declined'],
    ['a shrug', { result: { action: 'cancel' } }, 'unanswered'],
  ])('that is answered with %s has no consent', async (_, reply, why) => {
    const wire = await open();
    const call = wire.consult({ proposal: 'p' });
    const { id } = await wire.next(isForm);
    wire.write({ id, ...reply });
    expect(await textOf(call)).toBe(JSON.stringify({ isGiven: false, why }));
  });

  it('is answered once: the first answer counts', async () => {
    const wire = await open();
    const call = wire.consult({ proposal: 'p' });
    const { id } = await wire.next(isForm);
    wire.write({ id, result: { action: 'decline' } });
    wire.write({ id, result: YES });
    expect(await textOf(call)).toBe('{"isGiven":false,"why":"declined"}');
    expect((await wire.request('ping')).result).toEqual({});
  });

  it('is withdrawn with the call, and what is answered then counts for nothing', async () => {
    const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
    const wire = await open({
      run: async (_, { askConsent, signal }) => {
        resolve(await askConsent?.(QUESTION, signal));
        return answered('');
      },
    });
    const call = wire.consult({ proposal: 'p' });
    const { id } = await wire.next(isForm);
    wire.notify('notifications/cancelled', { requestId: call.id });
    const { params } = await wire.next(({ method }) => method === 'notifications/cancelled');
    expect(params).toEqual({ requestId: id, reason: 'no longer needed' });
    expect(id).not.toBe(0); // clients of the official SDK 1.32 cannot be told that this one is withdrawn
    expect(wire.received.some(({ method }) => method === 'ping')).toBe(false);
    wire.write({ id, result: YES });
    expect(await outcome).toEqual({ isGiven: false, why: 'unanswered' });
    expect((await wire.request('ping')).result).toEqual({});
  });

  it('once answered, is not withdrawn with the call', async () => {
    const wire = await open({
      run: async (_, { askConsent, signal }) => {
        await askConsent?.(QUESTION, signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return answered('');
      },
      answer: () => YES,
    });
    const call = wire.consult({ proposal: 'p' });
    await wire.next(isForm);
    await wire.request('ping');
    wire.notify('notifications/cancelled', { requestId: call.id });
    await wire.request('ping');
    expect(wire.received.some(({ method }) => method === 'notifications/cancelled')).toBe(false);
  });

  it('holds up no other call, and is none of theirs', async () => {
    const wire = await open();
    const first = wire.consult({ proposal: 'one' });
    const firstForm = await wire.next(isForm);
    const second = wire.consult({ proposal: 'two' });
    const secondForm = await wire.next((message) => isForm(message) && message.id !== firstForm.id);
    wire.write({ id: secondForm.id, result: YES });
    expect(await textOf(second)).toContain('"isGiven":true');
    expect(wire.received.some(({ id, method }) => id === first.id && method === undefined)).toBe(false);
    wire.write({ id: firstForm.id, result: { action: 'decline' } });
    expect(await textOf(first)).toContain('"why":"declined"');
  });

  it('stays open for minutes, and the call is heard of meanwhile', async () => {
    const wire = await open();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const call = wire.consult({ proposal: 'p' }, { progressToken: 't' });
    const { id } = await wire.next(isForm);
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    const heard = wire.received.filter(({ method }) => method === 'notifications/progress');
    expect(heard.length).toBeGreaterThanOrEqual(30);
    expect(wire.received.some(({ method }) => method === 'notifications/cancelled')).toBe(false);
    wire.write({ id, result: YES });
    expect(await textOf(call)).toContain('"isGiven":true');
  });
});

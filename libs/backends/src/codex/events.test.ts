import { describe, expect, it } from '@jest/globals';

import { createTurnEvents } from './events.js';
import type { TurnEvents } from './events.js';
import { KNOWN_UNREAD } from './known-notifications.js';
import { parseNotification } from './protocol.js';

const scope = { threadId: 't', turnId: 'u' };
const item = (fields: Record<string, unknown>) => ({ ...scope, item: { id: 'i', ...fields } });
const message = (text: string, phase?: string | null) => item({ type: 'agentMessage', text, phase });
const error = (codexErrorInfo: unknown, willRetry: boolean, text = 'm') => ({
  ...scope,
  error: { message: text, codexErrorInfo },
  willRetry,
});
const completed = (turn: Record<string, unknown>) => ({ ...scope, turn: { id: 'u', ...turn } });
const disconnected = (httpStatusCode: number | null) => ({ responseStreamDisconnected: { httpStatusCode } });

function createEvents(): TurnEvents {
  const events = createTurnEvents('t');
  events.translate('turn/started', { ...scope, turn: { id: 'u' } });
  return events;
}

describe('messages', () => {
  it.each([
    ['final_answer', 'answer'],
    ['commentary', 'commentary'],
    [null, 'unmarked'],
    [undefined, 'unmarked'],
    ['novel_phase', 'unmarked'],
  ])('of phase %s are %s', (phase, role) => {
    expect(createEvents().translate('item/completed', message('x', phase)).news).toEqual([
      { type: 'message-completed', messageId: 'i', role, text: 'x' },
    ]);
  });

  it('come in parts first', () => {
    const { news } = createEvents().translate('item/agentMessage/delta', {
      ...scope,
      itemId: 'i',
      delta: 'x',
    });
    expect(news).toEqual([{ type: 'message-delta', messageId: 'i', text: 'x' }]);
  });

  it('are discarded when the request that made them is made again', () => {
    const events = createEvents();
    events.translate('item/completed', message('x'));
    expect(events.translate('error', error(disconnected(null), true)).news).toEqual([
      { type: 'messages-superseded' },
    ]);
    expect(events.translate('error', error(disconnected(null), true)).news).toEqual([]);
  });

  it('stay when a later request is made again', () => {
    const events = createEvents();
    events.translate('item/completed', message('x', 'commentary'));
    events.translate('thread/tokenUsage/updated', scope);
    expect(events.translate('error', error(disconnected(null), true)).news).toEqual([]);
  });
});

describe('operations', () => {
  it.each([
    [{ type: 'commandExecution', command: "bash -lc 'ls'" }, "bash -lc 'ls'"],
    [{ type: 'commandExecution', command: 7 }, 'a command'],
    [{ type: 'fileChange', changes: [{ path: 'a.ts' }, { path: 'b.ts' }] }, 'edit a.ts, b.ts'],
    [{ type: 'fileChange' }, 'edit'],
    [{ type: 'mcpToolCall', server: 's', tool: 'f' }, 's.f'],
    [{ type: 'dynamicToolCall', tool: 'f' }, 'f'],
    [{ type: 'webSearch' }, 'web search'],
  ])('are told in a line: %j', (fields, label) => {
    expect(createEvents().translate('item/started', item(fields)).news).toEqual([
      { type: 'operation-started', operationId: 'i', label },
    ]);
  });

  it.each([
    [{ status: 'completed', exitCode: 0 }, 'succeeded'],
    [{ status: 'failed', exitCode: 3 }, 'failed'],
    [{ status: 'declined' }, 'denied'],
    [{ status: 'completed', success: false }, 'failed'],
    [{}, 'succeeded'],
  ])('end as their status says: %j', (fields, status) => {
    expect(
      createEvents().translate('item/completed', item({ type: 'commandExecution', ...fields })).news,
    ).toEqual([{ type: 'operation-completed', operationId: 'i', status }]);
  });
});

describe('items that are neither', () => {
  it.each(['userMessage', 'reasoning', 'plan', 'contextCompaction', 'hookPrompt'])(
    '%s is nothing new',
    (type) => {
      expect(createEvents().translate('item/completed', item({ type })).news).toEqual([]);
    },
  );

  it('of an unknown type are warned of once', () => {
    const events = createEvents();
    const warned = ['item/started', 'item/completed', 'item/started'].flatMap(
      (method) => events.translate(method, item({ type: 'timeTravel' })).news,
    );
    expect(warned).toEqual([
      {
        type: 'warning',
        warning: { code: 'UNKNOWN_EVENT', message: 'Codex did something unknown: timeTravel' },
      },
    ]);
  });
});

describe('the ending', () => {
  it('is Codex’s word for our turn, in our thread', () => {
    const events = createEvents();
    expect(
      events.translate('turn/completed', completed({ id: 'other', status: 'completed' })).ending,
    ).toBeUndefined();
    expect(
      events.translate('turn/completed', { ...completed({ status: 'completed' }), threadId: 'other' }).ending,
    ).toBeUndefined();
    expect(
      events.translate('turn/completed', completed({ status: 'completed', error: null })).ending,
    ).toEqual({
      type: 'completed',
    });
  });

  it('tells why the turn failed', () => {
    const turn = { status: 'failed', error: { message: 'no', codexErrorInfo: 'modelNotFound' } };
    expect(createEvents().translate('turn/completed', completed(turn)).ending).toMatchObject({
      failure: { code: 'MODEL_UNAVAILABLE' },
    });
  });

  it('of a turn that nobody asked to interrupt is a failure', () => {
    expect(
      createEvents().translate('turn/completed', completed({ status: 'interrupted', error: null })).ending,
    ).toMatchObject({
      failure: { code: 'PROCESS_ERROR', message: 'Codex reports: the turn ended interrupted' },
    });
  });

  it('uses the status of the last retry and the limits that came before', () => {
    const events = createEvents();
    const limits = { primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    events.translate('account/rateLimits/updated', { rateLimits: limits });
    events.translate('error', error(disconnected(429), true));
    const end = (codexErrorInfo: string) =>
      events.translate(
        'turn/completed',
        completed({ status: 'failed', error: { message: 'm', codexErrorInfo } }),
      ).ending;
    expect(end('other')).toMatchObject({ failure: { code: 'RATE_LIMITED' } });
    expect(end('usageLimitExceeded')).toMatchObject({
      failure: { code: 'RATE_LIMITED', details: { resetsAt: '2027-01-15T08:00:00.000Z' } },
    });
  });

  it('is answered whatever was told of a limit before, and whatever it quotes of one', () => {
    const words = 'You’ve hit your usage limit. Try again at Jan 1st, 2100 12:00 AM.';
    const events = createEvents();
    const limits = { primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    events.translate('account/rateLimits/updated', { rateLimits: limits });
    events.translate('error', error(disconnected(429), true, words));
    events.translate('warning', { ...scope, message: words });
    events.translate(
      'item/completed',
      item({ type: 'commandExecution', status: 'completed', aggregatedOutput: words }),
    );
    events.translate('item/completed', message(words, 'final_answer'));
    expect(
      events.translate('turn/completed', completed({ status: 'completed', error: null })).ending,
    ).toEqual({ type: 'completed' });
  });

  it('forgets the status of a retry that has worked', () => {
    const events = createEvents();
    events.translate('error', error(disconnected(429), true));
    events.translate('item/started', item({ type: 'reasoning' }));
    const turn = { status: 'failed', error: { message: 'm', codexErrorInfo: 'other' } };
    expect(events.translate('turn/completed', completed(turn)).ending).toMatchObject({
      failure: { code: 'PROCESS_ERROR' },
    });
  });

  it('that never comes leaves what Codex has called final', () => {
    const events = createEvents();
    expect(events.cause()).toBeUndefined();
    events.translate('error', error('contextWindowExceeded', false));
    expect(events.cause()).toMatchObject({ code: 'INPUT_LIMIT' });
  });
});

describe('while the turn runs', () => {
  it('waiting for the network is told by the whole notice', () => {
    const events = createEvents();
    const notice = (text: string) =>
      events.translate('error', error(disconnected(null), true, text)).activity;
    expect(notice('Reconnecting... waiting for network')).toBe('waiting');
    expect(notice('Reconnecting... 1/5')).toBeUndefined();
    expect(events.translate('item/started', item({ type: 'reasoning' })).activity).toBe('working');
  });

  it('a profile that changes voids the turn', () => {
    const settings = (sandboxPolicy: unknown, approvalPolicy = 'never') => ({
      ...scope,
      threadSettings: { sandboxPolicy, approvalPolicy },
    });
    const events = createEvents();
    const readOnly = { type: 'readOnly', networkAccess: false };
    expect(events.translate('thread/settings/updated', settings(readOnly))).toEqual({ news: [] });
    for (const params of [settings({ ...readOnly, networkAccess: true }), settings(readOnly, 'on-request')]) {
      expect(events.translate('thread/settings/updated', params)).toMatchObject({
        news: [{ type: 'messages-voided' }],
        breach: { code: 'SANDBOX_UNAVAILABLE' },
      });
    }
  });

  it('another model is warned of', () => {
    const params = { ...scope, fromModel: 'a', toModel: 'b', reason: 'x' };
    expect(createEvents().translate('model/rerouted', params).news).toEqual([
      { type: 'warning', warning: { code: 'MODEL_DIFFERS', message: 'Codex went on with b instead of a' } },
    ]);
  });

  it.each([
    ['model/rerouted', { fromModel: 'a', toModel: 'b' }],
    [
      'thread/settings/updated',
      {
        threadSettings: {
          approvalPolicy: 'never',
          sandboxPolicy: { type: 'readOnly', networkAccess: false },
          model: 'b',
        },
      },
    ],
  ])('another model is told by %s, and ends the turn where it may not run', (method, params) => {
    const refusal = new Error('may not run');
    const reported: string[] = [];
    const events = (isRefused: boolean) =>
      createTurnEvents('t', ({ model }) => {
        reported.push(model);
        if (isRefused) throw refusal;
      });
    expect(events(false).translate(method, { ...scope, ...params }).breach).toBeUndefined();
    expect(events(true).translate(method, { ...scope, ...params })).toEqual({
      news: [{ type: 'messages-voided' }],
      breach: refusal,
    });
    expect(reported).toEqual(['b', 'b']);
  });

  it('notifications that are known and not read are nothing new', () => {
    expect(createEvents().translate('configWarning', { summary: 'x' })).toEqual({ news: [] });
    for (const method of KNOWN_UNREAD) expect(parseNotification(method, undefined)).toBeUndefined();
  });

  it('unknown notifications are warned of, each once and whatever it carries', () => {
    const events = createEvents();
    const warnings = ['time/travelled', 'toString', 'time/travelled'].flatMap(
      (method) => events.translate(method, 7).news,
    );
    expect(warnings).toEqual(
      ['time/travelled', 'toString'].map((method) => ({
        type: 'warning',
        warning: { code: 'UNKNOWN_EVENT', message: `Codex sent something unknown: ${method}` },
      })),
    );
  });

  it.each([79, 80, 81])('an unknown name of %i characters is repeated up to 80', (length) => {
    const [news] = createEvents().translate('x'.repeat(length), {}).news;
    expect(news).toMatchObject({
      warning: { message: `Codex sent something unknown: ${'x'.repeat(Math.min(length, 80))}` },
    });
  });
});

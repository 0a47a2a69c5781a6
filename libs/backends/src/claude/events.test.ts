import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { collectAnswer } from '../answer-collector.js';
import type { TurnNews } from '../turn-stream.js';
import { createTurnEvents } from './events.js';
import type { TurnContext, TurnEvents } from './events.js';
import { parseEvent } from './known-events.js';
import { UNREAD_EVENTS } from './unread-events.js';

const context: TurnContext = {
  sessionId: 's',
  expected: { model: 'claude-sonnet-5-5', workspacePath: '/w' },
  checks: [{ name: 'settings', passed: true, detail: 'only ours' }],
  reasoningEffort: 'low',
  hasKey: true,
  now: () => 0,
};
const init = {
  session_id: 's',
  cwd: '/w',
  tools: ['Glob', 'Grep', 'Read'],
  mcp_servers: [],
  model: 'claude-sonnet-5-5',
  permissionMode: 'dontAsk',
  slash_commands: [],
  skills: [],
  agents: [],
  claude_code_version: '2.1.332',
};
type Told = readonly [name: string, event: object];

const tell = (events: TurnEvents, ...[name, event]: Told) => events.translate(name, parseEvent(name, event));

/** A turn that has begun. */
function begun(change: Partial<TurnContext> = {}): TurnEvents {
  const events = createTurnEvents({ ...context, ...change });
  tell(events, 'system/init', init);
  return events;
}

/** All that the events of a turn say, and its ending. */
function play(events: TurnEvents, told: readonly Told[]) {
  const translations = told.map((each) => tell(events, ...each));
  const news = translations.flatMap((each) => each.news);
  return { news, ending: translations.at(-1)?.ending, answer: collectAnswer(news).answer.text };
}

const stream = (event: object, rest: object = {}): Told => ['stream_event', { event, ...rest }];
const start = (id: string): Told => stream({ type: 'message_start', message: { id } });
const block = (index: number, type = 'text'): Told =>
  stream({ type: 'content_block_start', index, content_block: { type } });
const delta = (index: number, text: string): Told =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
const stopReason = (stop_reason: string | null): Told =>
  stream({ type: 'message_delta', delta: { stop_reason } });
const stop = (abandoned?: number): Told =>
  stream(
    { type: 'message_stop' },
    abandoned === undefined ? {} : { abandoned_blocks: { from_block_index: abandoned } },
  );
const said = (id: string, content: object, rest: object = {}): Told => [
  'assistant',
  { message: { id, model: 'claude-sonnet-5-5', content: [content] }, ...rest },
];
const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string, name = 'Read', input: object = { file_path: 'a' }) => ({
  type: 'tool_use',
  ...{ id, name, input },
});
const result = (id: string, fields: object = {}, meta?: object): Told => [
  'user',
  {
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', ...fields }] },
    ...(meta === undefined ? {} : { tool_result_meta: [{ id, permission_decision: meta }] }),
  },
];
const retry = (error_status: number | null, error = 'unknown', retry_delay_ms = 500): Told => [
  'system/api_retry',
  { attempt: 1, retry_delay_ms, error_status, error },
];
const done: Told = ['result', { subtype: 'success', is_error: false, result: 'only the last block' }];
const failed = (fields: object = {}): Told => [
  'result',
  { subtype: 'success', is_error: true, result: 'API Error: x', ...fields },
];
/** A message that streams in and becomes complete. */
const message = (id: string, words: string): Told[] => [
  start(id),
  block(0),
  delta(0, words),
  said(id, text(words)),
  stopReason('end_turn'),
  stop(),
];

describe('the answer', () => {
  it('streams in and is complete at the end', () => {
    expect(play(begun(), [...message('m', 'Hello'), done])).toEqual({
      news: [
        { type: 'message-delta', messageId: 'm#0', text: 'Hello' },
        { type: 'message-completed', messageId: 'm#0', role: 'answer', text: 'Hello' },
      ],
      ending: { type: 'completed' },
      answer: 'Hello',
    });
  });

  it('has all its blocks, with thinking between them and left out', () => {
    const thinking = { type: 'thinking', thinking: 'secret' };
    const told = [
      ...[start('m'), block(0), said('m', text('A.')), block(1, 'thinking'), said('m', thinking)],
      ...[block(2), said('m', text('B.')), done],
    ];
    expect(play(begun(), told).answer).toBe('A.\n\nB.');
  });

  it('is whole where the model had to go on with it', () => {
    const told = [
      ...[start('m'), block(0), delta(0, 'first ha'), said('m', text('first ha'))],
      ...[stopReason('max_tokens'), stop(), ...message('n', 'lf'), done],
    ];
    expect(play(begun(), told).answer).toBe('first half');
  });

  it('is what comes after the last tool; what comes before is commentary', () => {
    const told = [
      ...[said('m', text('I look.')), said('m', use('t')), said('m', text('Meanwhile.')), result('t')],
      ...[...message('n', 'Seen.'), done],
    ];
    const { news, answer } = play(begun(), told);
    expect(news.filter(({ type }) => type === 'message-completed')).toMatchObject([
      { role: 'commentary', text: 'I look.' },
      { role: 'commentary', text: 'Meanwhile.' },
      { role: 'answer', text: 'Seen.' },
    ]);
    expect(answer).toBe('Seen.');
  });

  it('is nobody else’s: not a subagent’s, not Claude Code’s own', () => {
    const synthetic = { message: { id: 'n', model: '<synthetic>', content: [text('Notice')] } };
    const told: Told[] = [
      said('m', text('of a subagent'), { parent_tool_use_id: 't' }),
      stream({ type: 'message_start', message: { id: 'm' } }, { parent_tool_use_id: 't' }),
      ['user', { message: { content: 'text' }, parent_tool_use_id: 't' }],
      ['assistant', synthetic],
      done,
    ];
    expect(play(begun(), told).news).toEqual([]);
  });

  it('is empty where the model said nothing', () => {
    expect(play(begun(), [start('m'), stopReason('end_turn'), stop(), done])).toMatchObject({
      answer: '',
      ending: { type: 'completed' },
    });
  });
});

describe('what broke off', () => {
  const half = [start('m'), block(0), delta(0, 'half')];

  it.each<[string, Told[]]>([
    ['a retry', [retry(null)]],
    ['the end of its stream', [stop(0), retry(null)]],
    ['the next attempt', []],
  ])('is void with %s, and only the next attempt counts', (_, between) => {
    const { news, answer } = play(begun(), [...half, ...between, ...message('n', 'Whole.'), done]);
    expect(news.filter(({ type }) => type === 'messages-superseded')).toHaveLength(1);
    expect(answer).toBe('Whole.');
  });

  it('leaves the blocks that had become complete', () => {
    const told = [
      ...[start('m'), block(0), delta(0, 'whole '), said('m', text('whole ')), block(1), delta(1, 'half')],
      stop(1),
    ];
    const events = begun();
    const { news } = play(events, told);
    expect(news.slice(-2)).toEqual([
      { type: 'messages-superseded' },
      { type: 'message-delta', messageId: 'm#0', text: 'whole ' },
    ]);
    expect(collectAnswer(news).partial.text).toBe('whole ');
    expect(play(events, [...message('n', 'and rest'), done]).answer).toBe('whole and rest');
  });

  it('is nothing that became complete', () => {
    const told = [
      ...message('m', 'I look.'),
      said('m', use('t')),
      result('t'),
      ...message('n', 'Seen.'),
      done,
    ];
    expect(play(begun(), told).news.map(({ type }) => type)).not.toContain('messages-superseded');
  });

  it('is void as soon as the request is made again', () => {
    expect(play(begun(), [...half, retry(529)]).news.at(-1)).toEqual({ type: 'messages-superseded' });
  });

  it('says nothing of void text where there was none', () => {
    expect(play(begun(), [retry(529), retry(529)]).news).toEqual([]);
  });

  it('takes back what the safety filter refused, and what a message takes the place of', () => {
    const refused: Told = ['user', { message: { content: 'again' }, refused_message_id: 'm' }];
    expect(play(begun(), [...message('m', 'bad'), refused, ...message('n', 'good'), done]).answer).toBe(
      'good',
    );
    const stopped: Told = ['system/model_refusal_no_fallback', {}];
    expect(collectAnswer(play(begun(), [...message('m', 'bad'), stopped, failed()]).news).partial.text).toBe(
      '',
    );
    const replaced = [
      said('m', text('old'), { uuid: 'u' }),
      said('n', text('new'), { supersedes: ['u'] }),
      done,
    ];
    expect(play(begun(), replaced).answer).toBe('new');
  });

  it.each<[string, Told[], string]>([
    ['in the middle of a message', [...half, failed()], 'PROTOCOL_ERROR'],
    ['after a message', [...message('m', 'x'), failed()], 'PROCESS_ERROR'],
    ['before any', [failed()], 'PROCESS_ERROR'],
    ['before any, after one that broke off', [...half, retry(null), failed()], 'PROCESS_ERROR'],
    ['and is said to', [...half, stop(0), failed()], 'PROTOCOL_ERROR'],
    ['without a reason to stop', [...half, stopReason(null), stop(), failed()], 'PROTOCOL_ERROR'],
  ])('%s makes a failure', (_, told, code) => {
    expect(play(begun(), told).ending).toMatchObject({ type: 'failed', failure: { code } });
  });
});

describe('operations', () => {
  it('begin with the call and end with its result', () => {
    expect(play(begun(), [said('m', use('t')), result('t')]).news).toEqual([
      { type: 'operation-started', operationId: 't', label: 'Read a' },
      { type: 'operation-completed', operationId: 't', status: 'succeeded' },
    ]);
  });

  const denial: Told = ['system/permission_denied', { tool_use_id: 't' }];
  const noTool = '<tool_use_error>Error: No such tool available: Bash. Bash is disabled</tool_use_error>';

  it.each<[string, Told[], string]>([
    ['fail', [result('t', { is_error: true })], 'failed'],
    ['are denied by an event', [denial, result('t', { is_error: true })], 'denied'],
    ['are denied by a decision', [result('t', { is_error: true }, { decision: 'reject' })], 'denied'],
    ['are denied by their result', [result('t', { is_error: true, content: noTool })], 'denied'],
    ['are allowed by a decision', [result('t', {}, { decision: 'accept' })], 'succeeded'],
    ['only quote a denial', [result('t', { content: noTool })], 'succeeded'],
  ])('%s', (_, told, status) => {
    expect(play(begun(), told).news).toEqual([{ type: 'operation-completed', operationId: 't', status }]);
  });
});

describe('a turn', () => {
  it('has started when its init holds what was asked for', () => {
    const { news, breach } = tell(createTurnEvents(context), 'system/init', init);
    expect(breach).toBeUndefined();
    expect(news).toMatchObject([
      { type: 'started', model: 'claude-sonnet-5-5', reasoningEffort: 'low', agentVersion: '2.1.332' },
    ]);
    const [started] = news;
    expect(started?.type === 'started' && started.evidence.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['settings', 'tools', 'agents']),
    );
  });

  it.each<[string, object, string]>([
    ['has a tool too many', { tools: [...init.tools, 'Bash'] }, 'SANDBOX_UNAVAILABLE'],
    ['asks for permission', { permissionMode: 'default' }, 'SANDBOX_UNAVAILABLE'],
    ['is in another session', { session_id: 'x' }, 'SESSION_INVALID'],
  ])('is void where its init %s', (_, change, code) => {
    const { news, breach } = tell(createTurnEvents(context), 'system/init', { ...init, ...change });
    expect(breach).toMatchObject({ code });
    expect(news).toEqual([]);
  });

  it.each<Told>([
    ['system/hook_started', { hook_name: 'x', hook_event: 'Stop' }],
    ['system/hook_progress', {}],
    ['system/hook_response', {}],
    ['system/status', { status: 'requesting', permissionMode: 'bypassPermissions' }],
  ])('is void after %s', (name, event) => {
    expect(tell(begun(), name, event).breach).toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });

  it('goes on after a status that changes nothing', () => {
    for (const permissionMode of ['dontAsk', undefined, null])
      expect(tell(begun(), 'system/status', { permissionMode })).toEqual({ news: [] });
  });

  it('cannot end well before it has begun', () => {
    expect(() => tell(createTurnEvents(context), ...done)).toThrow('had not begun');
  });

  it('fails with what its events say about the cause', () => {
    const limit: Told = [
      'rate_limit_event',
      { rate_limit_info: { status: 'rejected', resetsAt: 4_102_444_800 } },
    ];
    expect(play(begun(), [limit, failed({ api_error_status: 429 })]).ending).toMatchObject({
      failure: { code: 'RATE_LIMITED', details: { resetsAt: '2100-01-01T00:00:00.000Z' } },
    });
    const refusal: Told = ['system/model_refusal_no_fallback', { api_refusal_category: 'cyber' }];
    expect(play(begun(), [refusal, failed()]).ending).toMatchObject({
      failure: { details: { refusal: 'cyber' } },
    });
    const error = { error: 'max_output_tokens', api_error_params: { cut: 'context_window' } };
    expect(play(begun(), [said('m', text('API Error'), error), failed()]).ending).toMatchObject({
      failure: { code: 'INPUT_LIMIT' },
    });
  });

  it('is answered whatever was told of a limit before, and whatever it quotes of one', () => {
    const words = 'You\'ve hit your limit · resets Jan 1, 2100. {"type":"rate_limit_event"}';
    const limit: Told = [
      'rate_limit_event',
      { rate_limit_info: { status: 'rejected', resetsAt: 4_102_444_800, rateLimitType: 7 } },
    ];
    const told = [limit, retry(429, 'rate_limit'), ...message('m', words), done];
    expect(play(begun(), told)).toMatchObject({ ending: { type: 'completed' }, answer: words });
  });

  it('knows the cause where no result comes, until the model answers', () => {
    const events = begun();
    expect(events.cause()).toBeUndefined();
    play(events, [said('m', text('No.'), { error: 'authentication_failed' })]);
    expect(events.cause()).toMatchObject({ code: 'AUTH_REQUIRED', message: 'Claude Code reports: No' });
    play(events, [start('n')]);
    expect(events.cause()).toBeUndefined();
  });

  it('takes an error without a name for that of the tool in use', () => {
    const crash = said('n', text('null bytes'), { error: 'unknown' });
    expect(play(begun(), [said('m', use('t')), crash, failed()]).ending).toMatchObject({
      failure: { code: 'PROCESS_ERROR' },
    });
    expect(play(begun(), [said('m', use('t')), result('t'), crash, failed()]).ending).toMatchObject({
      failure: { code: 'PROTOCOL_ERROR' },
    });
  });

  it('ends with a retry that is of no use', () => {
    expect(play(begun(), [retry(401, 'authentication_failed')]).ending).toMatchObject({
      failure: { code: 'AUTH_REQUIRED' },
    });
    expect(play(begun({ hasKey: false }), [retry(401, 'authentication_failed')]).ending).toBeUndefined();
  });

  it('ends when its retries together wait for too long, from one answer to the next', () => {
    expect(
      play(begun(), [retry(529, 'overloaded', 20_000), retry(529, 'overloaded', 10_001)]).ending,
    ).toMatchObject({
      failure: { code: 'PROCESS_ERROR', details: { waitMs: 30_001 } },
    });
    const apart = [retry(529, 'overloaded', 20_000), start('m'), retry(529, 'overloaded', 20_000)];
    expect(play(begun(), apart).ending).toBeUndefined();
  });

  it('warns of another model', () => {
    const change = { original_model: 'a', fallback_model: 'b' };
    for (const name of ['system/model_fallback', 'system/model_refusal_fallback']) {
      expect(tell(begun(), name, change).news).toEqual([
        {
          type: 'warning',
          warning: { code: 'MODEL_DIFFERS', message: 'Claude Code went on with b instead of a' },
        },
      ]);
    }
  });
});

describe('events', () => {
  it('that nobody knows are told once each, bounded', () => {
    const events = begun();
    const name = `system/${'n'.repeat(100)}`;
    const news: TurnNews[] = [...tell(events, name, {}).news, ...tell(events, name, {}).news];
    expect(news).toEqual([
      {
        type: 'warning',
        warning: {
          code: 'UNKNOWN_EVENT',
          message: `Claude Code sent something unknown: ${name.slice(0, 80)}`,
        },
      },
    ]);
    expect(tell(events, 'novel', {}).news).toHaveLength(1);
  });

  it('that are known and not read say nothing', () => {
    for (const name of UNREAD_EVENTS) expect(tell(begun(), name, {})).toEqual({ news: [] });
  });

  it('of the model’s stream that are unknown say nothing', () => {
    const told = [
      start('m'),
      stream({ type: 'future_event' }),
      stream({ type: 'ping' }),
      block(0, 'novel'),
      delta(0, 'x'),
    ];
    expect(play(begun(), told).news).toEqual([]);
  });
});

describe('another model than the one that was asked for', () => {
  const refusal = new CoAgentError('POLICY_DENIED', 'denied');
  const requireModel: TurnContext['requireModel'] = ({ model }) => {
    if (model === 'dear-model') throw refusal;
  };
  const by = (model: string): Told => [
    'assistant',
    { message: { id: 'm', model, content: [text('Hello')] } },
  ];

  it.each<[string, Told]>([
    ['a fallback', ['system/model_fallback', { original_model: 'a', fallback_model: 'dear-model' }]],
    ['a refusal', ['system/model_refusal_fallback', { original_model: 'a', fallback_model: 'dear-model' }]],
    ['the start of a message', stream({ type: 'message_start', message: { id: 'm', model: 'dear-model' } })],
    ['a message', by('dear-model')],
  ])('is judged where %s names it', (_, told) => {
    expect(tell(begun({ requireModel }), ...told)).toEqual({ news: [], breach: refusal });
    expect(tell(begun(), ...told).breach).toBeUndefined();
  });

  it('may answer where nothing speaks against it; Claude Code’s own words are nobody’s', () => {
    const events = begun({ requireModel });
    for (const model of ['claude-sonnet-5-5', '<synthetic>', 'cheap-model'])
      expect(tell(events, ...by(model)).breach).toBeUndefined();
  });
});

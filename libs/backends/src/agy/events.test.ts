import type { BackendEvent } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { collectAnswer } from '../answer-collector.js';
import { createTurnEvents, createWarnOfUnknown } from './events.js';
import type { Translation } from './events.js';
import type { Result, Step, ToolInfo } from './protocol.js';

const OWN = '/home/u/.gemini/antigravity-cli';

function createEvents() {
  return createTurnEvents({ conversationId: 'c', ownFolder: OWN, warn: createWarnOfUnknown() });
}

const step = (step_index: number, step_type: string, rest: Partial<Step> = {}): Step => ({
  conversation_id: 'c',
  step_index,
  state: 'DONE',
  step_type,
  ...rest,
});
const said = (index: number, text_delta?: string, state = 'DONE') =>
  step(index, 'agent_response', { state, ...(text_delta === undefined ? {} : { text_delta }) });
const tool = (index: number, name: string, state = 'DONE', info: ToolInfo = {}) =>
  step(index, 'tool', { state, tool_name: name, tool_info: { name, ...info } });
const ended = (response = '', rest: Partial<Result> = {}): Result => ({
  conversation_id: 'c',
  status: 'SUCCESS',
  response,
  ...rest,
});

/** Plays steps and, last of all, a result. */
function play(...happened: readonly (Step | Result)[]) {
  const events = createEvents();
  const translations = happened.map((each): Translation =>
    'step_type' in each ? events.step(each) : events.result(each),
  );
  const news: BackendEvent[] = translations.flatMap((translation) => [...translation.news]);
  const breach = translations.find((translation) => translation.breach !== undefined)?.breach;
  const warnings = news.filter(({ type }) => type === 'warning').length;
  return { events, news, breach, warnings, ...collectAnswer(news) };
}

describe('the answer', () => {
  it('is the response, in the place of what was streamed', () => {
    const { news, answer, partial } = play(
      step(0, 'user_input'),
      said(1, 'Hel', 'ACTIVE'),
      said(1, 'lo.\n'),
      ended('Hello.\n'),
    );
    expect(news).toEqual([
      { type: 'message-delta', messageId: 'c:1', text: 'Hel' },
      { type: 'message-delta', messageId: 'c:1', text: 'lo.\n' },
      { type: 'message-completed', messageId: 'c:1', role: 'answer', text: 'Hello.\n' },
    ]);
    expect([answer.text, partial.text]).toEqual(['Hello.\n', 'Hello.\n']);
  });

  it('is the last message where a long turn succeeds without a response', () => {
    const { answer } = play(
      said(1, 'I look.\n'),
      tool(2, 'view_file', 'DONE', { output: 'x' }),
      said(3, 'It is so.\n'),
      ended(),
    );
    expect(answer.text).toBe('It is so.\n');
  });

  it('is not what was said before a tool', () => {
    const { answer, partial } = play(
      said(1, 'I look.\n'),
      tool(2, 'view_file', 'ACTIVE'),
      tool(2, 'view_file'),
      ended(),
    );
    expect([answer.text, partial.text]).toEqual(['', 'I look.\n']);
  });

  it('is not what a subagent said', () => {
    const foreign = { conversation_id: 'other' };
    const { news } = play(
      { ...said(1, 'Mine?'), ...foreign },
      { ...tool(2, 'view_file', 'DONE', { output: 'x' }), ...foreign },
      { ...step(3, 'error_message'), ...foreign },
      ended('Mine.\n'),
    );
    expect(news).toEqual([
      { type: 'message-completed', messageId: 'c:response', role: 'answer', text: 'Mine.\n' },
    ]);
  });

  it('is there although the status repeats an old error', () => {
    const { answer } = play(
      said(3, 'All is well.\n'),
      ended('All is well.\n', { status: 'ERROR', error: 'old' }),
    );
    expect(answer.text).toBe('All is well.\n');
  });

  it.each(['ERROR', 'CANCELED', 'INTERRUPTED'])(
    'is none where the turn ends %s; what was said is kept once',
    (status) => {
      const failed = status === 'ERROR' ? [step(2, 'error_message')] : [];
      for (const message of [said(1, 'half', 'ACTIVE'), said(1, 'half')]) {
        const { answer, partial } = play(message, ...failed, ended('half', { status }));
        expect([answer.text, partial.text]).toEqual(['', 'half']);
      }
      expect(play(...failed, ended('only here', { status })).partial.text).toBe('only here');
    },
  );

  it('is not that of another conversation', () => {
    const { answer, warnings, events } = play(ended('Theirs.\n', { conversation_id: 'other' }));
    expect([answer.text, warnings, events.ended()]).toEqual(['', 1, undefined]);
  });

  it('is bounded while it is streamed', () => {
    const events = createEvents();
    const piece = 'x'.repeat(100_000);
    const news = Array.from({ length: 20 }, () => events.step(said(1, piece, 'ACTIVE')).news).flat();
    const { answer } = collectAnswer([...news, ...events.step(said(1)).news, ...events.result(ended()).news]);
    expect([answer.text.length, answer.truncated]).toEqual([512 * 1024, true]);
  });

  it('is the first result: another is told, and what follows is ignored', () => {
    const { news } = play(ended('One.\n'), ended('Two.\n'), said(9, 'Three.'), ended('Two.\n'));
    expect(news).toEqual([
      { type: 'message-completed', messageId: 'c:response', role: 'answer', text: 'One.\n' },
      {
        type: 'warning',
        warning: { code: 'UNKNOWN_EVENT', message: 'agy sent something unknown: a second result' },
      },
    ]);
  });
});

describe('a tool', () => {
  it('is told by its place in the conversation', () => {
    const info = { parameters: { AbsolutePath: '/w/a.ts' } };
    const { news, operations } = play(
      tool(2, 'view_file', 'ACTIVE', info),
      tool(2, 'view_file', 'ACTIVE', info),
      tool(2, 'view_file', 'DONE', { ...info, output: '2 lines, 5 bytes' }),
    );
    expect(news).toEqual([
      { type: 'operation-started', operationId: 'c:2', label: 'view_file /w/a.ts' },
      { type: 'operation-completed', operationId: 'c:2', status: 'succeeded' },
    ]);
    expect(operations).toBe(1);
  });

  it.each<[string, ToolInfo, string]>([
    ['run_command', { parameters: { CommandLine: 'ls -l' } }, 'ls -l'],
    ['call_mcp_tool', { parameters: { ServerName: 's', ToolName: 't', Arguments: {} } }, 's.t'],
    ['list_dir', { parameters: { DirectoryPath: '/w' } }, 'list_dir /w'],
    ['ask_question', { parameters: { x: 1 } }, 'ask_question'],
    ['finish', {}, 'finish'],
  ])('%s is told in a line', (name, info, label) => {
    expect(play(tool(1, name, 'ACTIVE', info)).news).toMatchObject([{ label }]);
  });

  it.each<[string, ToolInfo, string]>([
    ['ERROR', { error: { message: 'unknown tool' } }, 'failed'],
    ['ERROR', { error: { message: 'permission check failed for command "x": user denied' } }, 'denied'],
    ['ERROR', { error: { message: 'Permission denied for command(x). Matches a rule' } }, 'denied'],
    ['ERROR', { error: { message: 'tool call denied by pre-tool hook: no' } }, 'denied'],
    ['ERROR', {}, 'failed'],
    ['CANCELED', {}, 'failed'],
  ])('that ends %s %j is %s', (state, info, status) => {
    const { news } = play(tool(1, 'view_file', state, info));
    expect(news).toEqual([{ type: 'operation-completed', operationId: 'c:1', status }]);
  });

  it('without a word was refused where the turn ends with it', () => {
    const refused = ended('', { denied_actions: [{ action: 'command' }] });
    expect(play(tool(2, 'run_command', 'ACTIVE'), tool(2, 'run_command'), refused)).toMatchObject({
      denied: 1,
      operations: 1,
    });
    expect(play(tool(2, 'view_file'), ended()).denied).toBe(1);
    expect(play(said(1, 'Known.\n'), tool(2, 'run_command'), ended('Known.\n')).denied).toBe(1);
  });

  it('without a word had nothing to say where the model goes on', () => {
    const { denied, operations, breach } = play(tool(2, 'list_dir'), said(3, 'Empty.\n'), ended('Empty.\n'));
    expect([denied, operations, breach]).toEqual([0, 1, undefined]);
  });

  it('is counted where only the result tells of refusals', () => {
    const actions = [{ action: 'command' }, { action: 'mcp' }];
    expect(play(ended('', { denied_actions: actions })).denied).toBe(2);
    expect(play(ended('An answer.\n', { denied_actions: actions })).denied).toBe(0);
  });

  it('is open until it ends', () => {
    expect(play(tool(2, 'run_command', 'ACTIVE')).events.isToolOpen()).toBe(true);
    expect(play(tool(2, 'run_command', 'ACTIVE'), tool(2, 'run_command')).events.isToolOpen()).toBe(false);
  });
});

describe('an action that the profile forbids', () => {
  it.each(['run_command', 'call_mcp_tool', 'write_to_file'])('voids the turn once %s has run', (name) => {
    const { breach, partial, news } = play(said(1, 'I do.'), tool(2, name, 'DONE', { output: '' }));
    expect(breach).toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining(`actions: ${name} was not refused`),
    });
    expect([news.at(-1)?.type, partial.text]).toEqual(['messages-voided', '']);
  });

  it('voids the turn also where a subagent did it', () => {
    const foreign = { ...tool(7, 'run_command', 'DONE', { output: 'x' }), conversation_id: 'other' };
    expect(play(foreign).breach?.code).toBe('SANDBOX_UNAVAILABLE');
  });

  it('is known from a tool without a word that the turn went on after', () => {
    const written = tool(2, 'write_to_file', 'DONE', { parameters: { TargetFile: '/w/x' } });
    expect(play(written, said(3, 'Done.'), ended('Done.\n')).breach?.code).toBe('SANDBOX_UNAVAILABLE');
    const refused = ended('Done.\n', { denied_actions: [{ action: 'write_file' }] });
    expect(play(written, said(3, 'Not done.'), refused)).toMatchObject({ breach: undefined, denied: 1 });
  });

  it('is not a note of agy’s own', () => {
    const note = (TargetFile: string) =>
      play(tool(2, 'write_to_file', 'DONE', { parameters: { TargetFile } }), said(3, 'So.'), ended('So.\n'))
        .breach;
    expect(note(`${OWN}/brain/c/plan.md`)).toBeUndefined();
    expect(note(`${OWN}/../../x`)).toBeDefined();
    expect(note('brain/plan.md')).toBeDefined();
  });
});

describe('what is unknown', () => {
  it('is warned of once for each', () => {
    const odd = [
      step(1, 'daydream'),
      step(2, 'daydream'),
      step(3, 'x'.repeat(200)),
      step(4, 'tool', { state: 'LOST' }),
    ];
    expect(
      play(...odd).news.map((each) => (each.type === 'warning' ? each.warning.message : each.type)),
    ).toEqual([
      'agy sent something unknown: the step daydream',
      `agy sent something unknown: the step ${'x'.repeat(71)}`,
      'agy sent something unknown: the state LOST',
    ]);
  });

  it.each(['user_input', 'system_message', 'checkpoint', 'unknown', 'subagent', 'finish'])(
    'is not %s',
    (type) => {
      expect(play(step(1, type), step(1, type, { state: 'WAITING' })).news).toEqual([]);
    },
  );
});

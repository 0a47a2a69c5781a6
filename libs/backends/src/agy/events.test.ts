import type { BackendEvent } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { collectAnswer } from '../answer-collector.js';
import { createUnknownEvents, UNKNOWN_EVENTS_MAX } from '../unknown-events.js';
import { createTurnEvents } from './events.js';
import type { Result, Step, ToolInfo } from './protocol.js';
import type { Translation } from './tool-use.js';

const NOTES = '/home/u/.gemini/antigravity-cli/brain/';

function createEvents() {
  const isNote = (path: string) => path.startsWith(NOTES);
  return createTurnEvents({ conversationId: 'c', isNote, unknown: createUnknownEvents('agy') });
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

/** An answer, and beside it what was refused in the conversation. */
const refusedWith = (...actions: string[]) =>
  ended('So.\n', { denied_actions: actions.map((action) => ({ action })) });

/** Plays steps and results, up to a breach. */
function play(...happened: readonly (Step | Result)[]) {
  const events = createEvents();
  const translations: Translation[] = [];
  for (const each of happened) {
    translations.push('step_type' in each ? events.step(each) : events.result(each));
    if (translations.at(-1)?.breach) break;
  }
  const news: BackendEvent[] = translations.flatMap((translation) => [...translation.news]);
  const breach = translations.at(-1)?.breach;
  const warnings = news.flatMap((each) => (each.type === 'warning' ? [each.warning.message] : []));
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
    expect([answer.text, warnings, events.ended()]).toEqual([
      '',
      ['agy sent something unknown: a result of another conversation'],
      undefined,
    ]);
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
    ['ERROR', { error: { message: 'tool call denied by pre-tool hook:' } }, 'denied'],
    ['ERROR', { error: { message: 'JSON hook "h" failed: command failed: exit status 3' } }, 'denied'],
    ['ERROR', { error: { message: 'unsupported hook decision: block' } }, 'denied'],
    ['ERROR', { error: { message: 'failed to unmarshal result from hook "h"' } }, 'denied'],
    ['ERROR', {}, 'failed'],
    ['CANCELED', {}, 'failed'],
  ])('that ends %s %j is %s', (state, info, status) => {
    const { news } = play(tool(1, 'view_file', state, info));
    expect(news).toEqual([{ type: 'operation-completed', operationId: 'c:1', status }]);
  });

  it('without a word was refused where the turn ends with it', () => {
    const refused = ended('', { denied_actions: [{ action: 'command' }] });
    expect(play(tool(2, 'run_command'), ended())).toMatchObject({ denied: 1, warnings: [] });
    expect(play(tool(2, 'run_command', 'ACTIVE'), tool(2, 'run_command'), refused)).toMatchObject({
      denied: 1,
      operations: 1,
    });
    expect(play(tool(2, 'view_file'), ended()).denied).toBe(1);
    expect(play(said(1, 'So.\n'), tool(2, 'view_file'), refusedWith('read_file')).denied).toBe(1);
    expect(play(said(1, 'So.\n'), tool(2, 'view_file'), ended('So.\n')).denied).toBe(0);
    expect(play(said(1, 'Known.\n'), tool(2, 'run_command'), refusedWith('command'))).toMatchObject({
      ...{ denied: 1, warnings: [], breach: undefined },
    });
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
  const acting = ['run_command', 'call_mcp_tool', 'write_to_file', 'sed_file', 'read_url_content'];

  it.each(acting)('voids the turn once %s has run', (name) => {
    const { breach, partial, news } = play(said(1, 'I do.'), tool(2, name, 'DONE', { output: '' }));
    expect(breach).toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining(`actions: ${name} was not refused`),
    });
    expect([news.at(-1)?.type, partial.text]).toEqual(['messages-voided', '']);
  });

  it.each<[string, Step[]]>([
    ['with an error of its own', [tool(2, 'run_command', 'ERROR', { error: { message: 'exit status 1' } })]],
    ['with an error without words', [tool(2, 'run_command', 'ERROR')]],
    ['cancelled', [tool(2, 'run_command', 'ACTIVE'), tool(2, 'run_command', 'CANCELED')]],
    ['not at all', [tool(2, 'run_command', 'ACTIVE'), said(3, 'So.\n')]],
    ['not at all, and last', [tool(2, 'run_command', 'ACTIVE')]],
    ['without a word, and the model went on', [tool(2, 'run_command'), said(3, 'So.\n')]],
    [
      'without a word, after the model had gone on',
      [tool(2, 'run_command', 'ACTIVE'), said(3, 'So.\n'), tool(2, 'run_command')],
    ],
  ])('voids the turn where it ended %s', (_how, steps) => {
    const { breach, news } = play(...steps, ended('So.\n'));
    expect([breach?.code, news.at(-1)?.type]).toEqual(['SANDBOX_UNAVAILABLE', 'messages-voided']);
  });

  it.each(['Run_Command', ' run_command\t', 'RUN_COMMAND'])('is known by the name %j', (name) => {
    expect(play(tool(2, name, 'DONE', { output: 'x' })).breach?.code).toBe('SANDBOX_UNAVAILABLE');
  });

  it.each([
    ['view_file', 'run_command'],
    ['run_command', 'view_file'],
    ['daydream', 'run_command'],
  ])('is known by either of its names: %s, %s', (tool_name, name) => {
    const { breach } = play(step(2, 'tool', { tool_name, tool_info: { name, output: 'x' } }));
    expect(breach?.message).toContain('run_command was not refused');
  });

  it('is known whatever its step is called', () => {
    const used = (type: string, tool_name: string) =>
      play(step(2, type, { tool_name, tool_info: { output: 'x' } }));
    expect(used('tool_call', 'run_command').breach?.code).toBe('SANDBOX_UNAVAILABLE');
    expect(used('tool_call', 'view_file')).toMatchObject({ breach: undefined, warnings: [], operations: 1 });
    expect(used('agent_response', 'run_command')).toMatchObject({ breach: undefined, operations: 0 });
  });

  it('voids the turn also where a subagent did it', () => {
    const by = (conversation_id: string, each: Step): Step => ({ ...each, conversation_id });
    const did = tool(7, 'run_command', 'DONE', { output: 'x' });
    expect(play(by('other', did)).breach?.code).toBe('SANDBOX_UNAVAILABLE');
    const silent = [by('other', tool(7, 'run_command')), by('other', said(8, 'Done.'))];
    expect(play(...silent, ended('So.\n')).breach?.code).toBe('SANDBOX_UNAVAILABLE');
    // Whether the model of another conversation goes on says nothing of a tool of this one.
    const refused = [tool(7, 'run_command'), by('other', said(8, 'Hm.'))];
    expect(play(...refused, ended())).toMatchObject({ breach: undefined, denied: 1 });
  });

  it('voids the turn also where it is done after the result', () => {
    const late = tool(4, 'run_command', 'DONE', { output: 'x' });
    const { breach, partial } = play(said(1, 'So.\n'), ended('So.\n'), late);
    expect([breach?.code, partial.text]).toEqual(['SANDBOX_UNAVAILABLE', '']);
    expect(play(ended('So.\n'), tool(4, 'run_command', 'ACTIVE')).breach?.code).toBe('SANDBOX_UNAVAILABLE');
    const harmless = [tool(4, 'view_file', 'DONE', { output: 'x' }), tool(5, 'view_file', 'ACTIVE')];
    expect(play(ended('So.\n'), ...harmless)).toMatchObject({ breach: undefined, operations: 0 });
  });

  it('was refused where the result names its action, and not where it names another', () => {
    const written = [
      tool(2, 'write_to_file', 'DONE', { parameters: { TargetFile: '/w/x' } }),
      said(3, 'So.'),
    ];
    expect(play(...written, refusedWith('write_file'))).toMatchObject({ breach: undefined, denied: 1 });
    expect(play(...written, refusedWith('read_url')).breach?.code).toBe('SANDBOX_UNAVAILABLE');
    expect(play(...written, refusedWith('read_url', 'write_file')).breach).toBeUndefined();
  });

  it('may have run where it was the last, an answer stands beside it, and no refusal is told', () => {
    const { denied, breach, warnings, answer } = play(
      said(1, 'So.\n'),
      tool(2, 'run_command'),
      ended('So.\n'),
    );
    expect([denied, breach, answer.text]).toEqual([0, undefined, 'So.\n']);
    expect(warnings).toEqual(['agy did not say whether run_command was refused: it may have run']);
  });

  it('is none that a signal has interrupted: that turn has failed, and what is left is told', () => {
    const interrupted = ended('half', { status: 'ERROR', error: 'interrupted' });
    const { breach, events, partial } = play(tool(2, 'run_command', 'ACTIVE'), interrupted);
    expect([breach, events.isToolOpen(), partial.text]).toEqual([undefined, true, 'half']);
  });

  it('is not a note of agy’s own, which only a tool for files can write', () => {
    const note = (name: string, parameters: Record<string, unknown>) =>
      play(tool(2, name, 'DONE', { parameters }), said(3, 'So.'), ended('So.\n'));
    const plan = { TargetFile: `${NOTES}c/plan.md` };
    for (const name of ['write_to_file', 'replace_file_content', 'multi_replace_file_content']) {
      expect(note(name, plan)).toMatchObject({ breach: undefined, warnings: [], denied: 0, operations: 1 });
    }
    expect(note('write_to_file', { TargetFile: '/w/x' }).breach).toBeDefined();
    expect(note('write_to_file', {}).breach).toBeDefined();
    expect(note('run_command', { CommandLine: 'x', ...plan }).breach).toBeDefined();
    expect(note('call_mcp_tool', plan).breach).toBeDefined();
  });
});

describe('a turn that only reads', () => {
  const conversation_id = fc.constantFrom('c', 'other');
  const use = fc.record({
    conversation_id,
    step_index: fc.integer({ min: 0, max: 5 }),
    state: fc.constantFrom('ACTIVE', 'WAITING', 'DONE', 'ERROR', 'CANCELED'),
    step_type: fc.constant('tool'),
    tool_name: fc.constantFrom('view_file', 'list_dir', 'grep_search', 'find_by_name', 'write_to_file'),
    tool_info: fc.record({
      parameters: fc.constant({ TargetFile: `${NOTES}c/plan.md` }),
      output: fc.option(fc.string()),
      error: fc.option(fc.record({ message: fc.string() })),
    }),
  });
  const speech = fc.record({
    conversation_id,
    step_index: fc.integer({ min: 0, max: 9 }),
    state: fc.constantFrom('ACTIVE', 'DONE'),
    step_type: fc.constantFrom('agent_response', 'user_input', 'subagent', 'checkpoint'),
    text_delta: fc.option(fc.string()),
  });

  it('is never void and never warned of, in whatever order things come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(use, speech)), fc.array(use), fc.string(), (before, after, response) => {
        const { breach, warnings } = play(...before, ended(response), ...after);
        expect([breach, warnings]).toEqual([undefined, []]);
      }),
    );
  });
});

describe('a tool that nobody here knows', () => {
  const warning = (name: string) =>
    `agy used ${name}, which is not known to only read: it may have done more`;

  it.each(['search_web', 'browser_input', 'invoke_subagent', 'RunCommand', 'mcp_server_tool'])(
    'is warned of once where it has worked: %s',
    (name) => {
      const used = [2, 4].map((index) => tool(index, name, 'DONE', { output: 'x' }));
      const { warnings, breach, answer } = play(...used, said(5, 'So.\n'), ended('So.\n'));
      expect([warnings, breach, answer.text]).toEqual([[warning(name.toLowerCase())], undefined, 'So.\n']);
    },
  );

  it('is warned of where it ended without a word and the model went on, and where a subagent used it', () => {
    expect(play(tool(2, 'search_web'), said(3, 'So.\n')).warnings).toEqual([warning('search_web')]);
    const foreign = { ...tool(7, 'search_web', 'DONE', { output: 'x' }), conversation_id: 'other' };
    expect(play(foreign)).toMatchObject({ warnings: [warning('search_web')], operations: 0 });
    expect(play(step(2, 'tool')).events.isToolOpen()).toBe(false);
    expect(play(step(2, 'tool', { tool_info: { output: '' } })).warnings).toEqual([
      warning('a tool without a name'),
    ]);
  });

  it.each<[string, Step]>([
    ['failed', tool(2, 'no_such_tool', 'ERROR', { error: { message: 'unknown tool' } })],
    ['was refused', tool(2, 'search_web', 'ERROR', { error: { message: 'permission check failed for x' } })],
  ])('is nothing to warn of where it %s', (_how, used) => {
    expect(play(used, said(3, 'So.\n'), ended('So.\n')).warnings).toEqual([]);
  });

  it.each(['view_file', 'list_dir', 'grep_search', 'find_by_name', 'finish', ' View_File '])(
    'is not %j',
    (name) => {
      const { warnings, breach } = play(tool(2, name, 'DONE', { output: 'x' }), said(3, 'So.\n'));
      expect([warnings, breach]).toEqual([[], undefined]);
    },
  );
});

describe('what is unknown', () => {
  it('is warned of once for each', () => {
    const odd = [
      step(1, 'daydream'),
      step(2, 'daydream'),
      step(3, 'x'.repeat(200)),
      step(4, 'tool', { state: 'LOST' }),
    ];
    expect(play(...odd).warnings).toEqual([
      'agy sent something unknown: the step daydream',
      `agy sent something unknown: the step ${'x'.repeat(71)}`,
      'agy sent something unknown: the state LOST',
    ]);
  });

  it.each([UNKNOWN_EVENTS_MAX, UNKNOWN_EVENTS_MAX + 1])('is told so often at most: %d tools', (kinds) => {
    const odd = Array.from({ length: kinds }, (_, at) => tool(at, `odd-${at}`, 'DONE', { output: 'x' }));
    expect(play(...odd).warnings).toHaveLength(UNKNOWN_EVENTS_MAX);
  });

  it.each(['user_input', 'system_message', 'checkpoint', 'unknown', 'subagent', 'finish'])(
    'is not %s',
    (type) => {
      expect(play(step(1, type), step(1, type, { state: 'WAITING' })).news).toEqual([]);
    },
  );
});

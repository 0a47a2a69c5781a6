import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { encode } from '../agents/events.mjs';
import { SCENARIOS } from '../agents/scenarios.mjs';
import { createAgyWorld, createTempWorkspace } from '../src/index.js';
import type { AgyWorld, TempWorkspace } from '../src/index.js';
import { outline, playTurns, runAgy, startAgy, STREAM, userLine } from './agy-process.js';

let world: AgyWorld;
let workspace: TempWorkspace;
beforeAll(async () => {
  world = await createAgyWorld();
  workspace = await createTempWorkspace({ files: { 'a.txt': 'one\ntwo\n' } });
});
afterAll(async () => {
  await world.remove();
  await workspace.remove();
});

const play = (...prompts: string[]) => playTurns(world, prompts, { cwd: workspace.path });
const at = (name: string) => JSON.stringify(join(workspace.path, name)).slice(1, -1);
const INIT = 'init request-review';
const USER = '0 user_input DONE';
const CALL = '1 agent_response DONE usage';
const invalidKey = 'agent executor error: generating and executing: Error 400, Message: API key not ';
const quota = 'agent executor error: generating and executing: Error 429, Message: You exceeded';

/** The events of a turn, in short; the exit code where it is not 0; what stderr holds, where it holds anything. */
type Golden = readonly [prompt: string, events: () => readonly string[], exitCode?: number, stderr?: RegExp];

/** The orders that were recorded from agy 1.2.15 with a scripted model, or told of the version beside them. */
const RECORDED: Readonly<Record<string, Golden>> = {
  'text in one piece': [
    'SCENARIO=text',
    () => [
      ...[INIT, USER, '1 agent_response DONE "Hello from the model.\\n" usage'],
      'result SUCCESS "Hello from the model.\\n" turns=1',
    ],
  ],
  'text in pieces': [
    'SCENARIO=multi-delta',
    () => [
      ...[INIT, USER, '1 agent_response ACTIVE "Hello "', '1 agent_response ACTIVE "from "'],
      ...['1 agent_response ACTIVE "the "', '1 agent_response ACTIVE "model, "'],
      '1 agent_response DONE "in pieces: a < b & c.\\n" usage',
      'result SUCCESS "Hello from the model, in pieces: a < b & c.\\n" turns=1',
    ],
  ],
  'a tool': [
    'SCENARIO=tool-ok ARG="a.txt"',
    () => [
      ...[INIT, USER, CALL],
      `2 tool ACTIVE view_file {"AbsolutePath":"${at('a.txt')}"}`,
      `2 tool DONE view_file {"AbsolutePath":"${at('a.txt')}"} -> "3 lines, 8 bytes"`,
      '3 agent_response DONE "Tool said: one\\ntwo\\n\\n" usage',
      'result SUCCESS "Tool said: one\\ntwo\\n\\n" turns=1',
    ],
  ],
  'a tool that fails': [
    'SCENARIO=tool-error',
    () => [
      ...[INIT, USER, CALL],
      '2 tool ACTIVE no_such_tool {"x":1}',
      '2 tool ERROR no_such_tool {"x":1} !! {"type":"TOOL_ERROR","message":"unknown tool: \\"no_such_tool\\" — check spelling"}',
      '3 agent_response DONE "Tool said: unknown tool: \\"no_such_tool\\" — check spelling\\n" usage',
      'result SUCCESS "Tool said: unknown tool: \\"no_such_tool\\" — check spelling\\n" turns=1',
    ],
  ],
  'a command that is refused': [
    'SCENARIO=denied',
    () => [
      ...[INIT, USER, CALL],
      '2 tool ACTIVE run_command {"CommandLine":"echo hi"}',
      '2 tool DONE run_command {"CommandLine":"echo hi"}',
      'result SUCCESS "" turns=1 denied=command',
    ],
    0,
    /^jetski: no output produced — a tool required the "command" permission .*command\(<target>\)/,
  ],
  'a refusal as 1.1.27 tells it': [
    'SCENARIO=denied-error',
    () => [
      ...[INIT, USER, CALL],
      '2 tool ACTIVE run_command {"CommandLine":"touch x"}',
      '2 tool ERROR run_command {"CommandLine":"touch x"} !! {"type":"TOOL_ERROR","message":"permission check failed for command \\"touch x\\": user denied permission to run command:\\ntouch x"}',
      'result SUCCESS "" turns=1 denied=command',
    ],
    0,
    /^jetski: /,
  ],
  'a write that is refused': [
    'SCENARIO=write ARG="b.txt"',
    () => [
      ...[INIT, USER, CALL],
      `2 tool ACTIVE write_to_file {"TargetFile":"${at('b.txt')}"}`,
      `2 tool DONE write_to_file {"TargetFile":"${at('b.txt')}"}`,
      'result SUCCESS "" turns=1 denied=write_file',
    ],
    0,
    /^jetski: .*"write_file" permission/,
  ],
  'a search that takes its time': [
    'SCENARIO=long-tool ARG="20"',
    () => [
      ...[INIT, USER, CALL],
      `2 tool ACTIVE grep_search {"SearchPath":"${workspace.path}","Query":"a"}`,
      `2 tool DONE grep_search {"SearchPath":"${workspace.path}","Query":"a"} -> "a.txt:1:a"`,
      '3 agent_response DONE "Tool said: a.txt:1:a\\n" usage',
      'result SUCCESS "Tool said: a.txt:1:a\\n" turns=1',
    ],
  ],
  'a question to the user': [
    'SCENARIO=ask-question',
    () => [
      ...[INIT, USER, CALL, '2 unknown DONE', '3 agent_response DONE "An answer without the user.\\n" usage'],
      'result SUCCESS "An answer without the user.\\n" turns=1',
    ],
  ],
  'a quota that is used up': [
    'SCENARIO=quota-429',
    () => [INIT, USER, '1 error_message DONE', `result ERROR "" turns=1 error=${quota}`],
    3,
    /^error: .*retryDelay:40s.*\nAGY_ERROR: \{"short_error":".*","status":"RESOURCE_EXHAUSTED","error_code":429,"code_kind":"http","retryable":true,"error_id":"[\w-]+-1"\}\n$/,
  ],
  'a key that is not valid': [
    'SCENARIO=invalid-key',
    () => [INIT, USER, '1 error_message DONE', `result ERROR "" turns=1 error=${invalidKey}`],
    3,
    /^error: .*reason:API_KEY_INVALID.*\nAGY_ERROR: .*"status":"INVALID_ARGUMENT","error_code":400,.*"retryable":false/,
  ],
  'a time limit of its own (1.2.2)': [
    'SCENARIO=print-timeout-partial',
    () => [
      ...[
        INIT,
        USER,
        '1 agent_response ACTIVE "An answer that is cut by"',
        '1 agent_response ACTIVE " the time limit"',
      ],
      'result SUCCESS "An answer that is cut by the time limit" turns=1',
    ],
    0,
    /^\[agy\] print timeout after 12s with turn in progress; returning partial output\n$/,
  ],
};

/** What was told of it, or what any program may do. */
const TOLD: Readonly<Record<string, Golden>> = {
  'a refusal beside an answer': [
    'SCENARIO=denied-with-answer',
    () => [
      ...[INIT, USER, '1 agent_response DONE "What I know without running anything: it is fine.\\n" usage'],
      '2 agent_response DONE usage',
      '3 tool ACTIVE run_command {"CommandLine":"echo hi"}',
      '3 tool DONE run_command {"CommandLine":"echo hi"}',
      'result SUCCESS "What I know without running anything: it is fine.\\n" turns=1 denied=command',
    ],
  ],
  'a turn that is canceled': [
    'SCENARIO=canceled ARG="half"',
    () => [INIT, USER, '1 agent_response ACTIVE "half"', 'result CANCELED "half" turns=1'],
  ],
  'a success without a word': ['SCENARIO=empty', () => [INIT, USER, CALL, 'result SUCCESS "" turns=1']],
  'an unknown event': [
    'SCENARIO=unknown-event',
    () => [
      ...[INIT, USER, 'telemetry', '1 agent_response DONE "An answer beside an unknown event.\\n" usage'],
      'result SUCCESS "An answer beside an unknown event.\\n" turns=1',
    ],
  ],
  'an unknown step': [
    'SCENARIO=unknown-step-type',
    () => [
      ...[INIT, USER, '1 daydream WAITING "no part of the answer"'],
      '2 agent_response DONE "An answer beside an unknown step.\\n" usage',
      'result SUCCESS "An answer beside an unknown step.\\n" turns=1',
    ],
  ],
  'a subagent': [
    'SCENARIO=subagent-other-id',
    () => [
      ...[INIT, USER, '1 subagent ACTIVE', '0 user_input DONE elsewhere'],
      '1 agent_response DONE elsewhere "Words of the subagent.\\n"',
      '2 agent_response DONE "The answer of the agent itself.\\n" usage',
      'result SUCCESS "The answer of the agent itself.\\n" turns=1',
    ],
  ],
  'two results': [
    'SCENARIO=two-results',
    () => [
      ...[INIT, USER, '1 agent_response DONE "An answer with two results.\\n" usage'],
      'result SUCCESS "An answer with two results.\\n" turns=1',
      'result SUCCESS "An answer with two results.\\n" turns=1',
    ],
  ],
  'no result': [
    'SCENARIO=no-result',
    () => [INIT, USER, '1 agent_response DONE "An answer without a result.\\n" usage'],
  ],
  'an end within a sentence': [
    'SCENARIO=cut-delta',
    () => [INIT, USER, '1 agent_response ACTIVE "half a sentence"'],
  ],
  'a crash': [
    'SCENARIO=crash',
    () => [INIT, USER, '1 agent_response ACTIVE "An answer before the "'],
    2,
    /^panic: /,
  ],
  'characters in parts': [
    'SCENARIO=split-utf8',
    () => [
      ...[INIT, USER, '1 agent_response DONE "Grüße, 日本語, 😀.\\n"'],
      'result SUCCESS "Grüße, 日本語, 😀.\\n" turns=1',
    ],
  ],
  'a name that there is not': [
    'SCENARIO=toString',
    () => [
      ...[INIT, USER, '1 error_message DONE'],
      'result ERROR "" turns=1 error=agent executor error: generating and executing: Error 418, Message: There is no ',
    ],
    3,
    /There is no scenario "toString"/,
  ],
};

describe('the stand-in for agy', () => {
  it.each(Object.entries({ ...RECORDED, ...TOLD }))('plays %s', async (_, golden) => {
    const [prompt, events, exitCode = 0, stderr = /^$/] = golden;
    const run = await play(prompt);
    expect(outline(run)).toEqual(events());
    expect(run).toMatchObject({ exitCode, signal: null, stderr: expect.stringMatching(stderr) });
  });

  it('writes events with their members in the recorded order, as Go writes JSON', async () => {
    const { stdout, events } = await play('SCENARIO=multi-delta', 'SCENARIO=denied');
    expect(stdout).toBe(events.map((event) => `${encode(event)}\n`).join(''));
    expect(stdout).toContain('a \\u003c b \\u0026 c.');
    const keys = (value: object | undefined) => Object.keys(value ?? {}).join(' ');
    const steps = events.map(({ step_update }) => step_update).filter((step) => step !== undefined);
    const results = events.map(({ result }) => result).filter((result) => result !== undefined);
    expect(keys(events[0])).toBe('event conversation_id init');
    expect(keys(events[0]?.init)).toBe('cwd tools permission_mode');
    expect(keys(steps.find(({ state }) => state === 'ACTIVE'))).toBe(
      'conversation_id step_index state step_type text_delta',
    );
    expect(keys(steps.find(({ usage }) => usage !== undefined))).toBe(
      'conversation_id step_index state step_type text_delta duration_seconds usage',
    );
    expect(keys(steps.findLast((step) => step['step_type'] === 'tool'))).toBe(
      'conversation_id step_index state step_type tool_name duration_seconds tool_info',
    );
    expect(results.map(keys)).toEqual([
      'conversation_id status response duration_seconds num_turns usage',
      'conversation_id status response duration_seconds num_turns usage denied_actions',
    ]);
    expect(keys(Object(results[0]?.['usage']))).toBe(
      'input_tokens output_tokens thinking_tokens cache_read_tokens total_tokens',
    );
  });

  it('cuts the last line of `truncated-last-line`, and puts a line that is no JSON into `malformed-line`', async () => {
    const truncated = await play('SCENARIO=truncated-last-line');
    expect(truncated.stdout.split('\n').at(-1)).toMatch(/^\{"event":"result","result":\{/);
    expect([truncated.exitCode, truncated.events.length]).toEqual([0, 3]);
    const malformed = await play('SCENARIO=malformed-line');
    expect(malformed.stdout.split('\n')).toHaveLength(malformed.events.length + 2);
    expect(outline(malformed).at(-1)).toMatch(/^result SUCCESS/);
  });

  it('answers at length, in pieces and in one', async () => {
    const long = await play('SCENARIO=long ARG="200000"');
    expect(long.events.map(({ step_update }) => String(step_update?.['text_delta'] ?? '').length)).toEqual([
      ...[0, 0, 65_536, 65_536, 65_536, 200_000 - 3 * 65_536 + 1],
      0,
    ]);
    const huge = await play('SCENARIO=huge-answer');
    expect(huge.events.at(-1)?.result?.['response']).toHaveLength(600 * 1024 + 1);
    expect(huge.events).toHaveLength(4);
  });

  it('sums usage, turns and refusals over a conversation, and repeats an old error for ever', async () => {
    const run = await play('SCENARIO=denied', 'SCENARIO=write', 'SCENARIO=sticky-error', 'SCENARIO=answer');
    const results = run.events.flatMap(({ result }) => (result ? [result] : []));
    expect(results.map(({ usage }) => Object(usage).total_tokens / 947)).toEqual([1, 2, 3, 4]);
    expect(results.map(({ num_turns }) => num_turns)).toEqual([1, 2, 3, 4]);
    expect(results.map(({ denied_actions }) => Object(denied_actions).length)).toEqual([1, 2, 2, 2]);
    expect(results.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'ERROR', 'ERROR']);
    expect(results.at(-1)).toMatchObject({
      response: 'Hello from the model.\n',
      error: expect.stringContaining('Error 400'),
    });
    expect(run.stderr.split('\n')).toHaveLength(3);
    expect(run.stderr).toContain('one or more tools required the "command", "write_file" permissions');
    expect(run.exitCode).toBe(0);
  });

  it('goes on with a conversation in another process, and with a new one where it knows none', async () => {
    const first = await play('SCENARIO=answer');
    const id = first.events[0]?.conversation_id ?? '';
    const goOn = (conversation: string) =>
      playTurns(world, ['SCENARIO=resume'], { args: [...STREAM, '--conversation', conversation] });
    const second = await goOn(id);
    expect(second.events[0]?.conversation_id).toBe(id);
    expect(outline(second)).toEqual([
      ...[INIT, '2 user_input DONE', '3 system_message DONE'],
      '4 agent_response DONE "Hello from the model.\\n" usage',
      'result SUCCESS "Hello from the model.\\n" turns=2',
    ]);
    const unknown = await goOn('11111111-2222-3333-4444-555555555555');
    expect(unknown.stderr).toBe('warning: conversation "11111111-2222-3333-4444-555555555555" not found\n');
    expect(unknown.events[0]?.conversation_id).not.toBe('11111111-2222-3333-4444-555555555555');
    expect(outline(unknown).slice(0, 2)).toEqual([INIT, USER]);
    expect(unknown.exitCode).toBe(0);
  });

  it('keeps the error of a process that failed for the next one', async () => {
    const failed = await play('SCENARIO=e503', 'never read');
    expect(failed.events.filter(({ result }) => result)).toHaveLength(1);
    const args = [...STREAM, '--conversation', failed.events[0]?.conversation_id ?? ''];
    const next = await playTurns(world, ['SCENARIO=answer'], { args });
    expect(outline(next).at(-1)).toMatch(
      /^result ERROR "Hello from the model\.\\n" turns=2 error=.*Error 503/,
    );
    expect([next.exitCode, next.stderr]).toEqual([0, '']);
  });

  it('is late, slow or silent where it is told to', async () => {
    const startedAt = performance.now();
    const run = await play('SCENARIO=late ARG="200"', 'SCENARIO=late-result ARG="200"');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
    expect(outline(run).at(-1)).toBe('result SUCCESS "An answer whose result is late.\\n" turns=2');
    const { hears, child, ended } = startAgy(world, { stdin: userLine('SCENARIO=slow') });
    await hears('"text_delta":"word "');
    child.kill('SIGTERM');
    expect(outline(await ended).at(-1)).toMatch(/^result ERROR "(word )+" turns=1 error=interrupted$/);
    const silent = startAgy(world, { stdin: userLine('SCENARIO=hang') });
    await silent.hears('"step_type":"user_input"');
    silent.child.kill('SIGTERM');
    expect(outline(await silent.ended).at(-1)).toBe('result ERROR "" turns=1 error=interrupted');
  });

  it('knows the names of the other agents, where it can mean the same', () => {
    const shared = 'answer long hang late slow empty cut cut-delta garbage read write shell long-command';
    const errors = 'e401 e403 e404 e429 e429-usage e500 e503';
    expect(Object.keys(SCENARIOS)).toEqual(expect.arrayContaining(`${shared} ${errors}`.split(' ')));
  });

  it('says the same as one object, or as text alone', async () => {
    const start = { args: ['--print=SCENARIO=answer', '--output-format=json', '--model=claude-sonnet-4-6'] };
    const { stdout } = await runAgy(world, { ...start, stdin: '' });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'SUCCESS', response: 'Hello from the model.\n' });
    const text = await runAgy(world, { args: ['-p', 'SCENARIO=answer'], stdin: '' });
    expect(text.stdout).toBe('Hello from the model.\n');
  });

  it('writes down how it was called, and no value of a variable', async () => {
    const prompt = 'SCENARIO=answer a word';
    await playTurns(world, [prompt], { variables: { AGY_TEST_NAME: 'a-value' } });
    const call = world.calls().at(-1);
    expect(call).toMatchObject({ argv: STREAM, cwd: world.home, prompts: [prompt], exitCode: 0 });
    expect(call?.stdin).toContain(prompt);
    expect(call?.variables).toContain('AGY_TEST_NAME');
    expect(readFileSync(join(world.home, '.agy-standin/calls.jsonl'), 'utf8')).not.toContain('a-value');
    expect(world.spoken().at(-1)).toBe(JSON.stringify(prompt));
  });
});

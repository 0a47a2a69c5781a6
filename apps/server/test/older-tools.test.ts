import type { TurnRequest } from '@coagent8/contracts';
import { turnRequestSchema } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { answered, openWire } from './wire.js';

/** Calls a tool; gives the text of the result and the requests that reached the work. */
async function call(name: string, given?: unknown) {
  const requests: TurnRequest[] = [];
  const wire = openWire({ run: async (request) => (requests.push(request), answered('Yes.')) });
  await wire.initialize();
  const { result } = await wire.call(name, given).reply;
  return { text: result.content[0].text, isError: result.isError, requests };
}

const EXECUTION = {
  backend: 'claude',
  workspace_path: '/srv/other',
  model: 'some-model',
  reasoning_effort: 'high',
  output_price_below: 5,
  timeout_ms: 100,
};

describe('a tool of an earlier version', () => {
  it.each([
    ['analyze', { task: 'Is it sound?' }, { taskType: 'architecture', proposal: 'Is it sound?' }],
    ['debug', { error_message: 'E1' }, { taskType: 'debug', proposal: 'E1' }],
    [
      'debug',
      { error_message: 'E1', context: 'at start' },
      { taskType: 'debug', proposal: 'E1\n\nContext:\nat start' },
    ],
    ['implement', { specification: 'A queue' }, { taskType: 'implementation', proposal: 'A queue' }],
    [
      'implement',
      { specification: 'A queue', context: 'in Go' },
      { taskType: 'implementation', proposal: 'A queue\n\nContext:\nin Go' },
    ],
  ])('%s is consult with %j', async (name, given, asked) => {
    const request = {
      schemaVersion: 1,
      operation: 'consult',
      ...asked,
      backend: 'claude',
      workspacePath: '/srv/other',
      model: 'some-model',
      reasoningEffort: 'high',
      outputPriceBelow: 5,
      timeoutMs: 100,
      origin: { directory: '/srv/app', roots: [], caller: 'wire' },
    };
    const direct = await call(name, { ...given, ...EXECUTION });
    expect(turnRequestSchema.parse(direct.requests[0])).toEqual(request);
    const run = await call('run', { action: name, ...given, ...EXECUTION });
    expect(turnRequestSchema.parse(run.requests[0])).toEqual(request);
  });

  it.each([
    ['analyze', { task: 't' }, 'analyze is deprecated: use `consult` with task_type architecture'],
    ['debug', { error_message: 'e' }, 'debug is deprecated: use `consult` with task_type debug'],
    [
      'implement',
      { specification: 's' },
      'implement is deprecated: use `consult` with task_type implementation; this is advice only, nothing was changed',
    ],
    ['run', { action: 'consult', proposal: 'p' }, 'run is deprecated: use `consult`'],
    ['run', { action: 'analyze', task: 't' }, 'run is deprecated: use `consult` with task_type architecture'],
  ])('%s says in its footer what to use', async (name, given, notice) => {
    const { text, isError } = await call(name, given);
    expect(isError).toBe(false);
    expect(text).toBe(`Yes.\n\n> codex (m) · 1.0 s\n> ${notice}`);
  });

  it('consult has no such line', async () => {
    expect((await call('consult', { proposal: 'p' })).text).not.toContain('deprecated');
  });

  it.each([
    ['analyze', {}, 'analyze cannot take these arguments: "task" is missing'],
    ['analyze', { task: 't', proposal: 'p' }, '"proposal" is unknown; correct them'],
    ['analyze', { task: ' ' }, 'expected a text that is not blank'],
    ['debug', { context: 'c' }, '"error_message" is missing'],
    ['debug', { error_message: 'e', context: '' }, '"context" is empty'],
    ['debug', { error_message: 'e', task_type: 'debug' }, '"task_type" is unknown'],
    ['implement', { specification: 's', backend: 'gemini' }, '"backend" is "gemini"'],
    ['implement', { specification: 's', output_price_below: 0 }, 'expected a number above 0'],
    ['run', {}, '"action" is missing, expected one of consult, analyze, debug, implement, issue'],
    ['run', { action: 'Consult', proposal: 'p' }, '"action" is "Consult", expected one of consult,'],
    ['run', { action: 'toString' }, '"action" is "toString", expected one of consult,'],
    ['run', { action: 'analyze', proposal: 'p' }, 'analyze cannot take these arguments: '],
    ['run', 'consult', '"arguments" is "consult"'],
    ['run', { action: 'review' }, 'run cannot take "action" "review": this version has no review; '],
    ['run', { action: 'issue', bug: 'x' }, 'issue cannot take these arguments: "bug" is unknown'],
  ])('%s refuses %j and starts nothing', async (name, given, problem) => {
    const { text, isError, requests } = await call(name, given);
    expect(isError).toBe(true);
    expect(text).toMatch(/^> INPUT_LIMIT: /);
    expect(text).toContain(problem);
    expect(text).toContain('nothing was started');
    expect(requests).toEqual([]);
  });
});

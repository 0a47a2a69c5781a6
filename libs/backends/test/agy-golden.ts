import type { CollectedAnswer } from '../src/answer-collector.js';

/** The workspace in every sequence. */
export const WORKSPACE = '/workspace';
/** The user's home in every sequence. */
export const HOME = '/nowhere';

/** What agy prints in one turn, and what it must come to. */
export interface GoldenTurn {
  readonly lines: readonly object[];
  /** On standard error. */
  readonly diagnostics?: string;
  /** Default 0. */
  readonly exitCode?: number;
  /** `completed`, or the code of the failure. */
  readonly end: string;
  readonly answer?: string;
  /** What is shown of a turn that failed. */
  readonly partial?: string;
  readonly denied?: CollectedAnswer['denied'];
}

const ID = '00000000-0000-4000-8000-000000000001';
const USAGE = {
  input_tokens: 900,
  output_tokens: 47,
  thinking_tokens: 7,
  cache_read_tokens: 300,
  total_tokens: 947,
};

const init = {
  event: 'init',
  conversation_id: ID,
  init: { cwd: WORKSPACE, tools: ['view_file', 'run_command'], permission_mode: 'request-review' },
};
const step = (step_index: number, state: string, step_type: string, rest: object = {}) => ({
  event: 'step_update',
  step_update: { conversation_id: ID, step_index, state, step_type, ...rest },
});
const user = (index: number) => step(index, 'DONE', 'user_input');
const said = (index: number, text_delta: string) =>
  step(index, 'DONE', 'agent_response', { text_delta, duration_seconds: 0.1, usage: USAGE });
const called = (index: number) =>
  step(index, 'DONE', 'agent_response', { duration_seconds: 0.1, usage: USAGE });
const tool = (index: number, state: string, name: string, parameters: object, end: object = {}) =>
  step(index, state, 'tool', { tool_name: name, tool_info: { name, parameters, ...end } });
const result = (status: string, response: string, rest: object = {}) => ({
  event: 'result',
  result: { conversation_id: ID, status, response, duration_seconds: 1, num_turns: 1, usage: USAGE, ...rest },
});
const notStarted = (error: string) => ({
  event: 'result',
  result: { conversation_id: '', status: 'ERROR', response: '', error, duration_seconds: 0, num_turns: 0 },
});

const PLAN = `${HOME}/.gemini/antigravity-cli/brain/${ID}/plan.md`;
const QUOTA =
  'agent executor error: generating and executing: Error 429, Message: You exceeded your current quota, ' +
  'Status: RESOURCE_EXHAUSTED, Details: [map[@type:type.googleapis.com/google.rpc.RetryInfo retryDelay:40s]]';
const OLD_ERROR =
  'agent executor error: generating and executing: Error 400, Message: Request contains an invalid argument., Status: INVALID_ARGUMENT, Details: []';

/** Turns in the order of events that others recorded of agy 1.2.15 and 1.2.16; the values are made up. */
export const GOLDEN: Readonly<Record<string, GoldenTurn>> = {
  text: {
    lines: [
      init,
      user(0),
      step(1, 'ACTIVE', 'agent_response', { text_delta: 'Grüße an ' }),
      said(1, 'alle. 🎉\n'),
      result('SUCCESS', 'Grüße an alle. 🎉\n'),
    ],
    end: 'completed',
    answer: 'Grüße an alle. 🎉\n',
  },
  tool: {
    lines: [
      init,
      user(0),
      called(1),
      tool(2, 'ACTIVE', 'view_file', { AbsolutePath: '/workspace/a' }),
      tool(2, 'DONE', 'view_file', { AbsolutePath: '/workspace/a' }, { output: '2 lines, 5 bytes' }),
      said(3, 'all done\n'),
      result('SUCCESS', 'all done\n'),
    ],
    end: 'completed',
    answer: 'all done\n',
  },
  denied: {
    lines: [
      init,
      user(0),
      called(1),
      tool(2, 'ACTIVE', 'run_command', { CommandLine: 'echo hi' }),
      tool(2, 'DONE', 'run_command', { CommandLine: 'echo hi' }),
      result('SUCCESS', '', { denied_actions: [{ action: 'command', display_name: 'RunCommand' }] }),
    ],
    diagnostics: 'jetski: no output produced — a tool required the "command" permission\n',
    end: 'completed',
    answer: '',
    denied: 1,
  },
  resumed: {
    lines: [
      init,
      user(2),
      step(3, 'DONE', 'system_message', { duration_seconds: 0.001 }),
      said(4, 'A ok\n'),
      result('ERROR', 'A ok\n', { error: OLD_ERROR, num_turns: 2 }),
    ],
    end: 'completed',
    answer: 'A ok\n',
  },
  quota: {
    lines: [init, user(0), step(1, 'DONE', 'error_message'), result('ERROR', '', { error: QUOTA })],
    diagnostics: `error: ${QUOTA}\nAGY_ERROR: ${JSON.stringify({ short_error: QUOTA, status: 'RESOURCE_EXHAUSTED', error_code: 429, code_kind: 'http', retryable: true, error_id: 'x-1' })}\n`,
    exitCode: 3,
    end: 'RATE_LIMITED',
  },
  'signed-out': {
    lines: [notStarted('authentication failed or timed out')],
    diagnostics:
      "Error: authentication required. Run 'agy' to log in, then retry.\nerror: authentication failed or timed out\n",
    exitCode: 1,
    end: 'AUTH_REQUIRED',
  },
  'bad-model': {
    lines: [notStarted('invalid model selection (--model "x" --effort ""): model x is not recognized')],
    exitCode: 1,
    end: 'MODEL_UNAVAILABLE',
  },
  interrupted: {
    lines: [
      init,
      user(0),
      step(1, 'ACTIVE', 'agent_response', { text_delta: 'half' }),
      result('ERROR', 'half', { error: 'interrupted' }),
    ],
    exitCode: 1,
    end: 'PROCESS_ERROR',
    partial: 'half',
  },
  'with a write that nobody refused': {
    lines: [
      init,
      user(0),
      called(1),
      tool(2, 'ACTIVE', 'write_to_file', { TargetFile: '/workspace/x' }),
      tool(2, 'DONE', 'write_to_file', { TargetFile: '/workspace/x' }),
      said(3, 'Written.\n'),
      result('SUCCESS', 'Written.\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'with a command that nobody refused and that failed': {
    lines: [
      init,
      user(0),
      called(1),
      tool(2, 'ACTIVE', 'run_command', { CommandLine: 'false' }),
      tool(2, 'ERROR', 'run_command', { CommandLine: 'false' }, { error: { message: 'exit status 1' } }),
      said(3, 'It failed.\n'),
      result('SUCCESS', 'It failed.\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'with a command after its result': {
    lines: [
      init,
      user(0),
      said(1, 'x\n'),
      result('SUCCESS', 'x\n'),
      tool(2, 'DONE', 'run_command', { CommandLine: 'echo hi' }, { output: 'hi' }),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'that makes a plan': {
    lines: [
      init,
      user(0),
      called(1),
      tool(2, 'ACTIVE', 'write_to_file', { TargetFile: PLAN }),
      tool(2, 'DONE', 'write_to_file', { TargetFile: PLAN }),
      said(3, 'Planned.\n'),
      result('SUCCESS', 'Planned.\n'),
    ],
    end: 'completed',
    answer: 'Planned.\n',
  },
  'in another folder': {
    lines: [
      { ...init, init: { ...init.init, cwd: '/elsewhere' } },
      user(0),
      said(1, 'x\n'),
      result('SUCCESS', 'x\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'with all permissions': {
    lines: [
      { ...init, init: { ...init.init, permission_mode: 'always-proceed' } },
      user(0),
      result('SUCCESS', 'x\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'that takes all permissions later': {
    lines: [
      init,
      user(0),
      { ...init, init: { ...init.init, permission_mode: 'always-proceed' } },
      said(1, 'x\n'),
      result('SUCCESS', 'x\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'that takes all permissions after its result': {
    lines: [
      init,
      user(0),
      said(1, 'x\n'),
      result('SUCCESS', 'x\n'),
      { ...init, init: { ...init.init, permission_mode: 'always-proceed' } },
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'that goes to another folder': {
    lines: [
      init,
      user(0),
      { ...init, init: { ...init.init, cwd: '/elsewhere' } },
      said(1, 'x\n'),
      result('SUCCESS', 'x\n'),
    ],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'that goes to another conversation': {
    lines: [init, user(0), { ...init, conversation_id: 'other' }, said(1, 'x\n'), result('SUCCESS', 'x\n')],
    end: 'SANDBOX_UNAVAILABLE',
  },
  'without a start': { lines: [user(0), said(1, 'x\n'), result('SUCCESS', 'x\n')], end: 'PROTOCOL_ERROR' },
};

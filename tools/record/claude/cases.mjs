import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { answer, reply } from '@coagent8/testing';

import { PROFILE_SETTINGS } from '../../../libs/backends/dist/claude/profile.js';
import {
  call,
  cut,
  ends,
  half,
  LATER,
  message,
  once,
  OUT_OF_TOKENS,
  playScheduled,
  refuses,
  slowWord,
  tool,
} from './model-acts.mjs';
import { PLANTED_SERVERS } from './run-case.mjs';

/** Changes of the arguments: another value of a flag, a flag less, more flags. */
const set = (flag, value) => (args) => args.map((each, index) => (args[index - 1] === flag ? value : each));
const drop = (flag) => (args) => args.filter((each) => each !== flag);
const add =
  (...flags) =>
  (args) => [...args, ...flags];

/** The last thing that is asked before the prompt. */
const ASKED = 'get_hooks_listing';
const HOOKS = { SessionStart: [{ hooks: [{ type: 'command', command: 'true' }] }] };
const settings = (change) => set('--settings', JSON.stringify({ ...PROFILE_SETTINGS, ...change }));

const isDelta = ({ event }) => event?.type === 'content_block_delta';
const isRetry = ({ subtype }) => subtype === 'api_retry';
const isMessageEnd = ({ event }) => event?.type === 'message_stop';

/** Interrupts at an event, or straight after the prompt. */
const interruptAt =
  (/** @type {((message: any) => boolean) | undefined} */ matches = undefined) =>
  async ({ agent, ask }) => {
    if (matches) await agent.message(matches, 'the moment to interrupt');
    await ask('interrupt');
  };
/** Leaves the profile while the model speaks, as a hook or a person could. */
const changeMode = async ({ agent, ask }) => {
  await agent.message(isDelta, 'first words');
  await ask('set_permission_mode', { mode: 'acceptEdits' });
};

/** A pipe that nobody writes into: whoever reads it waits. */
const makePipe = (workspacePath) => execFileSync('mkfifo', [join(workspacePath, 'pipe')]);
const makeLink = (workspacePath) => symlinkSync('/etc/hostname', join(workspacePath, 'link'));

/** What Claude Code tells the model of a tool that it does not have. */
const noTool = (name) => `No such tool available: ${name}`;

/** What a repository can bring along. */
const REPOSITORY = {
  '.mcp.json': PLANTED_SERVERS,
  '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] }, hooks: HOOKS }),
  '.claude/agents/planted.md': '---\nname: planted\ndescription: planted\n---\n',
};

/** A prompt that a repository brings along. It is played before ours. */
const SCHEDULED = {
  '.claude/scheduled_tasks.json': JSON.stringify({
    tasks: [{ id: 'planted', cron: '* * * * *', prompt: 'Planted.', createdAt: 1 }],
  }),
};
/**
 * What is recorded. `stopAfter` ends a case before its turn does: at the start of the program, at a question, or at a
 * message. `pauseAfter` says what is waited for after a question. `change` changes the arguments, `variables` the
 * environment, `prepare` the workspace. `scenario` is a name or a function of `@coagent8/testing`; `toolSaid` is what the
 * model must have been told.
 */
export const CASES = [
  { name: 'handshake', stopAfter: 'initialize' },
  { name: 'profile-verified', stopAfter: ASKED },
  { name: 'unknown-flag', stopAfter: 'start', change: add('--no-such-flag') },

  /** What shows before the prompt. */
  { name: 'profile-hooks', stopAfter: ASKED, change: settings({ disableAllHooks: undefined, hooks: HOOKS }) },
  { name: 'profile-hooks-silent', stopAfter: ASKED, change: settings({ disableAllHooks: false }) },
  { name: 'profile-files', stopAfter: ASKED, change: settings({ permissions: undefined }) },
  {
    name: 'profile-no-settings',
    stopAfter: ASKED,
    change: settings({ permissions: undefined, disableAllHooks: undefined }),
  },
  { name: 'profile-server', stopAfter: ASKED, change: add('--mcp-config', PLANTED_SERVERS) },
  { name: 'profile-rule', stopAfter: ASKED, change: add('--allowed-tools', 'Read') },
  { name: 'profile-folder', stopAfter: ASKED, change: add('--add-dir', '/opt') },
  { name: 'profile-user', stopAfter: ASKED, change: drop('--restricted'), userSettings: { hooks: HOOKS } },
  {
    name: 'profile-repository',
    stopAfter: ASKED,
    change: (args) => drop('--restricted')(drop('--strict-mcp-config')(args)),
    files: REPOSITORY,
  },
  {
    name: 'profile-scheduled',
    scenario: playScheduled,
    files: SCHEDULED,
    variables: { CLAUDE_CODE_DISABLE_CRON: '0' },
    pauseAfter: { initialize: ({ subtype }) => subtype === 'init' },
    stopAfter: ({ type, result }) => type === 'result' && result === 'Ours.',
  },

  /** What shows only when the turn begins, and while it runs. */
  { name: 'start-unrestricted', change: drop('--restricted') },
  { name: 'start-mode', change: set('--permission-mode', 'acceptEdits') },
  { name: 'start-tool', change: set('--tools', 'Glob,Grep,Read,Write') },
  { name: 'start-commands', change: drop('--disable-slash-commands') },
  { name: 'start-agents', variables: { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '0' } },
  { name: 'mode-changed', scenario: slowWord, during: changeMode },

  { name: 'answer' },
  { name: 'thinking' },
  { name: 'two-messages' },
  { name: 'effort', reasoningEffort: 'low' },
  { name: 'effort-unknown', reasoningEffort: 'extreme' },
  { name: 'empty' },
  { name: 'empty-once', scenario: once(reply(), reply(answer('Here it is.'))) },
  { name: 'refusal' },
  {
    name: 'refusal-once',
    scenario: once(reply({ type: 'refusal', text: 'I cannot.' }), reply(answer('I can.'))),
  },
  { name: 'limits', credential: 'token' },

  { name: 'commentary', scenario: tool('Glob', { pattern: '*' }, message('I look at the files first.')) },
  { name: 'read', scenario: tool('Read', { file_path: 'notes.txt' }) },
  {
    name: 'read-missing',
    scenario: tool('Read', { file_path: 'none.txt' }),
    toolSaid: 'File does not exist',
  },
  { name: 'glob', scenario: tool('Glob', { pattern: '*' }) },
  { name: 'grep', scenario: tool('Grep', { pattern: 'text' }) },
  {
    name: 'bad-tool-input',
    scenario: (turn) =>
      turn.toolOutputs.length === 0
        ? reply({ type: 'custom-call', name: 'Read', input: '{"file_path": ' })
        : reply(answer('Done.')),
  },
  {
    name: 'two-tools',
    scenario: tool('Glob', { pattern: '*' }, call('Write', { file_path: 'new.txt', content: 'x' })),
    toolSaid: 'notes.txt',
  },
  {
    name: 'write-refused',
    scenario: tool('Write', { file_path: 'new.txt', content: 'x' }),
    toolSaid: noTool('Write'),
  },
  { name: 'command-refused', scenario: tool('Bash', { command: 'ls' }), toolSaid: noTool('Bash') },
  {
    name: 'subagent-refused',
    scenario: tool('Agent', { prompt: 'x', description: 'x' }),
    toolSaid: noTool('Agent'),
  },
  {
    name: 'env-refused',
    scenario: tool('Read', { file_path: '.env' }),
    files: { '.env': 'A=1\n' },
    toolSaid: 'denied by your permission settings',
  },
  { name: 'outside-refused', scenario: tool('Read', { file_path: '/etc/hostname' }), toolSaid: 'is outside' },
  {
    name: 'link-refused',
    scenario: tool('Read', { file_path: 'link' }),
    prepare: makeLink,
    toolSaid: 'is outside',
  },
  { name: 'max-turns', scenario: tool('Glob', { pattern: '*' }), change: set('--max-turns', '1') },

  { name: 'interrupt-prompt', scenario: 'hang', during: interruptAt() },
  { name: 'interrupt-stream', scenario: () => ends(half, { type: 'silent' }), during: interruptAt(isDelta) },
  {
    name: 'interrupt-tool',
    scenario: tool('Read', { file_path: 'pipe' }),
    prepare: makePipe,
    during: interruptAt(isMessageEnd),
  },
  { name: 'interrupt-retry', scenario: 'e529', during: interruptAt(isRetry) },

  { name: 'cut', scenario: (_turn, attempt) => cut(message(`Part ${attempt}. `)) },
  { name: 'cut-delta', scenario: () => cut(half) },
  { name: 'cut-once', scenario: once(cut(half), reply(answer('Recovered.'))) },
  { name: 'cut-continued', scenario: once(cut(message('One half')), reply(answer(' and the other.'))) },
  {
    name: 'cut-second',
    scenario: once({ ...cut(half), outputs: [message('First.'), half] }, reply(answer('Second.'))),
  },
  {
    name: 'cut-after-tool',
    scenario: (turn, attempt) =>
      turn.toolOutputs.length > 0 && attempt === 1
        ? cut(half)
        : tool('Glob', { pattern: '*' }, message('I look at the files first.'))(turn),
  },
  { name: 'garbage' },
  { name: 'incomplete', scenario: (_turn, attempt) => ends(message(`Part ${attempt}. `), OUT_OF_TOKENS) },
  {
    name: 'incomplete-continued',
    scenario: once(ends(message('One half'), OUT_OF_TOKENS), reply(answer(' and the other.'))),
  },
  { name: 'signed-out', scenario: 'answer', credential: 'none' },
  { name: 'unknown-model', scenario: 'e404', model: 'no-such-model' },
  { name: 'input-too-large', scenario: 'answer', prompt: 'x'.repeat(5_000_000) },

  { name: 'e400' },
  { name: 'e400-context' },
  {
    name: 'e400-credit',
    scenario: refuses(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
    ),
  },
  { name: 'e401-key', scenario: 'e401', during: interruptAt(isRetry) },
  { name: 'e401-token', scenario: 'e401', credential: 'token' },
  { name: 'e402', scenario: refuses(402, 'billing_error', 'Payment required.') },
  { name: 'e403' },
  { name: 'e404' },
  { name: 'e413' },
  { name: 'e429' },
  {
    name: 'e429-late',
    scenario: refuses(429, 'rate_limit_error', 'Slow down.', LATER),
    during: interruptAt(isRetry),
  },
  { name: 'e429-usage', credential: 'token' },
  { name: 'e500' },
  { name: 'e503' },
  { name: 'e529' },
  {
    name: 'e529-once',
    scenario: (_turn, attempt) =>
      attempt === 1 ? refuses(529, 'overloaded_error', 'Overloaded')() : reply(answer('Recovered.')),
  },
  {
    name: 'e529-late',
    scenario: refuses(529, 'overloaded_error', 'Slow down.', LATER),
    during: interruptAt(isRetry),
  },
  { name: 'failed-overload' },
  { name: 'connection-refused', scenario: 'answer', refused: true },
].map((entry) => ({ ...entry, scenario: entry.scenario ?? scenarioOf(entry.name) }));

/** A case that is about the profile needs an answer only. */
function scenarioOf(name) {
  return /^(handshake|unknown-flag|profile|start|effort)/.test(name) ? 'answer' : name;
}

import { answer, callApplyPatch, callShell, reply } from '@coagent8/testing';

/** A model that the catalog of Codex 0.171 knows, with function tools and `apply_patch`; and one with code mode. */
const FUNCTION_TOOLS_MODEL = 'gpt-5.5';
const CODE_MODE_MODEL = 'gpt-6.2-sol';

/** Calls a tool, then answers with a text that does not hold what the tool said: that differs from run to run. */
const tool =
  (call, ...before) =>
  (turn) =>
    turn.toolOutputs.length === 0 ? reply(...before, call(turn)) : reply(answer('Done.'));
const command = (line, options) => tool((turn) => callShell(turn, line, options));
const patch = tool((turn) =>
  callApplyPatch(turn, '*** Begin Patch\n*** Add File: new.txt\n+text\n*** End Patch\n'),
);
const lookThenAnswer = tool((turn) => callShell(turn, 'ls'), {
  type: 'message',
  text: 'I look at the files first.',
  phase: 'commentary',
});

const isCommandStart = ({ method, params }) =>
  method === 'item/started' && params.item.type === 'commandExecution';
const isRetryNotice = ({ method }) => method === 'error';
const isTurnEnd = ({ method }) => method === 'turn/completed';

/** The model's safety filter ends the reply. */
const contentFilter = () => ({
  type: 'stream',
  outputs: [],
  ending: { type: 'incomplete', reason: 'content_filter' },
});

/** Interrupts while a command runs, then ends the command, which would otherwise survive (Codex 0.171). */
async function interruptCommand({ server, threadId, turnId, settle }) {
  await server.message(isCommandStart, 'start of the command');
  await server.request(8, 'turn/interrupt', { threadId, turnId });
  await server.message(isTurnEnd, 'end of the turn');
  await settle();
  await server.request(9, 'thread/backgroundTerminals/clean', { threadId });
}

/**
 * What is recorded. `stopAfter` ends a case before its turn does: at a request of the start, or at a message.
 * `variables` are the agent's beside those of its home; an undefined one is not set.
 * `scenario` is a name or a function of `@coagent8/testing`; `toolSaid` is what the model must have been told, so that
 * a broken sandbox cannot pass for one that refused.
 */
export const CASES = [
  { name: 'handshake', stopAfter: 'initialize' },
  { name: 'profile-verified', stopAfter: 'experimentalFeature/list' },
  { name: 'profile-server-enabled', stopAfter: 'experimentalFeature/list', keepServers: true },
  { name: 'profile-writable', stopAfter: 'experimentalFeature/list', change: { sandbox: 'workspace-write' } },
  { name: 'profile-refused', stopAfter: 'thread/start', change: { config: { features: 'none' } } },

  { name: 'answer' },
  { name: 'no-phase' },
  { name: 'two-messages' },
  { name: 'empty' },
  { name: 'refusal' },
  { name: 'limits' },
  { name: 'unknown-model', scenario: 'answer', model: 'test-model' },

  { name: 'commentary', scenario: lookThenAnswer },
  { name: 'command', scenario: command('ls') },
  { name: 'command-failed', scenario: command('exit 3') },
  { name: 'command-code-mode', scenario: command('ls'), model: CODE_MODE_MODEL },
  { name: 'write-denied', scenario: command('echo text > new.txt'), toolSaid: 'Read-only file system' },
  { name: 'patch-refused', scenario: patch, toolSaid: 'writing is blocked by read-only sandbox' },
  {
    name: 'patch-refused-code-mode',
    scenario: patch,
    model: CODE_MODE_MODEL,
    toolSaid: 'writing is blocked by read-only sandbox',
  },
  {
    name: 'escalation-refused',
    scenario: command('echo text > new.txt', {
      sandbox_permissions: 'require_escalated',
      justification: 'to write',
    }),
    toolSaid: 'approval policy is Never',
  },
  {
    name: 'interrupt-command',
    scenario: command('sleep 30', { yield_time_ms: 30_000 }),
    during: interruptCommand,
  },

  { name: 'cut', streamRetries: 1 },
  { name: 'cut-once', streamRetries: 1 },
  { name: 'garbage' },
  { name: 'incomplete' },
  { name: 'content-filter', scenario: contentFilter },
  { name: 'missing-key', scenario: 'answer', variables: { FAKE_KEY: undefined } },
  { name: 'input-too-large', scenario: 'answer', prompt: 'x'.repeat(1_048_577), stopAfter: 'turn/start' },

  { name: 'e400' },
  { name: 'e400-context' },
  { name: 'e401' },
  { name: 'e401-retried', scenario: 'e401', streamRetries: 1 },
  { name: 'e403' },
  { name: 'e404' },
  { name: 'e429' },
  { name: 'e429-usage' },
  { name: 'e429-quota' },
  { name: 'e500' },
  { name: 'e500-retried', scenario: 'e500', streamRetries: 1 },
  { name: 'e503' },
  { name: 'failed-context' },
  { name: 'failed-quota' },
  { name: 'failed-rate' },
  { name: 'failed-overload' },
  { name: 'failed-cyber' },
  { name: 'connection-refused', scenario: 'answer', refused: true, stopAfter: isRetryNotice },
].map((entry) => ({ scenario: entry.name, model: FUNCTION_TOOLS_MODEL, ...entry }));

/** One turn: what a scenario can do, how it ends, and what is written about it. */
import { setTimeout as delay } from 'node:timers/promises';

import { saveConversation } from './conversation.mjs';
import { runHooks } from './customisations.mjs';
import { addUsage, CALL_USAGE, denialNote, encode, resultOf, stepEvent } from './events.mjs';
import { formatDuration } from './flags.mjs';
import { mayDo } from './settings.mjs';

/** Names of what can be refused, as a result shows them. That of reading was never seen. */
const ACTION_NAMES = {
  command: 'RunCommand',
  read_file: 'ViewFile',
  write_file: 'WriteToFile',
  mcp: 'CallMcpTool',
};

/**
 * @typedef {object} Agent
 * @property {import('./conversation.mjs').Conversation} conversation
 * @property {boolean} isResumed
 * @property {import('./output.mjs').Output} output
 * @property {string} cwd
 * @property {string} appFolder
 * @property {readonly string[]} customisations - Folders.
 * @property {Parameters<typeof mayDo>[0]} permissions
 * @property {NodeJS.ProcessEnv} environment
 * @property {number} printTimeoutMs
 * @property {PromiseWithResolvers<never>} stop - Rejects with an {@link Ending}.
 * @property {boolean} isBusy - A turn is under way.
 * @property {boolean} isDeaf - No signal does anything, but for SIGKILL.
 */

/**
 * How a turn ends. Nothing given: an answer, and the program goes on.
 * @typedef {object} Ending
 * @property {string} [status]
 * @property {string} [error]
 * @property {boolean} [isSticky] - The conversation never gets rid of the error.
 * @property {number} [exitCode] - Ends the program.
 * @property {readonly string[]} [notes] - Lines on stderr.
 * @property {'none' | 'twice' | 'torn'} [result] - Where it is not written once and whole.
 */

/** @typedef {{ output?: string, error?: string }} ToolOutcome */
/** @typedef {Awaited<ReturnType<typeof createTurn>>} Turn */
/** @typedef {(turn: Turn) => Promise<Ending | void>} Scenario */

/** A signal: the answer so far, and the program ends (1.2.15: SIGINT and SIGTERM alike). */
export const INTERRUPTED = { status: 'ERROR', error: 'interrupted', exitCode: 1 };
/** A refused tool ends the turn at once: the model never hears of it. */
const DENIED = {};

/**
 * @param {Agent} agent
 * @param {string} prompt
 * @param {string | undefined} argument
 */
function createTurn(agent, prompt, argument) {
  const { conversation, output, environment, customisations } = agent;
  const guard = (/** @type {Promise<any>} */ promise) => Promise.race([promise, agent.stop.promise]);
  const wait = (/** @type {number} */ durationMs) => guard(delay(durationMs));
  const hook = (/** @type {string} */ event, payload = {}) => {
    const known = {
      conversationId: conversation.id,
      stepIdx: conversation.nextStep,
      workspacePaths: [agent.cwd],
    };
    const env = { ...environment, ANTIGRAVITY_AGENT: '1', ANTIGRAVITY_CONVERSATION_ID: conversation.id };
    return guard(runHooks(customisations, event, { ...known, ...payload }, env));
  };
  const step = (/** @type {Parameters<typeof stepEvent>[2]} */ fields, index = conversation.nextStep++) => {
    output.event(stepEvent(conversation.id, index, fields));
    return index;
  };
  const said = { text: '' };

  /** One call of the model: all but the last piece as they come; what `DONE` carries is the last one. */
  async function respond(/** @type {readonly string[]} */ pieces, { paceMs = 0, isUnfinished = false } = {}) {
    await hook('PreInvocation');
    const index = conversation.nextStep++;
    const base = { step_type: 'agent_response' };
    const whole = isUnfinished ? pieces : pieces.slice(0, -1);
    for (const text_delta of whole) {
      step({ ...base, state: 'ACTIVE', text_delta }, index);
      said.text += text_delta;
      if (paceMs > 0) await wait(paceMs);
    }
    if (isUnfinished) return;
    const last = pieces.at(-1);
    step(
      {
        ...base,
        state: 'DONE',
        ...(last === undefined ? {} : { text_delta: last }),
        duration_seconds: 0.25,
        usage: CALL_USAGE,
      },
      index,
    );
    said.text += last ?? '';
    conversation.usage = addUsage(conversation.usage, CALL_USAGE);
  }

  return {
    prompt,
    argument,
    agent,
    guard,
    wait,
    hook,
    step,
    said,
    /** Nothing comes any more, until somebody ends it. */
    hang: () => guard(new Promise(() => setInterval(() => undefined, 60_000))),
    /** An answer; a line break follows its last piece. */
    say: (/** @type {string | readonly string[]} */ text, options = {}) => {
      const pieces = [text].flat();
      return respond([...pieces.slice(0, -1), `${pieces.at(-1)}\n`], options);
    },
    /** The beginning of an answer. */
    begin: (/** @type {readonly string[]} */ pieces) => respond(pieces, { isUnfinished: true }),
    /** The model calls something and says nothing. */
    call: () => respond([]),
    /**
     * @param {{ name: string, parameters: object, action?: keyof typeof ACTION_NAMES, target?: string }} tool - One
     * without an action needs no permission.
     * @param {() => Promise<ToolOutcome> | ToolOutcome} run
     * @returns {Promise<string>} What the model hears.
     */
    useTool: async ({ name, parameters, action, target = '' }, run) => {
      await respond([]);
      const base = { step_type: 'tool', tool_name: name };
      const index = step({ ...base, state: 'ACTIVE', tool_info: { name, parameters } });
      const end = (/** @type {string} */ state, more = {}) =>
        step({ ...base, state, duration_seconds: 0.05, tool_info: { name, parameters, ...more } }, index);
      const refusal = await hook('PreToolUse', { toolCall: { name, args: parameters } });
      if (refusal === undefined && action !== undefined && !mayDo(agent.permissions, action, target)) {
        end('DONE');
        deny(conversation, action);
        throw DENIED;
      }
      const outcome = refusal === undefined ? await guard(Promise.resolve(run())) : { error: refusal };
      if (outcome.error === undefined) end('DONE', outcome);
      else end('ERROR', { error: { type: 'TOOL_ERROR', message: outcome.error } });
      return outcome.error ?? outcome.output ?? '';
    },
    /** Refuses what was asked for, and ends the turn. */
    deny: (/** @type {keyof typeof ACTION_NAMES} */ action) => {
      deny(conversation, action);
      return DENIED;
    },
  };
}

/**
 * Plays one turn to its end.
 * @param {Agent} agent
 * @param {{ prompt: string, argument: string | undefined, scenario: Scenario }} given
 * @returns {Promise<number | undefined>} The exit code, where the program is to end.
 */
export async function playTurn(agent, { prompt, argument, scenario }) {
  const { conversation, output } = agent;
  const turn = createTurn(agent, prompt, argument);
  const timeout = setTimeout(() => agent.stop.reject(timedOut(agent.printTimeoutMs)), agent.printTimeoutMs);
  if (agent.printTimeoutMs <= 0) clearTimeout(timeout);
  conversation.turns++;
  const ending = await endingOf(turn, async () => {
    if (conversation.nextStep === 0) await turn.hook('SessionStart');
    turn.step({ state: 'DONE', step_type: 'user_input' });
    if (agent.isResumed) turn.step({ state: 'DONE', step_type: 'system_message', duration_seconds: 0.001 });
    agent.isResumed = false;
    return scenario(turn);
  });
  clearTimeout(timeout);
  if (ending.isSticky) conversation.error ??= ending.error;
  writeEnd(agent, turn.said.text, ending);
  saveConversation(agent.appFolder, conversation);
  for (const note of ending.notes ?? []) output.warn(note);
  if (ending.exitCode === undefined) {
    await turn.hook('Stop', { terminationReason: 'done' }).catch(() => undefined);
  }
  return ending.exitCode;
}

/**
 * @param {Turn} turn
 * @param {Scenario} scenario
 * @returns {Promise<Ending>}
 */
async function endingOf(turn, scenario) {
  try {
    const ending = (await scenario(turn)) ?? {};
    return ending === DENIED ? denialOf(turn) : ending;
  } catch (ending) {
    if (ending instanceof Error) throw ending;
    return ending === DENIED ? denialOf(turn) : /** @type {Ending} */ (ending);
  }
}

/**
 * @param {Agent} agent
 * @param {string} response
 * @param {Ending} ending
 */
function writeEnd({ conversation, output }, response, { status, error = conversation.error, result }) {
  if (result === 'none') return;
  const value = resultOf({
    conversationId: conversation.id,
    status: status ?? (conversation.error === undefined ? 'SUCCESS' : 'ERROR'),
    response,
    ...(error === undefined ? {} : { error }),
    durationSeconds: (Date.now() - conversation.createdAtMs) / 1000,
    turns: conversation.turns,
    usage: conversation.usage,
    deniedActions: conversation.deniedActions,
  });
  if (result === 'torn') {
    const line = encode({ event: 'result', result: value });
    return output.raw(line.slice(0, Math.floor(line.length / 2)));
  }
  output.result(value);
  if (result === 'twice') output.result(value);
}

/**
 * @param {import('./conversation.mjs').Conversation} conversation
 * @param {keyof typeof ACTION_NAMES} action
 */
function deny({ deniedActions }, action) {
  if (deniedActions.some((denied) => denied.action === action)) return;
  deniedActions.push({ action, display_name: ACTION_NAMES[action] });
}

/**
 * @param {Turn} turn
 * @returns {Ending}
 */
function denialOf({ said, agent: { conversation } }) {
  return said.text === '' ? { notes: [denialNote(conversation.deniedActions)] } : {};
}

/**
 * Since 1.1.28 the limit of `--print-timeout` gives a success with what there is; before, an error.
 * @param {number} limitMs
 * @returns {Ending}
 */
export function timedOut(limitMs) {
  const note = `[agy] print timeout after ${formatDuration(limitMs)} with turn in progress; returning partial output`;
  return { exitCode: 0, notes: [note] };
}

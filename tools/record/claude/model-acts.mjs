import { answer, reply } from '@coagent8/testing';

/** Pause between the events of a reply whose connection breaks: what came before it has then been told, in milliseconds. */
const PACE_MS = 50;

/** @returns {import('@coagent8/testing').ModelOutput} */
export const call = (name, callArguments) => ({ type: 'function-call', name, callArguments });
/** Calls a tool, then answers with a text that does not hold what the tool said: that differs from run to run. */
export const tool =
  (name, callArguments, ...before) =>
  (turn) =>
    turn.toolOutputs.length === 0 ? reply(...before, call(name, callArguments)) : reply(answer('Done.'));
/** Plays `first` once, and `then` when Claude Code asks the model again of its own accord. */
export const once = (first, then) => (turn, attempt) =>
  attempt === 1 && turn.prompt === 'A question.' ? first : then;

/** @returns {import('@coagent8/testing').ModelOutput} */
export const message = (text) => ({ type: 'message', text });
export const half = { type: 'message', text: 'half a sentence', unfinished: true };
export const ends = (output, ending) => ({ type: 'stream', outputs: [output], ending, paceMs: PACE_MS });
/** One word, with time to do something before the reply ends. */
export const slowWord = () => ({ ...reply(message('Word.')), paceMs: 10 * PACE_MS });
export const cut = (output) => ends(output, { type: 'cut' });
export const refuses = (status, type, text, headers) => () => ({
  type: 'error',
  status,
  error: { type, message: text },
  headers,
});
export const OUT_OF_TOKENS = { type: 'incomplete', reason: 'max_tokens' };
/** When the server asks to be left alone for a minute. */
export const LATER = { 'retry-after': '60' };

/** Answers our prompt at once, and one that is not ours only when ours has been sent. */
export const playScheduled = ({ prompt }) =>
  prompt === 'A question.' ? reply(answer('Ours.')) : { ...reply(answer('Theirs.')), delayMs: 40 * PACE_MS };

/**
 * Where agy takes its prompts from: a flag, all of stdin as text, or lines of JSON on stdin, one for each turn.
 */

/** A program that ends before or between turns because of what it was given. */
/** @typedef {{ error: string, exitCode: number }} Refusal */
/** @typedef {{ prompt: string } | Refusal | { warning: string }} Message */

export const EMPTY_PROMPT = 'Error: empty prompt. Usage: agy --print "your prompt here"';

/** Commands that the program answers itself. Any other word with a slash is text for the model (1.2.15). */
const OWN_COMMANDS = new Set(
  'clear config credits effort exit help hooks logout mcp model models permissions quota resume skills usage'.split(
    ' ',
  ),
);

/**
 * @param {import('./flags.mjs').Flags} flags
 * @returns {'lines' | 'flag' | 'text'} `lines` wins over a prompt in a flag; the two together were never seen.
 */
export function channelOf({ values }) {
  if (values['input-format'] === 'stream-json') return 'lines';
  return values['print'] === undefined ? 'text' : 'flag';
}

/**
 * @param {string} prompt
 * @returns {string | undefined} The name of the command that the program would answer itself.
 */
export function ownCommand(prompt) {
  const name = /^\/([a-z-]+)(?:\s|$)/.exec(prompt)?.[1];
  return name !== undefined && OWN_COMMANDS.has(name) ? name : undefined;
}

/**
 * One line of stdin. The words are those of 1.1.27, 1.2.3 and 1.2.7; what fails ends the program, an unknown event
 * does not.
 * @param {string} line
 * @returns {Message}
 */
export function readMessage(line) {
  const failed = (/** @type {string} */ error, exitCode = 1) => ({ error, exitCode });
  let input;
  try {
    input = JSON.parse(line);
  } catch {
    return failed(`failed to decode stream input: invalid character '${line.trim()[0] ?? ''}'`);
  }
  if (typeof input?.event !== 'string') return failed('stream input message is missing the "event" field');
  if (/^control_re(quest|sponse)$/.test(input.event)) {
    return failed(`stream input message event "${input.event}" is not supported`, 2);
  }
  if (input.event !== 'user') {
    return { warning: `warning: ignoring unsupported stream input message event "${input.event}"` };
  }
  const { message } = input;
  if (message === undefined || message === null) {
    return failed('stream input "user" message is missing the "message" field');
  }
  if (typeof message !== 'object') {
    return failed(
      `failed to decode stream input: json: cannot unmarshal ${typeof message} into Go struct field`,
    );
  }
  const { content } = message;
  if (typeof content === 'string' && content !== '') return { prompt: content };
  if (!Array.isArray(content) || content.length === 0) {
    return failed('stream input "user" message has no content');
  }
  const other = content.find((block) => block?.type !== 'text');
  if (other) return failed(`stream input content block type "${other.type}" is not supported`);
  return { prompt: content.map(({ text }) => String(text)).join('') };
}

/**
 * One prompt and nothing else.
 * @param {string} prompt
 * @returns {AsyncGenerator<Message>}
 */
export async function* oneMessage(prompt) {
  yield { prompt };
}

/**
 * The lines of stdin, one message each.
 * @param {AsyncIterable<string>} chunks
 * @param {boolean} isLiteral - `--disable-slash-commands`. Else a command of the program ends it (1.2.15).
 * @returns {AsyncGenerator<Message>}
 */
export async function* messagesOf(chunks, isLiteral) {
  for await (const line of linesOf(chunks)) {
    const message = readMessage(line);
    const command = 'prompt' in message && !isLiteral ? ownCommand(message.prompt) : undefined;
    yield command === undefined ? message : { error: inStream(command), exitCode: 2 };
  }
}

const inStream = (/** @type {string} */ command) =>
  `/${command} is answered by the CLI itself and is unavailable with --input-format stream-json; run it as its own --print /${command} invocation`;

/**
 * Lines of a stream, without their ends; the last one needs none. Empty ones are left out.
 * @param {AsyncIterable<string>} chunks
 */
async function* linesOf(chunks) {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}

/**
 * What a prompt asks the stand-in to play.
 * @param {string} prompt
 * @returns {{ name: string | undefined, argument: string | undefined }}
 */
export function readMarkers(prompt) {
  const literal = /\bARG=("(?:[^"\\]|\\.)*")/.exec(prompt)?.[1];
  let argument;
  try {
    argument = literal === undefined ? undefined : String(JSON.parse(literal));
  } catch {
    argument = undefined;
  }
  return { name: /\bSCENARIO=([\w-]+)/.exec(prompt)?.[1], argument };
}

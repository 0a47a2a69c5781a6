/** What agy answers without a model: `--print=/usage`, `--print=/hooks`, and what it refuses. */
import { readHooks } from './customisations.mjs';
import { NO_USAGE, resultOf, startFailure } from './events.mjs';

/** Fixed, so that what a test sees repeats. */
const RESETS_AT = '2100-01-01T00:00:00Z';

const buckets = (/** @type {string} */ prefix, /** @type {number} */ weekly, /** @type {number} */ hours) => [
  bucket(`${prefix}-weekly`, 'Weekly Limit Remaining', 'weekly', weekly),
  bucket(`${prefix}-5h`, 'Five Hour Limit Remaining', '5h', hours),
];
const bucket = (
  /** @type {string} */ id,
  /** @type {string} */ name,
  /** @type {string} */ window,
  /** @type {number} */ remaining_fraction,
) => ({ id, name, window, remaining_fraction, reset_time: RESETS_AT });

const GROUPS = [
  { name: 'Gemini Models', buckets: buckets('gemini', 0.75, 0.5) },
  { name: 'Claude and GPT models', buckets: buckets('3p', 1, 1) },
];

/**
 * @param {string} name - Of the command, without its slash.
 * @param {import('./output.mjs').Output} output
 * @param {readonly string[]} folders - Of customisations.
 * @returns {number} The exit code.
 */
export function answerCommand(name, output, folders) {
  if (name === 'usage' || name === 'quota') {
    const lines = GROUPS.flatMap((group) =>
      group.buckets.map((each) =>
        [group.name, each.name, `${Math.round(each.remaining_fraction * 100)}%`, each.reset_time].join('\t'),
      ),
    );
    return answer(output, { name: 'usage', data: { groups: GROUPS } }, `${lines.join('\n')}\n`);
  }
  if (name === 'hooks') return answer(output, { name, data: { hooks: readHooks(folders) } }, '');
  const reason = name === 'logout' ? ' (it clears stored credentials, an effect that outlives the run)' : '';
  const error = `/${name} is not available in print mode${reason}; pass --disable-slash-commands to send /${name} to the model as literal text`;
  output.failure(startFailure(error));
  return 2;
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {{ name: string, data: object }} command
 * @param {string} response
 */
function answer(output, command, response) {
  output.event({ event: 'command_result', command });
  output.result(
    resultOf({
      conversationId: '',
      status: 'SUCCESS',
      response,
      durationSeconds: 0,
      turns: 0,
      usage: NO_USAGE,
      command,
    }),
  );
  return 0;
}

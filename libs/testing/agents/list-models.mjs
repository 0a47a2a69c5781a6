/** `agy models`: a slug, a tab and a label on each line of stdout, after a banner on stderr (1.2.15, 1.2.16). */
import { setTimeout as delay } from 'node:timers/promises';

import { MODELS } from './models.mjs';

const BANNER = 'Fetching available models...\n';
const SIGN_IN =
  'Error: Please sign in to view available models. Launch the CLI without arguments to sign in.\n';

const linesOf = (/** @type {readonly { slug: string, label: string }[]} */ models) =>
  models.map(({ slug, label }) => `${slug}\t${label}\n`).join('');
const LIST = linesOf(MODELS);

/** How many models `many` lists, and how long `slow` takes, in milliseconds. */
const MANY = 2_000;
const SLOW_MS = 1_000;

/**
 * What can be played instead. A script with a tab in it is the list itself; with one, no choice of a model is refused.
 * @type {Readonly<Record<string, () => number | Promise<number>>>}
 */
const SCRIPTS = {
  /** As some captures show it. */
  banner: () => print(`${BANNER}${LIST}`),
  slow: async () => {
    await delay(SLOW_MS);
    return print(LIST);
  },
  /** Until somebody ends it. */
  hang: () => new Promise(() => setInterval(() => undefined, 60_000)),
  many: () =>
    print(linesOf(Array.from({ length: MANY }, (_, n) => ({ slug: `model-${n}`, label: `Model ${n}` })))),
  /** Control characters and colours, in slugs and in labels. */
  odd: () =>
    print(
      `\x1b[1mbold-model\x1b[0m\tBold\nbell\x07\tBell\nsound-model\t\x1b[31mRed\x1b[0m\x07\r\nno tab\n\tno slug\n`,
    ),
  none: () => 0,
  garbage: () => print('{"models": [\n<html>\u0000\n'),
  'signed-out': refuse,
  'exit-3': () => {
    process.stderr.write('error: could not list models\n');
    return 3;
  },
};

/**
 * @param {boolean} signedIn
 * @param {string} [script]
 * @returns {number | Promise<number>} The exit code.
 */
export function listModels(signedIn, script) {
  if (script !== 'banner') process.stderr.write(BANNER);
  if (!signedIn) return refuse();
  if (script === undefined) return print(LIST);
  const play = Object.hasOwn(SCRIPTS, script) ? SCRIPTS[script] : undefined;
  return play ? play() : print(script);
}

/** @param {string} text */
function print(text) {
  process.stdout.write(text);
  return 0;
}

function refuse() {
  process.stderr.write(SIGN_IN);
  return 1;
}

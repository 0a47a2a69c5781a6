/**
 * The command line of agy: Go's flag rules with agy's own additions. Pure.
 *
 * Known from the help of 1.1.12 and the messages of 1.1.21 to 1.2.15. A value is either attached (`--x=v`) or the next
 * token (`--x v`); one dash is as good as two; the first token that is no flag ends the flags.
 */

/** @typedef {'text' | 'prompt' | 'switch' | 'list' | 'duration'} Kind */

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  'add-dir': 'list',
  agent: 'text',
  continue: 'switch',
  conversation: 'text',
  'dangerously-skip-permissions': 'switch',
  'disable-slash-commands': 'switch',
  effort: 'text',
  help: 'switch',
  'input-format': 'text',
  'json-schema': 'text',
  'log-file': 'text',
  mode: 'text',
  model: 'text',
  'new-project': 'switch',
  'output-format': 'text',
  print: 'prompt',
  'print-timeout': 'duration',
  project: 'text',
  'prompt-interactive': 'prompt',
  'remote-control': 'switch',
  'remote-control-name': 'text',
  sandbox: 'switch',
  version: 'switch',
  // Not in the help (1.2.15).
  app_data_dir: 'text',
  'bg-updater': 'switch',
  gemini_dir: 'text',
  release_base_url: 'text',
};

/** @type {Readonly<Record<string, string>>} */
const ALIASES = { c: 'continue', h: 'help', i: 'prompt-interactive', p: 'print', prompt: 'print' };

/** @type {Readonly<Record<string, readonly string[]>>} */
const CHOICES = {
  'input-format': ['text', 'stream-json'],
  mode: ['accept-edits', 'plan'],
  'output-format': ['text', 'json', 'stream-json'],
};

const UNITS_MS = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * @typedef {object} Flags
 * @property {Readonly<Record<string, string>>} values - Of text flags and prompts. `--print=` is there, and empty.
 * @property {ReadonlySet<string>} switches - Those that are on.
 * @property {readonly string[]} folders - Of `--add-dir`, in order.
 * @property {number} printTimeoutMs - 0 waits for ever: the default since 1.2.7.
 * @property {readonly string[]} rest - What follows the flags: a subcommand, or words that agy ignores.
 */

/**
 * @param {readonly string[]} argv - Without the program.
 * @returns {{ flags: Flags } | { error: string }} An error ends the program with 2 (measured 1.1.21, 1.1.26, 1.2.6 and
 * 1.2.15; two sources saw 0 on 1.1.24 to 1.1.27).
 */
export function parseFlags(argv) {
  /** @type {Record<string, string>} */
  const values = {};
  const switches = new Set();
  const folders = [];
  const unknown = [];
  let printTimeoutMs = 0;
  let at = 0;
  for (; at < argv.length; at++) {
    const token = argv[at] ?? '';
    const flag = splitFlag(token);
    if (flag === undefined) {
      if (token === '--') at++;
      break;
    }
    const name = ALIASES[flag.name] ?? flag.name;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) {
      unknown.push(`-${flag.name}`);
      continue;
    }
    if (kind === 'switch') {
      const isOn = parseSwitch(flag.value ?? 'true');
      if (isOn === undefined) return invalid(flag, 'parse error');
      if (isOn) switches.add(name);
      else switches.delete(name);
      continue;
    }
    const value = flag.value ?? argv[++at];
    if (value === undefined) return { error: `flag needs an argument: -${flag.name}` };
    if (kind === 'prompt' && flag.value === undefined && isKnownFlag(value)) return swallowed(token, value);
    if (kind === 'list') folders.push(value);
    else if (kind === 'duration') {
      const durationMs = parseDuration(value);
      if (durationMs === undefined) return invalid({ ...flag, value }, 'parse error');
      printTimeoutMs = durationMs;
    } else values[name] = value;
    const choices = CHOICES[name];
    if (choices && !choices.includes(value)) {
      return invalid({ ...flag, value }, `must be one of ${choices.join(', ')}`);
    }
  }
  // All of them in one line (seen in May 2026); the standard package would stop at the first and say "flag".
  if (unknown.length > 0) return { error: `flags provided but not defined: ${unknown.join(' ')}` };
  if (values['input-format'] === 'stream-json' && values['output-format'] !== 'stream-json') {
    return { error: '--input-format stream-json requires --output-format stream-json' };
  }
  return { flags: { values, switches, folders, printTimeoutMs, rest: argv.slice(at) } };
}

/**
 * @param {string} text - As Go writes a duration: `1h30m`, `0.5s`; a number needs a unit, but for 0.
 * @returns {number | undefined} Milliseconds.
 */
export function parseDuration(text) {
  if (text === '0') return 0;
  if (!/^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(text)) return undefined;
  let durationMs = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    durationMs += Number(number) * UNITS_MS[/** @type {keyof typeof UNITS_MS} */ (unit)];
  }
  return text.startsWith('-') ? -durationMs : durationMs;
}

/**
 * @param {number} durationMs - At least one millisecond, or 0.
 * @returns {string} As Go writes it: `12s`, `5m0s`, `1h0m0s`, `250ms`.
 */
export function formatDuration(durationMs) {
  if (durationMs > 0 && durationMs < 1000) return `${durationMs}ms`;
  const hours = Math.floor(durationMs / UNITS_MS.h);
  const minutes = Math.floor(durationMs / UNITS_MS.m);
  const seconds = (durationMs % UNITS_MS.m) / UNITS_MS.s;
  return `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes % 60}m` : ''}${seconds}s`;
}

/** @param {string} token */
function splitFlag(token) {
  const parts = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(token);
  return parts === null ? undefined : { name: parts[1] ?? '', value: parts[2] };
}

/** @param {string} text */
function parseSwitch(text) {
  if (/^(1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

/**
 * Whether a prompt that was the next token is a flag of agy. A lone dash and other text with a dash are prompts; what
 * agy does with the name of a flag that it does not know was never seen.
 * @param {string} token
 */
function isKnownFlag(token) {
  const name = splitFlag(token)?.name;
  return name !== undefined && Object.hasOwn(KINDS, ALIASES[name] ?? name);
}

/**
 * @param {{ name: string, value: string | undefined }} flag
 * @param {string} reason
 */
function invalid({ name, value }, reason) {
  return { error: `invalid value "${value}" for flag -${name}: ${reason}` };
}

/**
 * The words of 1.1.25 to 1.2.15. Until 1.1.12 the flag silently became the prompt.
 * @param {string} flag
 * @param {string} prompt
 */
function swallowed(flag, prompt) {
  return {
    error:
      `Error: ${flag} took "${prompt}" as its prompt, so the intended prompt was left as an argument and ignored.\n` +
      `Attach the prompt to the flag (${flag}='your prompt') and move ${prompt} elsewhere on the command line.`,
  };
}

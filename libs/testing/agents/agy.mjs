/**
 * A stand-in for `agy`, Google's Antigravity CLI, which cannot be had from npm: its flags, its channels, its events, its
 * exit codes and what it leaves in its home, as other projects recorded them from 1.1.12 to 1.2.16. It asks no model:
 * the prompt says what is played (`scenarios.mjs`). Run it with the launcher that `createAgyWorld` writes.
 *
 * Variables of its own: `AGY_STANDIN_SCENARIO` is what prompts without a marker play, and the only way to what happens
 * before a prompt: `signed-out`, `signed-out-wait`, `bad-model`, `bad-effort`, `slow-start`, `ignore-SIGTERM`,
 * `unknown-conversation`; `AGY_STANDIN_ARGUMENT` is its argument. `AGY_STANDIN_MODELS` is what `agy models` plays
 * (`list-models.mjs`), or the list itself; `AGY_STANDIN_RUNS_MODEL` is the model that `init` names in any case.
 */
import { fstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { answerCommand } from './commands.mjs';
import { customisationFolders } from './customisations.mjs';
import { startFailure } from './events.mjs';
import { parseFlags } from './flags.mjs';
import { HELP } from './help.mjs';
import { listModels } from './list-models.mjs';
import { whyInvalid } from './models.mjs';
import { createOutput } from './output.mjs';
import { channelOf, EMPTY_PROMPT, messagesOf, oneMessage, ownCommand } from './prompt.mjs';
import { createRecorder } from './record.mjs';
import { runSession } from './session.mjs';
import { foldersOf, isSignedIn, readSettings } from './settings.mjs';
import { leaveMark, startUpdater } from './updater.mjs';

/** What it says that it is: the last version that was recorded well. */
const VERSION = '1.2.16';

/** How long a sign-in is waited for, in milliseconds (1.2.16). */
const SIGN_IN_MS = 60_000;

/** On stderr (seen by three projects up to 1.2.16); the address leads nowhere. */
const SIGN_IN_REQUEST = `Authentication required. Please visit the URL to log in:
  https://accounts.google.com/o/oauth2/auth?client_id=a-stand-in

Waiting for authentication (timeout 60s)...
Or, paste the authorization code here and press Enter:`;

const argv = process.argv.slice(2);
const environment = process.env;
const home = environment['HOME'] ?? homedir();
const standard = {
  scenario: environment['AGY_STANDIN_SCENARIO'],
  argument: environment['AGY_STANDIN_ARGUMENT'],
};

process.stdout.on('error', () => process.exit(1)); // nobody reads any more
const exitCode = await main();
for (const stream of [process.stdout, process.stderr])
  await new Promise((settle) => stream.write('', settle));
process.exit(exitCode);

/** @returns {Promise<number>} The exit code. */
async function main() {
  const parsed = parseFlags(argv);
  if ('error' in parsed) {
    startRecord();
    process.stderr.write(`${parsed.error}\n`);
    return 2;
  }
  const { flags } = parsed;
  const { geminiFolder, appFolder } = foldersOf(flags, home);
  if (flags.switches.has('bg-updater')) {
    leaveMark(appFolder);
    return 0;
  }
  const record = startRecord();
  const isHelp = flags.switches.has('help') || flags.rest[0] === 'help';
  if (isHelp || flags.switches.has('version')) {
    process.stdout.write(isHelp ? HELP : `${VERSION}\n`);
    return 0;
  }
  startUpdater(import.meta.filename, appFolder, environment);
  const settings = readSettings(appFolder);
  const signedIn =
    !standard.scenario?.startsWith('signed-out') && isSignedIn(appFolder, settings, environment);
  if (flags.rest[0] === 'models') return listModels(signedIn, environment['AGY_STANDIN_MODELS']);

  const cwd = realpathSync(process.cwd());
  const output = createOutput(flags.values['output-format'] ?? 'text');
  const customisations = customisationFolders(geminiFolder, cwd);
  const world = {
    flags,
    environment,
    geminiFolder,
    appFolder,
    settings,
    cwd,
    customisations,
    output,
    record,
    standard,
  };
  return signedIn ? run(world) : refuseSignIn(world);
}

/** Records this start, and its end. The updater is none. */
function startRecord() {
  const record = createRecorder(home);
  record({ argv, cwd: process.cwd(), variables: Object.keys(environment).sort() });
  process.on('exit', (code) => record({ end: code }));
  return record;
}

/** @param {import('./session.mjs').World} world */
async function run(world) {
  const { flags, output, customisations, record } = world;
  const { print, model, effort } = flags.values;
  const channel = channelOf(flags);
  const isLiteral = flags.switches.has('disable-slash-commands');
  const prompt = channel === 'text' ? await readAll(record) : (print ?? '');
  if (channel !== 'lines') {
    if (prompt === '') return channel === 'text' ? wantTerminal() : refuseStart(output, EMPTY_PROMPT);
    const command = isLiteral ? undefined : ownCommand(prompt);
    if (command !== undefined) return answerCommand(command, output, customisations);
  }
  const isScripted = environment['AGY_STANDIN_MODELS'] !== undefined;
  const invalid = invalidStart(standard.scenario) ?? (isScripted ? undefined : whyInvalid(model, effort));
  if (invalid !== undefined) return refuseStart(output, invalid);
  const messages = channel === 'lines' ? messagesOf(chunksOfStdin(record), isLiteral) : oneMessage(prompt);
  return runSession(world, messages);
}

/** @param {string} [scenario] */
function invalidStart(scenario) {
  if (scenario === 'bad-model') return whyInvalid('no-such-model');
  return scenario === 'bad-effort' ? whyInvalid('gemini-3.8-flash') : undefined;
}

/**
 * Signed out: an error at once where stdin is a pipe; a link and a long wait where it is a terminal or `/dev/null`
 * (1.2.16). No network looks the same.
 * @param {import('./session.mjs').World} world
 */
async function refuseSignIn({ flags, output }) {
  if (channelOf(flags) === 'text' && output.format === 'text') return wantTerminal();
  if (standard.scenario === 'signed-out-wait' || fstatSync(0).isCharacterDevice()) {
    output.warn(SIGN_IN_REQUEST);
    await delay(Number(standard.argument ?? SIGN_IN_MS));
    output.warn('Error: authentication timed out.');
  } else {
    output.warn(`Error: authentication required. Run 'agy' to log in, then retry.`);
  }
  return refuseStart(output, 'authentication failed or timed out');
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {string} error
 */
function refuseStart(output, error) {
  output.failure(startFailure(error));
  return 1;
}

/** Nothing to print: the program wants a terminal, says so on stdout and ends well (1.1.12, 1.2.16). */
function wantTerminal() {
  const cause = 'could not open TTY: open /dev/tty: no such device or address';
  process.stdout.write(`CLI error: bubbletea: error opening TTY: bubbletea: ${cause}\n`);
  return 0;
}

/**
 * @param {import('./session.mjs').World['record']} record
 * @returns {AsyncGenerator<string>}
 */
async function* chunksOfStdin(record) {
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    record({ stdin: chunk });
    yield chunk;
  }
}

/** @param {import('./session.mjs').World['record']} record */
async function readAll(record) {
  if (process.stdin.isTTY) return '';
  let text = '';
  for await (const chunk of chunksOfStdin(record)) text += chunk;
  return text;
}

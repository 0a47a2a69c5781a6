/** One process of agy that takes prompts: its start, its turns one after the other, and what a signal does to it. */
import { setTimeout as delay } from 'node:timers/promises';

import { openConversation } from './conversation.mjs';
import { startServers } from './customisations.mjs';
import { initEvent, NO_USAGE, resultOf } from './events.mjs';
import { readMarkers } from './prompt.mjs';
import { scenarioNamed } from './scenarios.mjs';
import { permissionMode, rulesOf, workspaceFolders } from './settings.mjs';
import { INTERRUPTED, playTurn } from './turn.mjs';

/** From the result of an interrupted turn to the end, in milliseconds: the shortest that was measured (1.2.15). */
const LEAVE_MS = 800;

/**
 * @typedef {object} World
 * @property {import('./flags.mjs').Flags} flags
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} geminiFolder
 * @property {string} appFolder
 * @property {Record<string, any>} settings
 * @property {string} cwd - Canonical.
 * @property {readonly string[]} customisations - Folders.
 * @property {import('./output.mjs').Output} output
 * @property {ReturnType<typeof import('./record.mjs').createRecorder>} record
 * @property {{ scenario: string | undefined, argument: string | undefined }} standard - What the variables ask for.
 */

/**
 * `init` comes at the start and does not wait for a prompt (a client of 1.1.27 waits for it before it sends one).
 * @param {World} world
 * @param {AsyncIterable<import('./prompt.mjs').Message>} messages
 * @returns {Promise<number>} The exit code.
 */
export async function runSession(world, messages) {
  const { output, environment, customisations, cwd, standard, flags } = world;
  const agent = openAgent(world);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => onSignal(agent));
  const servers = await startServers(customisations, cwd, environment);
  process.on('exit', servers.stop);
  if (standard.scenario === 'slow-start') await delay(Number(standard.argument ?? 60_000));
  const model = environment['AGY_STANDIN_RUNS_MODEL'] ?? flags.values['model'];
  output.event(
    initEvent({
      conversationId: agent.conversation.id,
      cwd,
      permissionMode: agent.permissions.mode,
      ...(model === undefined ? {} : { model }),
    }),
  );
  for await (const message of messages) {
    if ('warning' in message) {
      output.warn(message.warning);
    } else if ('error' in message) {
      output.failure(refusal(agent, message.error));
      return message.exitCode;
    } else {
      const exitCode = await play(agent, message.prompt, world);
      if (exitCode !== undefined) return exitCode;
    }
  }
  return 0;
}

/**
 * @param {World} world
 * @returns {import('./turn.mjs').Agent}
 */
function openAgent({
  flags,
  settings,
  cwd,
  geminiFolder,
  appFolder,
  standard,
  output,
  environment,
  customisations,
}) {
  const asked = flags.values['conversation'];
  const isUnknown = standard.scenario === 'unknown-conversation';
  const opened = openConversation(appFolder, isUnknown ? undefined : asked);
  if (asked !== undefined && !opened.isResumed) output.warn(`warning: conversation "${asked}" not found`);
  /** @type {PromiseWithResolvers<never>} */
  const stop = Promise.withResolvers();
  stop.promise.catch(() => undefined);
  return {
    ...opened,
    output,
    cwd,
    appFolder,
    customisations,
    environment,
    permissions: {
      mode: permissionMode(flags, settings),
      acceptsEdits: (flags.values['mode'] ?? settings['agentmode']) === 'accept-edits',
      readsOutside: settings['allownonworkspaceaccess'] === true,
      rules: rulesOf(geminiFolder, settings, cwd),
      workspace: workspaceFolders(flags, cwd),
    },
    printTimeoutMs: flags.printTimeoutMs,
    stop,
    isBusy: false,
    isDeaf: standard.scenario === 'ignore-SIGTERM',
  };
}

/** @param {import('./turn.mjs').Agent} agent */
function onSignal({ isDeaf, isBusy, stop }) {
  if (isDeaf) return;
  if (isBusy) stop.reject(INTERRUPTED);
  else process.exit(INTERRUPTED.exitCode);
}

/**
 * @param {import('./turn.mjs').Agent} agent
 * @param {string} prompt
 * @param {World} world
 */
async function play(agent, prompt, { record, standard }) {
  record({ prompt });
  const { name, argument } = readMarkers(prompt);
  agent.isBusy = true;
  const scenario = scenarioNamed(
    name ?? (standard.scenario === 'slow-start' ? 'text' : (standard.scenario ?? 'text')),
  );
  const exitCode = await playTurn(agent, { prompt, argument: argument ?? standard.argument, scenario });
  agent.isBusy = false;
  if (exitCode === INTERRUPTED.exitCode) await delay(LEAVE_MS);
  return exitCode;
}

/**
 * @param {import('./turn.mjs').Agent} agent
 * @param {string} error
 */
function refusal({ conversation }, error) {
  return resultOf({
    conversationId: conversation.id,
    status: 'ERROR',
    response: '',
    error,
    durationSeconds: 0,
    turns: conversation.turns,
    usage: NO_USAGE,
  });
}

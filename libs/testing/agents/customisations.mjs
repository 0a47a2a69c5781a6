/**
 * Programs that other people's files make agy run: hooks and MCP servers of the user and of the repository. It asks
 * nobody, in any permission mode (1.2.15, 1.2.16). All of them are in agy's own process group.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { readJson } from './settings.mjs';

/** How long the start waits for the servers' first words, in milliseconds. */
const SERVERS_WAIT_MS = 1000;
/** Limit of a hook that names none, in milliseconds. */
const HOOK_TIMEOUT_MS = 60_000;

/** What such a folder may be called: the first is the usual one, 1.1.25 knows the others. */
const FOLDER_NAMES = ['.agents', '.agent', '_agents', '_agent'];

/**
 * Where the files are: the user's own, then each folder of agents from the working directory up to the root of its
 * repository (1.2.15 looked in the root alone), each with its plugins, of which agy's own documents tell and which nobody
 * measured.
 * @param {string} geminiFolder
 * @param {string} cwd
 */
export function customisationFolders(geminiFolder, cwd) {
  const folders = [join(geminiFolder, 'config')];
  const root = repositoryOf(cwd) ?? cwd;
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(...FOLDER_NAMES.map((name) => join(folder, name)));
    if (folder === root) break;
  }
  return folders.flatMap((folder) => [folder, ...pluginsOf(folder)]);
}

/** @param {string} folder */
function pluginsOf(folder) {
  const plugins = join(folder, 'plugins');
  return existsSync(plugins) ? readdirSync(plugins).map((name) => join(plugins, name)) : [];
}

/**
 * The hooks as they are now: the files are read again before each use (1.2.16).
 * @param {readonly string[]} folders
 */
export function readHooks(folders) {
  return folders.flatMap((folder) => {
    const source = join(folder, 'hooks.json');
    return Object.entries(readJson(source)).map(([name, events]) => ({
      name,
      enabled: true,
      source,
      actions: Object.entries(Object(events)).flatMap(([event, entries]) =>
        (Array.isArray(entries) ? entries : []).flatMap((entry) => actionsOf(event, entry)),
      ),
    }));
  });
}

/**
 * Tool events nest their commands below a matcher; the others do not.
 * @param {string} event
 * @param {any} entry
 * @returns {{ event: string, command: string, matcher: string, timeout_seconds: number | undefined }[]}
 */
function actionsOf(event, entry) {
  const commands = /ToolUse$/.test(event) ? (entry?.hooks ?? []) : [entry];
  return commands.flatMap((/** @type {any} */ action) =>
    typeof action?.command === 'string'
      ? [
          {
            event,
            command: action.command,
            matcher: String(entry.matcher ?? ''),
            timeout_seconds: action.timeout,
          },
        ]
      : [],
  );
}

/**
 * Runs the hooks of an event, one after the other.
 * @param {readonly string[]} folders
 * @param {string} event
 * @param {Record<string, unknown>} payload - What the hook reads on its stdin. `toolCall.name` meets the matchers.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} Why the tool call is refused; hooks of other events refuse nothing.
 */
export async function runHooks(folders, event, payload, env) {
  const tool = /** @type {{ name?: string } | undefined} */ (payload['toolCall'])?.name ?? '';
  for (const { name, source, actions } of readHooks(folders)) {
    for (const action of actions) {
      if (action.event !== event || !isMeant(action.matcher, tool)) continue;
      const refusal = await runHook(action, `jsonhook__${name}_${event}_0_0`, dirname(source), payload, env);
      if (event === 'PreToolUse' && refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

/**
 * @param {string} matcher
 * @param {string} tool
 */
function isMeant(matcher, tool) {
  return matcher === '' || matcher === '*' || new RegExp(`^(?:${matcher})$`).test(tool);
}

/**
 * @param {{ command: string, timeout_seconds: number | undefined }} action
 * @param {string} name
 * @param {string} cwd
 * @param {unknown} payload
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 */
function runHook({ command, timeout_seconds }, name, cwd, payload, env) {
  return new Promise((settle) => {
    const timeout = timeout_seconds === undefined ? HOOK_TIMEOUT_MS : timeout_seconds * 1000;
    const child = spawn('/bin/sh', ['-c', command], { cwd, env, timeout, killSignal: 'SIGKILL' });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.resume();
    child.stdin.on('error', () => undefined).end(JSON.stringify(payload));
    child.on('error', (error) => settle(`JSON hook "${name}" failed: ${error.message}`));
    child.on('close', (code, signal) => {
      const end = signal === null ? `exit status ${code}` : 'signal: killed';
      settle(code === 0 ? verdictOf(said, name) : `JSON hook "${name}" failed: command failed: ${end}`);
    });
  });
}

/**
 * Silence and `ask` let the call pass (1.2.16).
 * @param {string} said
 * @param {string} name
 */
function verdictOf(said, name) {
  if (said.trim() === '') return undefined;
  let answer;
  try {
    answer = JSON.parse(said);
  } catch {
    return `failed to unmarshal result from hook "${name}"`;
  }
  const { decision, reason = '' } = Object(answer);
  if (decision === 'allow' || decision === 'ask') return undefined;
  if (decision === 'deny' || decision === undefined) return `tool call denied by pre-tool hook: ${reason}`;
  return `unsupported hook decision: ${decision}`;
}

/**
 * Starts every server that is configured and not disabled. One that does not start is dropped without a word.
 * @param {readonly string[]} folders
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ stop: () => void }>} When each has answered or ended, or after a second.
 */
export async function startServers(folders, cwd, environment) {
  const servers = folders
    .flatMap((folder) => Object.values(Object(readJson(join(folder, 'mcp_config.json'))['mcpServers'])))
    .filter((server) => typeof server?.command === 'string' && server.disabled !== true)
    .map(({ command, args = [], env = {} }) => startServer(command, args, cwd, { ...environment, ...env }));
  const wait = new AbortController();
  const waited = delay(SERVERS_WAIT_MS, undefined, wait).catch(() => undefined);
  if (servers.length > 0) await Promise.race([waited, Promise.all(servers.map(({ greeted }) => greeted))]);
  wait.abort();
  return { stop: () => servers.forEach(({ child }) => child.kill('SIGKILL')) };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 */
function startServer(command, args, cwd, env) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let id = 0;
  const ask = (/** @type {string} */ method, params = {}) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
  child.stdin.on('error', () => undefined);
  ask('server/discover', { _meta: { protocolVersion: '2026-07-28' } });
  const greeted = new Promise((settle) => {
    child.on('error', settle).on('exit', settle);
    child.stdout.once('data', () => {
      ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'antigravity-cli', version: '1.2.16' },
      });
      settle(undefined);
    });
  });
  return { child, greeted };
}

/**
 * @param {string} cwd
 * @returns {string | undefined}
 */
function repositoryOf(cwd) {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

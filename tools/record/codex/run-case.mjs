import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { codexBinary, createCodexHome, createTempWorkspace, startResponsesServer } from '@coagent8/testing';

import {
  configParams,
  initializeParams,
  serverArguments,
  skillParams,
  threadParams,
  turnParams,
} from '../../../libs/backends/dist/codex/launch.js';
import { startAppServer } from './app-server.mjs';
import { modelPart } from '../model-part.mjs';

/** Silence after which the server is taken to have said all it has to say, in milliseconds. */
const SILENCE_MS = 250;
/** Nothing listens on the discard port of a loopback address. */
const REFUSING_URL = 'http://127.0.0.1:9/v1';

/** An MCP server of the user's own, which the profile has to switch off. */
const PLANTED_SERVER = fileURLToPath(new URL('../planted-server.mjs', import.meta.url));
const USERS_TABLES = `[mcp_servers.planted]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(PLANTED_SERVER)}]
`;

/**
 * Runs one case against the real binary: our profile, then one turn. Requests have fixed ids: initialize 1,
 * config/read 2, skills/list 3, thread/start 4, mcpServerStatus/list 5, experimentalFeature/list 6, turn/start 7.
 *
 * @returns The messages that the agent sent, in order, and what a transcript has to have replaced.
 */
export async function runCase(entry) {
  const binary = codexBinary();
  const part = modelPart(entry);
  const model = await startResponsesServer(part.scenario);
  const home = await createCodexHome({
    modelServerUrl: entry.refused ? REFUSING_URL : model.url,
    model: entry.model,
    streamRetries: entry.streamRetries ?? 0,
    tables: USERS_TABLES,
  });
  const workspace = await createTempWorkspace({ files: { 'notes.txt': 'text\n' } });
  const server = startAppServer({
    binary,
    args: serverArguments(workspace.path),
    variables: { ...home.variables, GIT_DIR: devNull, TZ: 'UTC', ...entry.variables },
    cwd: workspace.path,
  });
  try {
    await converse({ ...entry, prompt: part.prompt }, server, workspace.path);
    await silence(server);
    const messages = [...server.messages];
    part.requireTold();
    return {
      messages,
      paths: {
        [workspace.path]: '/workspace',
        [home.home]: '/home/user',
        [PLANTED_SERVER]: '/opt/planted-server.mjs',
        [process.execPath]: '/usr/bin/node',
      },
    };
  } finally {
    await server.close();
    await model.close();
    await workspace.remove();
    await home.remove();
  }
}

async function converse(entry, server, cwd) {
  /** Sends a request and waits for its reply and all that follows it; null once the case is over. */
  const step = async (id, method, params) => {
    const { result } = await server.request(id, method, params);
    await silence(server);
    return entry.stopAfter === method ? null : result;
  };
  const introduced = await step(1, 'initialize', initializeParams());
  if (!introduced) return;
  server.notify('initialized');
  await silence(server);
  const { config } = await step(2, 'config/read', configParams(cwd));
  const { codexHome } = introduced;
  const skills = await step(3, 'skills/list', skillParams(cwd));
  const thread = await step(4, 'thread/start', threadOf(entry, { config, codexHome, skills, cwd }));
  if (!thread) return;
  const threadId = thread.thread.id;
  await step(5, 'mcpServerStatus/list', { threadId, detail: 'toolsAndAuthOnly' });
  if (!(await step(6, 'experimentalFeature/list', { threadId, limit: 500 }))) return;

  const accepted = await server.request(7, 'turn/start', turnParams(threadId, { prompt: entry.prompt }));
  if (entry.stopAfter === 'turn/start') return;
  const { turn } = accepted.result;
  if (entry.during) return entry.during({ server, threadId, turnId: turn.id, settle: () => silence(server) });
  await server.message(entry.stopAfter ?? (({ method }) => method === 'turn/completed'), 'end of the case');
}

/** Our thread, or one that a case spoils: `change` replaces parameters, `keepServers` leaves the user's servers on. */
function threadOf(entry, { config, codexHome, skills: { data }, cwd }) {
  const servers = entry.keepServers ? [] : Object.keys(config.mcp_servers ?? {});
  const skills = data.flatMap((list) => list.skills.map(({ path }) => path));
  const params = threadParams({ workspacePath: cwd, servers, skills, codexHome, ephemeral: false });
  return { ...params, ...entry.change, config: { ...params.config, ...entry.change?.config } };
}

/** Waits until the server has been silent for a while: what comes unasked then always stands in the same place. */
async function silence(server) {
  for (let seen = -1; seen < server.messages.length;) {
    seen = server.messages.length;
    await delay(SILENCE_MS);
  }
}

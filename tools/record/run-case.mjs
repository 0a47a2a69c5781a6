import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { codexBinary, createCodexHome, createTempWorkspace, startResponsesServer } from '@coagent8/testing';

import { startAppServer } from './app-server.mjs';

/** Silence after which the server is taken to have said all it has to say, in milliseconds. */
const SILENCE_MS = 250;
/** Nothing listens on the discard port of a loopback address. */
const REFUSING_URL = 'http://127.0.0.1:9/v1';

/** Features that the profile turns off: none of them is needed to read. */
export const FEATURES_OFF = [
  'view_image',
  'goals',
  'multi_agent',
  'apps',
  'plugins',
  'image_generation',
  'tool_suggest',
  'sleep_tool',
  'hooks',
  'skill_search',
];

const FLOOR = [
  'sandbox_mode="read-only"',
  'approval_policy="never"',
  'agents.enabled=false',
  ...FEATURES_OFF.map((name) => `features.${name}=false`),
].flatMap((setting) => ['-c', setting]);

/** An MCP server of the user's own, which the profile has to switch off. */
const PLANTED_SERVER = fileURLToPath(new URL('planted-server.mjs', import.meta.url));
const USERS_TABLES = `[mcp_servers.planted]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(PLANTED_SERVER)}]
`;

/**
 * Runs one case against the real binary: our profile, then one turn. Requests have fixed ids: initialize 1,
 * config/read 2, thread/start 3, mcpServerStatus/list 4, experimentalFeature/list 5, turn/start 6.
 *
 * @returns The messages that the agent sent, in order, and what a transcript has to have replaced.
 */
export async function runCase(entry) {
  const binary = codexBinary();
  const model = await startResponsesServer(entry.scenario instanceof Function ? entry.scenario : 'answer');
  const home = await createCodexHome({
    modelServerUrl: entry.refused ? REFUSING_URL : model.url,
    model: entry.model,
    streamRetries: entry.streamRetries ?? 0,
    tables: USERS_TABLES,
  });
  const workspace = await createTempWorkspace({ files: { 'notes.txt': 'text\n' } });
  const server = startAppServer({
    binary,
    flags: FLOOR,
    variables: { ...home.variables, TZ: 'UTC' },
    cwd: workspace.path,
  });
  try {
    await converse(entry, server, workspace.path);
    await silence(server);
    const messages = [...server.messages];
    const told = lastToolOutput(model.requests);
    if (entry.toolSaid && !told.includes(entry.toolSaid)) {
      throw new Error(
        `${entry.name}: the model was told ${JSON.stringify(told)}, not ${JSON.stringify(entry.toolSaid)}`,
      );
    }
    return {
      messages,
      places: {
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
  const clientInfo = { name: 'coagent8', title: 'CoAgent8', version: '0.0.0' };
  if (!(await step(1, 'initialize', { clientInfo, capabilities: { experimentalApi: true } }))) return;
  server.notify('initialized');
  await silence(server);
  const { config } = await step(2, 'config/read', { cwd });
  const thread = await step(3, 'thread/start', threadOf(entry, config, cwd));
  if (!thread) return;
  const threadId = thread.thread.id;
  await step(4, 'mcpServerStatus/list', { threadId, detail: 'toolsAndAuthOnly' });
  if (!(await step(5, 'experimentalFeature/list', { threadId, limit: 500 }))) return;

  const input = [{ type: 'text', text: promptOf(entry) }];
  const policies = { approvalPolicy: 'never', sandboxPolicy: { type: 'readOnly', networkAccess: false } };
  const { turn } = (await server.request(6, 'turn/start', { threadId, input, ...policies })).result;
  if (entry.during) return entry.during({ server, threadId, turnId: turn.id, settle: () => silence(server) });
  await server.message(entry.stopAfter ?? (({ method }) => method === 'turn/completed'), 'end of the case');
}

function threadOf(
  { config = {}, sandbox = 'read-only', keepServers = false },
  { mcp_servers: servers },
  cwd,
) {
  const off = keepServers ? [] : Object.keys(servers ?? {}).map((name) => [name, { enabled: false }]);
  return {
    cwd,
    sandbox,
    approvalPolicy: 'never',
    ephemeral: false,
    config: {
      mcp_servers: { ...Object.fromEntries(off), coagent8_probe: { command: 'true', enabled: false } },
      features: Object.fromEntries(FEATURES_OFF.map((name) => [name, false])),
      agents: { enabled: false },
      web_search: 'disabled',
      project_doc_max_bytes: 0,
      skills: { include_instructions: false },
      shell_environment_policy: {
        inherit: 'core',
        ignore_default_excludes: false,
        set: { COAGENT8_NESTED_TURN: '1' },
      },
      ...config,
    },
  };
}

function promptOf({ scenario }) {
  return scenario instanceof Function ? 'A question.' : `A question. SCENARIO=${scenario}`;
}

/** Waits until the server has been silent for a while: what comes unasked then always stands in the same place. */
async function silence(server) {
  for (let seen = -1; seen < server.messages.length;) {
    seen = server.messages.length;
    await delay(SILENCE_MS);
  }
}

function lastToolOutput(requests) {
  const output = requests
    .at(-1)
    ?.body?.input?.findLast(({ type }) => String(type).endsWith('_output'))?.output;
  return output === undefined ? '' : typeof output === 'string' ? output : JSON.stringify(output);
}

import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { claudeBinary, createClaudeHome, createTempWorkspace, startMessagesServer } from '@coagent8/testing';

import { processArguments, promptMessage } from '../../../libs/backends/dist/claude/launch.js';
import { PROFILE_VARIABLES } from '../../../libs/backends/dist/claude/profile.js';
import { QUESTIONS } from '../../../libs/backends/dist/claude/replies.js';
import { modelPart } from '../model-part.mjs';
import { startAgent } from '../start-agent.mjs';

/** Nothing listens on the discard port of a loopback address. */
const REFUSING_URL = 'http://127.0.0.1:9';
/** All that the profile asks its help for. */
const FLAGS = new Set(['--permission-prompts']);

const PLANTED_SERVER = fileURLToPath(new URL('../planted-server.mjs', import.meta.url));

/** Flags that make Claude Code know a server with a tool that writes. */
export const PLANTED_SERVERS = JSON.stringify({
  mcpServers: { planted: { command: process.execPath, args: [PLANTED_SERVER] } },
});

/**
 * Runs one case against the real binary: our profile, or what the case makes of it, then one turn.
 *
 * @returns The messages that the agent sent, in order, with its end behind them, and what a transcript has to have
 * replaced.
 */
export async function runCase(entry) {
  const part = modelPart(entry);
  const model = await startMessagesServer(part.scenario);
  const { refused, credential, userSettings, model: asked = 'default', reasoningEffort } = entry;
  const home = await createClaudeHome({
    modelServerUrl: refused ? REFUSING_URL : model.url,
    credential,
    settings: userSettings && JSON.stringify(userSettings),
  });
  const workspace = await createTempWorkspace({ files: { 'notes.txt': 'text\n', ...entry.files } });
  entry.prepare?.(workspace.path);
  const args = processArguments({ flags: FLAGS, sessionId: randomUUID(), model: asked, reasoningEffort });
  const agent = startAgent({
    binary: claudeBinary(),
    args: entry.change?.(args) ?? args,
    variables: { ...home.variables, ...PROFILE_VARIABLES, TZ: 'UTC', ...entry.variables },
    cwd: workspace.path,
  });
  try {
    await converse({ ...entry, prompt: part.prompt }, agent);
    const { code } = await agent.close();
    part.requireTold();
    return {
      messages: [...agent.messages, ...(code === 0 ? [] : [{ exit: { code, stderr: agent.stderr() } }])],
      paths: {
        [workspace.path]: '/workspace',
        [workspace.path.replaceAll(/\W/g, '-')]: '-workspace',
        [home.home]: '/home/user',
        [PLANTED_SERVER]: '/opt/planted-server.mjs',
        [process.execPath]: '/usr/bin/node',
      },
    };
  } finally {
    await agent.close();
    await model.close();
    await workspace.remove();
    await home.remove();
  }
}

async function converse(entry, agent) {
  /** @param {string} subtype */
  const ask = (subtype, parameters = {}) => {
    agent.write({ type: 'control_request', request_id: subtype, request: { subtype, ...parameters } });
    return agent.message(({ response }) => response?.request_id === subtype, `reply to ${subtype}`);
  };
  if (entry.stopAfter === 'start') return agent.exited;
  // One after the other. A request is known by its name: each is made once.
  for (const subtype of Object.keys(QUESTIONS)) {
    await ask(subtype);
    if (entry.stopAfter === subtype) return;
    const awaited = entry.pauseAfter?.[subtype];
    if (awaited) await agent.message(awaited, `what follows ${subtype}`);
  }
  agent.write(promptMessage(entry.prompt, randomUUID()));
  await entry.during?.({ agent, ask });
  await agent.message(entry.stopAfter ?? (({ type }) => type === 'result'), 'end of the case');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { startAppServer } from '../record/codex/app-server.mjs';

const PROMPT = 'SCENARIO=answer';

/**
 * One turn with each agent and nothing in between: the least that a client can say, and nothing verified.
 * @type {Readonly<Record<import('@coagent8/testing').AgentId, (world: import('./world.mjs').BenchWorld) => Promise<void>>>}
 */
export const DRIVE_DIRECTLY = {
  codex: async ({ binary, variables, workspacePath }) => {
    const server = startAppServer({ binary, variables, cwd: workspacePath });
    await server.request(1, 'initialize', { clientInfo: { name: 'bench', version: '0' } });
    server.notify('initialized');
    const { result } = await server.request(2, 'thread/start', {
      cwd: workspacePath,
      sandbox: 'read-only',
      approvalPolicy: 'never',
    });
    await server.request(3, 'turn/start', {
      threadId: result.thread.id,
      input: [{ type: 'text', text: PROMPT }],
    });
    await server.message(({ method }) => method === 'turn/completed', 'turn/completed');
    await server.close();
  },
  claude: (world) =>
    driveLines(
      world,
      ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      { type: 'user', message: { role: 'user', content: PROMPT }, parent_tool_use_id: null, session_id: '' },
      ({ type }) => type === 'result',
    ),
  agy: (world) =>
    driveLines(
      { ...world, variables: { ...world.variables, AGY_CLI_DISABLE_AUTO_UPDATE: 'true' } },
      [
        '--print=',
        '--input-format',
        'stream-json',
        '--output-format',
        'stream-json',
        '--add-dir',
        world.workspacePath,
      ],
      { event: 'user', message: { content: PROMPT } },
      ({ event }) => event === 'result',
    ),
};

/**
 * An agent that takes one line and is done when it has printed its result and ended.
 * @param {import('./world.mjs').BenchWorld} world
 * @param {readonly string[]} args
 * @param {object} prompt
 * @param {(message: Record<string, unknown>) => boolean} isResult
 */
async function driveLines({ binary, variables, workspacePath }, args, prompt, isResult) {
  const child = spawn(binary, args, {
    cwd: workspacePath,
    env: variables,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  let hasResult = false;
  createInterface({ input: child.stdout }).on('line', (line) => (hasResult ||= isResult(JSON.parse(line))));
  child.stdin.end(`${JSON.stringify(prompt)}\n`);
  await closed;
  if (!hasResult) throw new Error(`${binary} printed no result`);
}

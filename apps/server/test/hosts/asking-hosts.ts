import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import {
  claudeBinary,
  codexBinary,
  createClaudeHome,
  createCodexHome,
  startMessagesServer,
  startResponsesServer,
} from '@coagent8/testing';
import type { AgentId } from '@coagent8/testing';

import { connectWithModel, PROMPT } from './calling-model.js';
import type { ConnectedHost } from './host.js';
import { asFlags } from './host-stage.js';
import type { HostStage } from './host-stage.js';

/** A form as a host shows it to its own client. */
export interface RelayedForm {
  readonly message: string;
  readonly schema: unknown;
}

/** A host that relays forms to the program that drives it. */
export interface AskingHost {
  readonly name: string;
  /** The agent that it asks here. */
  readonly asks: AgentId;
  /** Sets it up on a stage; `user` answers the forms, or lets one lie. */
  readonly connect: (
    stage: HostStage,
    user: (form: RelayedForm) => object | undefined,
  ) => Promise<ConnectedHost>;
}

type Line = Readonly<Record<string, unknown>>;
/** Longest run of a host, in milliseconds. */
const RUN_MAX_MS = 60_000;

/** Claude Code 2.1.332, driven over its control channel. */
export const claudeAsking: AskingHost = {
  name: 'Claude Code',
  asks: 'codex',
  connect: (stage, user) =>
    connectWithModel(startMessagesServer, async (modelServerUrl) => {
      const { variables, remove } = await createClaudeHome({ modelServerUrl });
      const env = { ...variables, HOME: stage.home };
      const { command, args, env: own } = stage.server;
      const add = ['mcp', 'add', '-s', 'user', 'coagent8', ...asFlags('-e', own), '--', command, ...args];
      await stage.run(claudeBinary(), add, env);
      const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
      return {
        prompt: () =>
          talk({
            program: claudeBinary(),
            args: ['-p', ...streams, '--allowedTools', 'mcp__coagent8__consult'],
            cwd: stage.workspace.path,
            env,
            begin: (send) => send({ type: 'user', message: { role: 'user', content: PROMPT } }),
            hear: (line, send) => {
              const request = line['request'] as Line | undefined;
              if (request?.['subtype'] === 'elicitation') {
                const form = { message: String(request['message']), schema: request['requested_schema'] };
                const response = user(form);
                const about = { subtype: 'success', request_id: line['request_id'], response };
                if (response !== undefined) send({ type: 'control_response', response: about });
              }
              return line['type'] === 'result';
            },
          }),
        close: remove,
      };
    }),
};

/** Codex 0.171, driven as an app-server. It asks nobody where its approval policy is `never`. */
export const codexAsking: AskingHost = {
  name: 'Codex',
  asks: 'claude',
  connect: (stage, user) =>
    connectWithModel(startResponsesServer, async (modelServerUrl) => {
      const { variables, remove } = await createCodexHome({ modelServerUrl });
      const env = { ...variables, HOME: stage.home };
      const { command, args, env: own } = stage.server;
      const add = ['mcp', 'add', 'coagent8', ...asFlags('--env', own), '--', command, ...args];
      await stage.run(codexBinary(), add, env);
      const cwd = stage.workspace.path;
      const thread = { cwd, sandbox: 'read-only', approvalPolicy: 'on-request', ephemeral: true };
      return {
        prompt: () =>
          talk({
            program: codexBinary(),
            args: ['app-server'],
            cwd,
            env,
            begin: (send) => {
              const clientInfo = { name: 'driver', version: '0.0.0' };
              send({ id: 1, method: 'initialize', params: { clientInfo } });
              send({ method: 'initialized' });
              send({ id: 2, method: 'thread/start', params: thread });
            },
            hear: ({ id, method, params, result }, send) => {
              if (id === 2 && method === undefined) {
                const { thread } = result as { readonly thread: { readonly id: string } };
                const input = [{ type: 'text', text: PROMPT, text_elements: [] }];
                send({ id: 3, method: 'turn/start', params: { threadId: thread.id, input } });
              } else if (method === 'mcpServer/elicitation/request') {
                const { message, requestedSchema: schema } = params as { message: string } & Line;
                const answer = user({ message, schema });
                if (answer !== undefined) send({ id, result: { content: null, _meta: null, ...answer } });
              }
              return method === 'turn/completed';
            },
          }),
        close: remove,
      };
    }),
};

/** Speaks lines of JSON with a program until `hear` says that it has heard the last, then waits for its end. */
async function talk({
  program,
  args,
  cwd,
  env,
  begin,
  hear,
}: {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly begin: (send: (line: Line) => void) => void;
  readonly hear: (line: Line, send: (line: Line) => void) => boolean;
}): Promise<void> {
  const bounds = { timeout: RUN_MAX_MS, killSignal: 'SIGKILL' } as const;
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], ...bounds });
  const ended = once(child, 'close');
  const send = (line: Line) => void child.stdin.write(`${JSON.stringify(line)}\n`);
  begin(send);
  for await (const text of createInterface(child.stdout)) {
    if (hear(JSON.parse(text) as Line, send)) child.stdin.end();
  }
  await ended;
}

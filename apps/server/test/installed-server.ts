import { join } from 'node:path';

import { createAgentWorld, createTempWorkspace, startMcpServer } from '@coagent8/testing';
import type { AgentId, AgentWorld, JsonRpcMessage, McpServer, TempWorkspace } from '@coagent8/testing';

/** What a call's result looks like to a client. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The installed package between a plain client and one agent, whose model is scripted. */
export interface InstalledWorld {
  readonly agent: AgentWorld;
  readonly workspace: TempWorkspace;
  /** The environment of each server: that of the agent's world. */
  readonly variables: Readonly<Record<string, string>>;
  /** Starts a server in the workspace and initialises it. */
  readonly serve: (options?: {
    variables?: Record<string, string>;
    clientName?: string;
  }) => Promise<McpServer>;
  /** Ends every server that is still there and removes everything. Throws where one wrote more than JSON-RPC. */
  readonly remove: () => Promise<void>;
}

/** What an {@link InstalledWorld} is made from. */
export interface InstalledWorldOptions {
  /** The agent, or a world of one that is to be removed with this. Default: the real Codex. */
  readonly agent?: AgentId | AgentWorld;
  /** Files of the workspace, which is a git repository. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Entry file of the package under test. */
export function installedEntry(): string {
  const folder = process.env['COAGENT8_E2E_PACKAGE'];
  if (folder === undefined)
    throw new Error('COAGENT8_E2E_PACKAGE names no package: run these tests with npm test');
  return join(folder, 'index.cjs');
}

/** Builds an {@link InstalledWorld}. */
export async function createInstalledWorld({
  agent: given = 'codex',
  files = { 'src/price.js': 'export const price = 1;\n' },
}: InstalledWorldOptions = {}): Promise<InstalledWorld> {
  const agent = typeof given === 'string' ? await createAgentWorld(given) : given;
  const workspace = await createTempWorkspace({ git: true, files });
  const { variables } = agent;
  const servers: McpServer[] = [];
  return {
    agent,
    workspace,
    variables,
    serve: async ({ variables: more = {}, ...client } = {}) => {
      const server = startMcpServer({
        command: process.execPath,
        args: [installedEntry()],
        env: { ...variables, ...more },
        cwd: workspace.path,
        ...client,
      });
      servers.push(server);
      await server.initialize();
      return server;
    },
    remove: async () => {
      await Promise.all(servers.map((server) => server.close()));
      await workspace.remove();
      await agent.remove();
      const stray = servers.flatMap((server) => server.strayLines());
      if (stray.length > 0) throw new Error(`a server wrote what is no JSON-RPC: ${stray.join('\n')}`);
    },
  };
}

/** Arguments of a `consult` whose scripted model plays `scenario`. */
export function asking(scenario: string, argument?: string, more: Record<string, unknown> = {}) {
  const marker = argument === undefined ? '' : ` ARG=${JSON.stringify(argument)}`;
  return { name: 'consult', arguments: { proposal: `SCENARIO=${scenario}${marker}`, ...more } };
}

/** The result of a `tools/call` reply. */
export function resultOf({ result, error }: JsonRpcMessage): ToolResult {
  if (error !== undefined) throw new Error(`JSON-RPC error ${error.code}: ${error.message}`);
  const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean };
  return { text: content.map(({ text }) => text).join('\n'), isError };
}

/** Calls a tool and gives its result. */
export async function call(server: McpServer, params: object): Promise<ToolResult> {
  return resultOf(await server.request('tools/call', params));
}

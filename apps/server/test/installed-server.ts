import { join } from 'node:path';

import {
  codexBinary,
  createCodexHome,
  createTempWorkspace,
  startMcpServer,
  startResponsesServer,
} from '@coagent8/testing';
import type {
  CodexHome,
  CodexHomeOptions,
  JsonRpcMessage,
  McpServer,
  ResponsesServer,
  TempWorkspace,
} from '@coagent8/testing';

/** What a call's result looks like to a client. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The installed package between a plain client and the real Codex, whose model is scripted on loopback. */
export interface InstalledWorld {
  readonly models: ResponsesServer;
  readonly home: CodexHome;
  readonly workspace: TempWorkspace;
  readonly variables: Readonly<Record<string, string>>;
  /** Starts a server and initialises it. */
  readonly serve: (options?: {
    variables?: Record<string, string>;
    clientName?: string;
  }) => Promise<McpServer>;
  /** Ends every server that is still there and removes everything. Throws where one wrote more than JSON-RPC. */
  readonly remove: () => Promise<void>;
}

/** Entry file of the package under test. */
export function installedEntry(): string {
  const folder = process.env['COAGENT8_E2E_PACKAGE'];
  if (folder === undefined)
    throw new Error('COAGENT8_E2E_PACKAGE names no package: run these tests with npm test');
  return join(folder, 'index.cjs');
}

/** Builds an {@link InstalledWorld}. */
export async function createInstalledWorld(
  options: Partial<CodexHomeOptions> & { files?: Record<string, string> } = {},
): Promise<InstalledWorld> {
  const { files = { 'src/price.js': 'export const price = 1;\n' }, ...codex } = options;
  const models = await startResponsesServer();
  const home = await createCodexHome({ modelServerUrl: models.url, ...codex });
  const workspace = await createTempWorkspace({ git: true, files });
  const variables = { ...home.variables, CODEX_PATH: codexBinary() };
  const servers: McpServer[] = [];
  return {
    models,
    home,
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
      await models.close();
      await workspace.remove();
      await home.remove();
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

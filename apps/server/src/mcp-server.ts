import type { Readable, Writable } from 'node:stream';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import { BRAND, INSTRUCTIONS } from './brand.js';
import type { CallHost, CallTool } from './call-tool.js';
import type { NotifyProgress } from './progress.js';
import { readRoots } from './roots.js';
import type { Tool } from './tools/tool.js';

/** What the server offers, and how. */
export interface McpServerOptions {
  readonly tools: readonly Tool[];
  readonly call: CallTool;
  /** Told when the connection has ended; running calls are aborted by then. */
  readonly onClose: () => void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const callParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
const rootsResult = z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) });

/**
 * Speaks MCP on two streams (SDK 1.32: revisions up to 2025-11-25) until they close. The only place that knows the SDK.
 *
 * `tools/call` is taken as it arrives rather than through the SDK's own handler, which answers arguments that are no
 * object with a protocol error; a caller must always get a result that says what to correct.
 */
export async function serveStdio(
  options: McpServerOptions,
  stdin: Readable,
  stdout: Writable,
): Promise<void> {
  const { tools, call, onClose } = options;
  const server = new Server(BRAND, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.onclose = onClose;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    const parsed = callParams.safeParse(params).data;
    const tool = tools.find(({ definition }) => definition.name === parsed?.name);
    if (tool === undefined) throw protocolError(ErrorCode.InvalidParams, unknownTool(tools));
    const { content, isError } = await call(tool, parsed?.arguments, hostOf(server, extra));
    return { content: [...content], isError };
  };
  await server.connect(new StdioServerTransport(stdin, stdout));
}

const unknownTool = (tools: readonly Tool[]) =>
  `Unknown tool: this server has ${tools.map(({ definition }) => definition.name).join(', ')}`;

function hostOf(server: Server, extra: Extra): CallHost {
  const caller = server.getClientVersion()?.name;
  const notify = notifierOf(extra);
  return {
    signal: extra.signal,
    roots: () => readRoots((maxWaitMs) => askRoots(server, maxWaitMs)),
    ...(caller === undefined ? {} : { caller }),
    ...(notify === undefined ? {} : { notify }),
  };
}

/** No signal is passed: SDK 1.32 would cancel a long answered request when the call is cancelled later. */
async function askRoots(server: Server, timeout: number): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const { roots } = await server.request({ method: 'roots/list' }, rootsResult, { timeout });
  return roots.map(({ uri }) => uri);
}

function notifierOf({ _meta, sendNotification }: Extra): NotifyProgress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) => {
    const params = { progressToken, progress, ...(message === undefined ? {} : { message }) };
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined); // the connection has ended
  };
}

function protocolError(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}

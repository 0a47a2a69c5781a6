import type { Readable, Writable } from 'node:stream';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra, RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, JSONRPCMessageSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import { BRAND, INSTRUCTIONS } from './brand.js';
import { boundLines } from './bound-lines.js';
import type { CallHost, CallTool } from './call-tool.js';
import { passMessages } from './pass-messages.js';
import type { LineFault } from './pass-messages.js';
import type { NotifyProgress } from './progress.js';
import { readRoots } from './roots.js';
import type { Tool } from './tools/tool.js';

/** What the server offers, and how. */
export interface McpServerOptions {
  readonly tools: readonly Tool[];
  readonly call: CallTool;
  /** The clock that the arrival of a call is read from. */
  readonly now: () => number;
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
  const { tools, call, now } = options;
  const server = new Server(BRAND, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    const parsed = callParams.safeParse(params).data;
    const tool = tools.find(({ definition }) => definition.name === parsed?.name);
    if (tool === undefined) throw protocolError(ErrorCode.InvalidParams, unknownTool(tools));
    const { content, isError } = await call(tool, parsed?.arguments, hostOf(server, extra, now()));
    return { content: [...content], isError };
  };
  const write = (message: object) => stdout.write(`${JSON.stringify(message)}\n`);
  const lines = boundLines((maxBytes) => write(lineTooLong(maxBytes)));
  const messages = passMessages(
    (value) => JSONRPCMessageSchema.safeParse(value).success,
    (fault, id) => write(lineRefused(fault, id)),
  );
  await server.connect(new StdioServerTransport(stdin.pipe(lines).pipe(messages), stdout));
}

const unknownTool = (tools: readonly Tool[]) =>
  `Unknown tool: this server has ${tools.map(({ definition }) => definition.name).join(', ')}`;

function hostOf(server: Server, extra: Extra, startedAtMs: number): CallHost {
  const caller = server.getClientVersion()?.name;
  const notify = notifierOf(extra);
  return {
    signal: extra.signal,
    startedAtMs,
    roots: (wait) => readRoots((timeout, signal) => askRoots(server, { timeout, signal }), wait),
    ...(caller === undefined ? {} : { caller }),
    ...(notify === undefined ? {} : { notify }),
  };
}

/** SDK 1.32 cancels with a signal what was answered long ago: it must not abort once the answer is there. */
async function askRoots(server: Server, options: RequestOptions): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const { roots } = await server.request({ method: 'roots/list' }, rootsResult, options);
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

/** The answer to a line that was not read, and whose id is therefore not known. */
function lineTooLong(maxBytes: number) {
  const message = `INPUT_LIMIT: the message is longer than ${maxBytes} bytes; send less, or name files instead of quoting them`;
  return { jsonrpc: '2.0', id: null, error: { code: ErrorCode.InvalidRequest, message } };
}

/** The answer to a line that is no message. */
function lineRefused(fault: LineFault, id: string | number | null) {
  const error =
    fault === 'no JSON'
      ? { code: ErrorCode.ParseError, message: 'Parse error: the line is not JSON' }
      : {
          code: ErrorCode.InvalidRequest,
          message: 'Invalid request: the line is no JSON-RPC 2.0 message of MCP',
        };
  return { jsonrpc: '2.0', id, error };
}

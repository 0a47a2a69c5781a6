import type { Readable, Writable } from 'node:stream';

import { TIMEOUT_MAX_MS } from '@coagent8/contracts';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra, RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, JSONRPCMessageSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import type { ShowForm } from './ask-consent.js';
import { BRAND, INSTRUCTIONS } from './brand.js';
import { boundLines } from './bound-lines.js';
import type { CallHost, CallTool } from './call-tool.js';
import { passMessages } from './pass-messages.js';
import type { LineFault } from './pass-messages.js';
import type { NotifyProgress } from './progress.js';
import { readRoots } from './roots.js';
import type { Tool } from './tools/tool.js';
import { whileAwaited } from './while-awaited.js';

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
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitionsOf(tools) }));
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    const parsed = callParams.safeParse(params).data;
    const tool = tools.find(({ name }) => name === parsed?.name);
    if (tool === undefined) throw protocolError(ErrorCode.InvalidParams, unknownTool(tools));
    const { content, ...rest } = await call(tool, parsed?.arguments, hostOf(server, extra, now()));
    return { content: [...content], ...rest };
  };
  const write = (message: object) => stdout.write(`${JSON.stringify(message)}\n`);
  const lines = boundLines((maxBytes) => write(lineTooLong(maxBytes)));
  const messages = passMessages(
    (value) => JSONRPCMessageSchema.safeParse(value).success,
    (fault, id) => write(lineRefused(fault, id)),
  );
  const transport = new StdioServerTransport(stdin.pipe(lines).pipe(messages), stdout);
  await server.connect(transport);
  spendRequestZero(server, transport);
}

/**
 * SDK 1.32 numbers requests from 0, and a client of that SDK takes the cancellation of 0 for one of nothing
 * (modelcontextprotocol/typescript-sdk#2283): a form would stay open. The number goes to a request that is never sent.
 */
function spendRequestZero(server: Server, transport: StdioServerTransport): void {
  const send = transport.send.bind(transport);
  transport.send = () => Promise.reject(new Error('not sent'));
  server.ping().catch(() => undefined);
  transport.send = send;
}

const definitionsOf = (tools: readonly Tool[]) => tools.flatMap(({ definition }) => definition ?? []);

const unknownTool = (tools: readonly Tool[]) =>
  `Unknown tool: this server has ${definitionsOf(tools)
    .map(({ name }) => name)
    .join(', ')}`;

function hostOf(server: Server, extra: Extra, startedAtMs: number): CallHost {
  const caller = server.getClientVersion()?.name;
  const notify = notifierOf(extra);
  const showForm = canShowForms(server) ? formShownBy(extra) : undefined;
  return {
    signal: extra.signal,
    startedAtMs,
    roots: (wait) => readRoots((timeout, signal) => askRoots(server, { timeout, signal }), wait),
    ...(caller === undefined ? {} : { caller }),
    ...(notify === undefined ? {} : { notify }),
    ...(showForm === undefined ? {} : { showForm }),
  };
}

/** A client that names no mode has forms (revision 2025-06-18 has no other). */
function canShowForms(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Shows a form over the call's own channel. What comes back is not looked at here: SDK 1.32 takes a reply for accepted
 * that has no content. How long it waits is for the signal to say.
 */
function formShownBy({ sendRequest }: Extra): ShowForm {
  return (form, signal) =>
    whileAwaited(signal, (waiting) =>
      sendRequest({ method: 'elicitation/create', params: form }, z.unknown(), {
        signal: waiting,
        timeout: TIMEOUT_MAX_MS,
      }),
    );
}

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

import { spawn } from 'node:child_process';

import { onLine, parseMessage } from './json-rpc-lines.js';
import type { JsonRpcMessage } from './json-rpc-lines.js';

/** An MCP server to start, and what this client claims to be able to do. */
export interface McpServerOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Name the client gives itself. Default `test-client`. */
  readonly clientName?: string;
  /** Answers `roots/list` with these URIs. Absent: the client has no roots. */
  readonly roots?: () => readonly string[];
  /**
   * Answers `elicitation/create` with a result, e.g. `{ action: 'decline' }`. Absent: the client has no elicitation.
   * A promise that never settles is a user who does not answer.
   */
  readonly elicit?: (params: unknown) => unknown;
}

/** How the server process ended; both null where it could not be started. */
export interface McpServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A request that has been sent. Its id is what `notifications/cancelled` names. */
export interface SentRequest {
  readonly id: number;
  /** The whole reply, an error too. Rejects where the server ends first. */
  readonly reply: Promise<JsonRpcMessage>;
}

/** A running MCP server, seen from its client. */
export interface McpServer {
  readonly pid: number | undefined;
  /** Sends `initialize` and `notifications/initialized`; gives the reply to the former. */
  readonly initialize: (protocolVersion?: string) => Promise<JsonRpcMessage>;
  readonly request: (method: string, params?: unknown) => SentRequest['reply'];
  /** As `request`, with the id at once. */
  readonly send: (method: string, params?: unknown) => SentRequest;
  readonly notify: (method: string, params?: unknown) => void;
  /** Hears every notification from now on. Returns what stops it. */
  readonly onNotification: (listener: (message: JsonRpcMessage) => void) => () => void;
  /** Every line of stdout so far, as it came. Live. */
  readonly stdoutLines: readonly string[];
  /** The lines of stdout that are not JSON-RPC 2.0. There must be none. */
  readonly strayLines: () => string[];
  /** All of stderr so far. */
  readonly stderr: () => string;
  /** Settles when the process has ended and its pipes are closed. */
  readonly exited: Promise<McpServerExit>;
  /** Ends stdin and waits; kills the process after `timeoutMs` (default 5000). */
  readonly close: (timeoutMs?: number) => Promise<McpServerExit>;
  /** Sends a signal, SIGTERM by default. */
  readonly kill: (signal?: NodeJS.Signals) => void;
}

const NO_SUCH_METHOD = -32601;

/**
 * Starts an MCP server and speaks plain JSON-RPC lines with it, without an SDK that would hide what it says. A
 * server's request that this client cannot answer gets -32601.
 */
export function startMcpServer(options: McpServerOptions): McpServer {
  const child = spawn(options.command, options.args ?? [], {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const listeners = new Set<(message: JsonRpcMessage) => void>();
  const stdoutLines: string[] = [];
  let stderr = '';

  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const notify = (method: string, params?: unknown) => void write({ method, params });
  const requests = createRequests(write);
  const serve = async ({ id, method = '', params }: JsonRpcMessage) => {
    const answer = answerOf(options, method);
    if (answer) write({ id, result: await answer(params) });
    else write({ id, error: { code: NO_SUCH_METHOD, message: `no method ${method}` } });
  };
  const accept = (message: JsonRpcMessage) => {
    if (message.method === undefined) requests.settle(message);
    else if (message.id !== undefined) void serve(message);
    else for (const listener of listeners) listener(message);
  };

  onLine(child.stdout, (line) => {
    stdoutLines.push(line);
    const message = parseMessage(line);
    if (message) accept(message);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const exited = new Promise<McpServerExit>((resolve) => {
    const end = (exit: McpServerExit, why: string) => {
      requests.fail(new Error(`the MCP server ended: ${why}\n${stderr}`));
      resolve(exit);
    };
    child.on('error', (error) => end({ code: null, signal: null }, error.message));
    child.on('close', (code, signal) => end({ code, signal }, `code ${code}, signal ${signal}`));
  });

  return {
    pid: child.pid,
    request: (method, params) => requests.send(method, params).reply,
    send: requests.send,
    notify,
    stdoutLines,
    exited,
    stderr: () => stderr,
    strayLines: () => stdoutLines.filter((line) => parseMessage(line)?.jsonrpc !== '2.0'),
    kill: (signal) => void child.kill(signal),
    initialize: async (protocolVersion = '2025-06-18') => {
      const clientInfo = { name: options.clientName ?? 'test-client', version: '0.0.0' };
      const params = { protocolVersion, clientInfo, capabilities: capabilitiesOf(options) };
      const reply = await requests.send('initialize', params).reply;
      notify('notifications/initialized');
      return reply;
    },
    onNotification: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async (timeoutMs = 5000) => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

/** Requests under way, by id. Once failed, every later one fails at once. */
function createRequests(write: (message: object) => void) {
  const waiting = new Map<
    unknown,
    { resolve: (reply: JsonRpcMessage) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  let failure: Error | undefined;
  return {
    send: (method: string, params?: unknown): SentRequest => {
      const id = ++lastId;
      const reply = new Promise<JsonRpcMessage>((resolve, reject) => {
        if (failure) reject(failure);
        else waiting.set(id, { resolve, reject });
      });
      if (!failure) write({ id, method, params });
      return { id, reply };
    },
    settle: (reply: JsonRpcMessage) => {
      waiting.get(reply.id)?.resolve(reply);
      waiting.delete(reply.id);
    },
    fail: (error: Error) => {
      failure = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function capabilitiesOf({ roots, elicit }: McpServerOptions): object {
  return { ...(roots ? { roots: { listChanged: true } } : {}), ...(elicit ? { elicitation: {} } : {}) };
}

function answerOf(
  { roots, elicit }: McpServerOptions,
  method: string,
): ((params: unknown) => unknown) | undefined {
  if (method === 'ping') return () => ({});
  if (method === 'roots/list' && roots) return () => ({ roots: roots().map((uri) => ({ uri })) });
  return method === 'elicitation/create' ? elicit : undefined;
}

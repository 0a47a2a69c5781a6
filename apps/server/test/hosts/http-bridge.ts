import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Most sessions that are kept: the suite (0.2) opens some thirty, one after the other, and closes none. */
const SESSIONS_MAX = 4;

/** A server on stdio that is reached over HTTP. */
export interface HttpBridge {
  /** On 127.0.0.1. */
  readonly url: string;
  /** Ends every server that was started, and frees the port. */
  readonly close: () => Promise<void>;
}

/**
 * Passes messages between HTTP and a server on stdio, one process for each session, and changes none: what a client
 * sees is what the server says. For the conformance suite, which speaks HTTP only.
 */
export async function startHttpBridge(program: StdioServerParameters): Promise<HttpBridge> {
  const sessions = new Map<string, Session>();
  const server = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const session = id === undefined ? await openSession(program) : sessions.get(String(id));
    if (session === undefined) return response.writeHead(404).end();
    await session.handle(request, response);
    const opened = session.id();
    if (opened === undefined) return session.close();
    sessions.set(opened, session);
    const [oldest] = sessions;
    if (oldest === undefined || sessions.size <= SESSIONS_MAX) return undefined;
    sessions.delete(oldest[0]);
    return oldest[1].close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Session {
  /** Absent as long as no client has initialised it. */
  readonly id: () => string | undefined;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openSession(program: StdioServerParameters): Promise<Session> {
  const http = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const stdio = new StdioClientTransport(program);
  /** Over HTTP, progress belongs to the stream of the request that asked for it. */
  const askedBy = new Map<unknown, RequestId>();
  http.onmessage = (message) => {
    const token = tokenOf(message);
    if (token !== undefined && 'id' in message && message.id !== undefined) askedBy.set(token, message.id);
    stdio.send(message).catch(ignore);
  };
  stdio.onmessage = (message) => {
    const request = askedBy.get(tokenOf(message));
    http.send(message, request === undefined ? {} : { relatedRequestId: request }).catch(ignore);
  };
  http.onclose = () => void stdio.close();
  stdio.onclose = () => void http.close();
  await stdio.start();
  return {
    id: () => http.sessionId,
    handle: (request, response) => http.handleRequest(request, response),
    close: () => stdio.close(),
  };
}

/** The other side has left: nobody waits for the message. */
function ignore(): void {}

/** The progress token of a request, or of what is said about its progress. */
function tokenOf(message: JSONRPCMessage): unknown {
  if (!('params' in message)) return undefined;
  const { progressToken, _meta } = message.params as {
    progressToken?: unknown;
    _meta?: { progressToken?: unknown };
  };
  return progressToken ?? _meta?.progressToken;
}

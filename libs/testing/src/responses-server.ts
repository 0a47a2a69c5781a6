import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { encodeReply } from './encode-reply.js';
import type { ModelReply } from './model-reply.js';
import { readModelTurn } from './read-request.js';
import type { ModelTurn } from './read-request.js';
import { scenarioNamed, SCENARIOS } from './responses-scenarios.js';
import type { Scenario, ScenarioName } from './responses-scenarios.js';

/** How many requests are kept; the oldest goes first. */
export const REQUESTS_KEPT = 200;
/** Largest request body that is read, in bytes. A larger one is answered with 413. */
export const REQUEST_MAX_BYTES = 16 * 1024 * 1024;

/** One request as it arrived, without what could be a secret. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** `authorization` is replaced by `<present>`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; `undefined` where there was none or it was not JSON. */
  readonly body: unknown;
}

/** A model server of OpenAI's Responses API on 127.0.0.1. */
export interface ResponsesServer {
  /** Base URL that a provider's `base_url` takes, e.g. `http://127.0.0.1:1234/v1`. */
  readonly url: string;
  readonly port: number;
  /** The latest {@link REQUESTS_KEPT} requests, oldest first. Live. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the scenario of prompts that carry no marker. */
  readonly use: (scenario: Scenario | ScenarioName) => void;
  /** Breaks all open connections, stops all replies and frees the port. Calling it again does nothing. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a model server on a free port of 127.0.0.1. It answers `POST …/responses`: with the scenario that the prompt
 * names (`SCENARIO=<name>`), else with the one set by `use`. An unknown name is answered with 418.
 *
 * @param scenario - Scenario of prompts without a marker. Default `answer`.
 */
export async function startResponsesServer(
  scenario: Scenario | ScenarioName = 'answer',
): Promise<ResponsesServer> {
  const requests: ReceivedRequest[] = [];
  const attempts = new Map<string, number>();
  const closing = new AbortController();
  let standard = resolve(scenario);
  let replies = 0;

  const countAttempt = ({ prompt, toolOutputs }: ModelTurn) => {
    const step = createHash('sha256').update(`${toolOutputs.length} ${prompt}`).digest('hex');
    const attempt = (attempts.get(step) ?? 0) + 1;
    attempts.set(step, attempt);
    return attempt;
  };

  const server = createServer(async (request, response) => {
    const received = await receive(request);
    if (received === undefined) return sendError(response, 413, { message: 'request body too large' });
    requests.push(received);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    if (received.method !== 'POST' || !received.path.endsWith('/responses')) {
      return sendError(response, 404, { message: `no route ${received.method} ${received.path}` });
    }
    const turn = readModelTurn(received.body);
    const chosen = turn.scenario === undefined ? standard : scenarioNamed(turn.scenario);
    if (!chosen) return sendError(response, 418, { message: `unknown scenario ${turn.scenario}` });
    replies += 1;
    await play(chosen(turn, countAttempt(turn)), `resp_${replies}`, turn.model, response, closing.signal);
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    use: (next) => {
      standard = resolve(next);
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function resolve(scenario: Scenario | ScenarioName): Scenario {
  return typeof scenario === 'string' ? SCENARIOS[scenario] : scenario;
}

/** Reads a request whole; `undefined` where its body is over the bound. A client that leaves early reads as no body. */
async function receive(request: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const data of request) {
      const chunk: Buffer = data;
      bytes += chunk.length;
      if (bytes <= REQUEST_MAX_BYTES) chunks.push(chunk);
    }
  } catch {
    chunks.length = 0;
  }
  if (bytes > REQUEST_MAX_BYTES) return undefined;
  const { authorization, ...headers } = request.headers;
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?', 1)[0] ?? '',
    headers: authorization === undefined ? headers : { ...headers, authorization: '<present>' },
    body: parseBody(Buffer.concat(chunks).toString('utf8')),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error }));
}

async function play(
  reply: ModelReply,
  responseId: string,
  model: string,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  if (reply.type === 'error') return sendError(response, reply.status, reply.error, reply.headers);
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    ...(reply.type === 'stream' ? reply.headers : {}),
  });
  if (reply.type === 'raw') {
    response.end(reply.text);
    return;
  }
  for (const event of encodeReply(reply, responseId, model)) {
    if (response.destroyed) return;
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (reply.paceMs) await delay(reply.paceMs, undefined, { signal }).catch(() => undefined);
  }
  if (reply.ending?.type === 'cut') response.socket?.destroySoon();
  else if (reply.ending?.type !== 'silent') response.end();
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { ModelReply, StreamedReply } from './model-reply.js';
import type { Json, ModelTurn } from './model-turn.js';
import { receiveRequest } from './receive-request.js';
import type { ReceivedRequest } from './receive-request.js';
import type { Scenario } from './scenarios.js';

/** How many requests are kept; the oldest goes first. */
export const REQUESTS_KEPT = 200;

/** From the last part of a reply to the cut, in milliseconds: a client drops what it has not read by then. */
const BEFORE_CUT_MS = 50;

const EVENT_STREAM = 'text/event-stream';

/** A model server of one vendor's API on 127.0.0.1, whose replies are scripted. */
export interface ModelServer<Name extends string = string> {
  /** Base URL that the vendor's agent takes, e.g. `http://127.0.0.1:1234/v1`. */
  readonly url: string;
  readonly port: number;
  /** The latest {@link REQUESTS_KEPT} requests, oldest first. Live. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the scenario of prompts that carry no marker. */
  readonly use: (scenario: Scenario | Name) => void;
  /** Breaks all open connections, stops all replies and frees the port. Calling it again does nothing. */
  readonly close: () => Promise<void>;
}

/** The body of a reply: parts that are sent one after the other. */
export interface ReplyBody {
  readonly contentType: string;
  readonly parts: Iterable<string>;
}

/** What sets one vendor's API apart. */
export interface ModelApi<Name extends string> {
  /** Path of the base URL, e.g. `/v1`, or nothing. */
  readonly basePath: string;
  readonly scenarios: Readonly<Record<Name, Scenario>>;
  /** Whether a request is the model's to answer. */
  readonly isTurn: (request: ReceivedRequest) => boolean;
  readonly readTurn: (body: unknown) => ModelTurn;
  /** @param number - Counts the replies of this server, from 1. */
  readonly encode: (reply: StreamedReply, number: number, request: ReceivedRequest) => ReplyBody;
  readonly errorBody: (error: Json) => Json;
  /** What any other request is answered with. Default: 404. */
  readonly aside?: (request: ReceivedRequest) => Json | undefined;
}

/**
 * Starts a model server on a free port of 127.0.0.1. It plays the scenario that the prompt names (`SCENARIO=<name>`),
 * else the one set by `use`. An unknown name is answered with 418, a body over `REQUEST_MAX_BYTES` with 413.
 *
 * @param scenario - Scenario of prompts without a marker.
 */
export async function startModelServer<Name extends string>(
  api: ModelApi<Name>,
  scenario: Scenario | Name,
): Promise<ModelServer<Name>> {
  const requests: ReceivedRequest[] = [];
  const countAttempt = createAttemptCounter();
  const closing = new AbortController();
  let standard = scenario;
  let replies = 0;

  const server = createServer(async (incoming, response) => {
    const refuse = (status: number, message: string) =>
      sendJson(response, api.errorBody({ message }), status);
    const request = await receiveRequest(incoming);
    if (!request) return refuse(413, 'request body too large');
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    if (!api.isTurn(request)) {
      const said = api.aside?.(request);
      return said ? sendJson(response, said) : refuse(404, `no route ${request.method} ${request.path}`);
    }
    const turn = api.readTurn(request.body);
    const chosen = scenarioOf(api, turn.scenario ?? standard);
    if (!chosen) return refuse(418, `unknown scenario ${turn.scenario}`);
    const reply = chosen(turn, countAttempt(turn));
    if (reply.type === 'error')
      return sendJson(response, api.errorBody(reply.error), reply.status, reply.headers);
    replies += 1;
    const body =
      reply.type === 'raw'
        ? { contentType: EVENT_STREAM, parts: [reply.text] }
        : api.encode(reply, replies, request);
    await play(reply, body, response, closing.signal);
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}${api.basePath}`,
    port,
    requests,
    use: (next) => {
      standard = next;
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

/** A reply as server-sent events, each named by its `type`. */
export function eventStream(events: Iterable<{ readonly type: string }>): ReplyBody {
  return { contentType: EVENT_STREAM, parts: eventTexts(events) };
}

function* eventTexts(events: Iterable<{ readonly type: string }>): Generator<string> {
  for (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Counts how often each step of each prompt was asked for. */
function createAttemptCounter(): (turn: ModelTurn) => number {
  const attempts = new Map<string, number>();
  return ({ prompt, toolOutputs }) => {
    const step = createHash('sha256').update(`${toolOutputs.length} ${prompt}`).digest('hex');
    const attempt = (attempts.get(step) ?? 0) + 1;
    attempts.set(step, attempt);
    return attempt;
  };
}

function scenarioOf(
  { scenarios }: { readonly scenarios: Readonly<Record<string, Scenario>> },
  asked: Scenario | string,
): Scenario | undefined {
  if (typeof asked !== 'string') return asked;
  return Object.hasOwn(scenarios, asked) ? scenarios[asked] : undefined;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function sendJson(
  response: ServerResponse,
  body: Json,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function play(
  reply: Exclude<ModelReply, { type: 'error' }>,
  { contentType, parts }: ReplyBody,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { headers, delayMs, paceMs, ending }: Partial<StreamedReply> = reply.type === 'stream' ? reply : {};
  if (delayMs) await delay(delayMs, undefined, { signal }).catch(() => undefined);
  response.writeHead(200, { 'content-type': contentType, ...headers });
  for (const part of parts) {
    if (response.destroyed) return;
    response.write(part);
    if (paceMs) await delay(paceMs, undefined, { signal }).catch(() => undefined);
  }
  if (ending?.type === 'cut') {
    await delay(BEFORE_CUT_MS, undefined, { signal }).catch(() => undefined);
    response.socket?.destroySoon();
  } else if (ending?.type !== 'silent') response.end();
}

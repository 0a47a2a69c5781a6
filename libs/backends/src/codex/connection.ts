import type { z } from 'zod';

import { openChannel } from '../message-channel.js';
import type { ChannelOptions, MessageChannel } from '../message-channel.js';
import { declineRequest } from './decline-request.js';
import { badOutput, noReply } from './errors.js';
import { refusalFailure } from './failures.js';
import { pageReply, parse, parseLine } from './protocol.js';
import type { Incoming, RequestId, RpcError } from './protocol.js';

/** How long a request may take unless the caller says otherwise, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How many pages of one list are read. */
export const PAGES_MAX = 20;

/** A conversation with one `codex app-server`. */
export interface Connection extends Pick<MessageChannel<RequestId, Reply>, 'lost' | 'isOver'> {
  /**
   * Sends a request and reads its reply.
   *
   * @throws CoAgentError `PROTOCOL_ERROR` where the reply is malformed or does not come in time; what a refusal means,
   * see `refusalFailure`; what ended the connection; `INPUT_LIMIT` where the process may not be given so much.
   */
  readonly request: <Schema extends z.ZodType>(
    method: string,
    params: unknown,
    schema: Schema,
    timeoutMs?: number,
  ) => Promise<z.infer<Schema>>;
  /** Like `request`, with what the agent said as it said it: a refusal may be an answer. */
  readonly ask: (method: string, params: unknown, timeoutMs?: number) => Promise<Reply>;
  /** Like `request`, for all rows of a paged list. */
  readonly list: <Schema extends z.ZodType>(
    method: string,
    params: Readonly<Record<string, unknown>>,
    row: Schema,
  ) => Promise<z.infer<Schema>[]>;
  readonly notify: (method: string) => void;
}

/** What a conversation is held with. */
export interface ConnectionOptions extends Omit<ChannelOptions, 'onLine'> {
  /** Called with each notification, in order. What it throws ends the connection. */
  readonly onNotification: (method: string, params: unknown) => void;
}

/** What became of a request. */
export type Reply = { readonly result: unknown } | { readonly error: RpcError };

/**
 * Reads the output of an app-server until its end, and refuses every request of the server at once: one that is not
 * answered would hold the turn for ever.
 */
export function openConnection({ process, onNotification, explainEnd }: ConnectionOptions): Connection {
  const channel = openChannel<RequestId, Reply>({
    process,
    onLine: ({ text, complete }) => dispatch(parseLine(text, complete)),
    explainEnd,
  });
  const { lost, isOver } = channel;
  let lastId = 0;
  return { request, ask, list, notify: (method) => say({ method }), lost, isOver };

  function dispatch(message: Incoming): void {
    if (message.kind === 'notification') onNotification(message.method, message.params);
    else if (message.kind === 'reply') channel.settle(message.id, { result: message.result });
    else if (message.kind === 'refusal') channel.settle(message.id, { error: message.error });
    else say({ id: message.id, ...declineRequest(message.method) });
  }

  async function request<Schema extends z.ZodType>(
    method: string,
    params: unknown,
    schema: Schema,
    timeoutMs?: number,
  ): Promise<z.infer<Schema>> {
    const reply = await ask(method, params, timeoutMs);
    if ('error' in reply) throw refusalFailure(method, reply.error);
    return parse(schema, reply.result, `a malformed reply to ${method}`);
  }

  function ask(method: string, params: unknown, timeoutMs = REQUEST_TIMEOUT_MS): Promise<Reply> {
    const id = (lastId += 1);
    const late = () => noReply(method, timeoutMs);
    return channel.ask(id, { id, method, params }, { timeoutMs, late });
  }

  async function list<Schema extends z.ZodType>(
    method: string,
    params: Readonly<Record<string, unknown>>,
    row: Schema,
  ): Promise<z.infer<Schema>[]> {
    const rows: z.infer<Schema>[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { data, nextCursor } = await request(method, { ...params, cursor }, pageReply);
      rows.push(...data.map((each) => parse(row, each, `a malformed row of ${method}`)));
      if (!nextCursor) return rows;
      cursor = nextCursor;
    }
    throw badOutput(`more than ${PAGES_MAX} pages of ${method}`);
  }

  /** Nobody waits for what becomes of it. */
  function say(message: Readonly<Record<string, unknown>>): void {
    channel.send(message).catch(() => undefined);
  }
}

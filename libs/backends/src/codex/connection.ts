import { CoAgentError } from '@coagent8/contracts';
import type { OwnedProcess } from '@coagent8/runtime';
import type { z } from 'zod';

import { badOutput, noReply } from './errors.js';
import { declineRequest } from './decline-request.js';
import { refusalFailure } from './failures.js';
import { pageReply, parse, parseLine } from './protocol.js';
import type { Incoming, RequestId } from './protocol.js';

/** How long a request may take unless the caller says otherwise, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How many pages of one list are read. */
export const PAGES_MAX = 20;

/** A conversation with one `codex app-server`. */
export interface Connection {
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
  /** Like `request`, for all rows of a paged list. */
  readonly list: <Schema extends z.ZodType>(
    method: string,
    params: Readonly<Record<string, unknown>>,
    row: Schema,
  ) => Promise<z.infer<Schema>[]>;
  readonly notify: (method: string) => void;
  /** Resolves with the reason when no more can be read. Never rejects. */
  readonly lost: Promise<unknown>;
  readonly isOver: () => boolean;
}

/** What a conversation is held with. */
export interface ConnectionOptions {
  readonly process: Pick<OwnedProcess, 'lines' | 'write'>;
  /** Called with each notification, in order. What it throws ends the connection. */
  readonly onNotification: (method: string, params: unknown) => void;
  /** Says what the end of the output means. */
  readonly explainEnd: () => Promise<unknown>;
}

interface PendingRequest {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the output of an app-server until its end, and refuses every request of the server at once: one that is not
 * answered would hold the turn for ever.
 */
export function openConnection({ process, onNotification, explainEnd }: ConnectionOptions): Connection {
  const pending = new Map<RequestId, PendingRequest>();
  let lastId = 0;
  let end: { readonly reason: unknown } | undefined;

  const lost = read().then(explainEnd, (error: unknown) => error);
  void lost.then((reason) => {
    end = { reason };
    for (const { reject } of pending.values()) reject(reason);
  });
  return { request, list, notify: (method) => send({ method }), lost, isOver: () => end !== undefined };

  async function read(): Promise<void> {
    for await (const { text, complete } of process.lines) dispatch(parseLine(text, complete));
  }

  function dispatch(message: Incoming): void {
    if (message.kind === 'notification') onNotification(message.method, message.params);
    else if (message.kind === 'request') send({ id: message.id, ...declineRequest(message.method) });
    else {
      const request = pending.get(message.id);
      if (message.kind === 'reply') request?.resolve(message.result);
      else request?.reject(refusalFailure(request.method, message.error));
    }
  }

  async function request<Schema extends z.ZodType>(
    method: string,
    params: unknown,
    schema: Schema,
    timeoutMs = REQUEST_TIMEOUT_MS,
  ): Promise<z.infer<Schema>> {
    if (end) throw end.reason;
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    pending.set(id, { method, resolve, reject });
    const timer = setTimeout(() => reject(noReply(method, timeoutMs)), timeoutMs);
    send({ id, method, params }, reject);
    try {
      return parse(schema, await promise, `a malformed reply to ${method}`);
    } finally {
      clearTimeout(timer);
      pending.delete(id);
    }
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

  /** A closed pipe is no news here: the output ends, too, and its end says more. */
  function send(
    message: Readonly<Record<string, unknown>>,
    reject: (error: unknown) => void = () => undefined,
  ): void {
    process.write(`${JSON.stringify(message)}\n`).catch((error: unknown) => {
      if (CoAgentError.is(error) && error.code === 'INPUT_LIMIT') reject(error);
    });
  }
}

import { CoAgentError } from '@coagent8/contracts';
import type { OwnedProcess } from '@coagent8/runtime';
import type { z } from 'zod';

import { START_TIMEOUT_MS } from '../wait.js';
import { declineRequest } from './decline-request.js';
import { noReply, requestRefused } from './errors.js';
import { parse, parseLine } from './protocol.js';
import type { Incoming } from './protocol.js';

/** How Claude Code says that it does not know a request (2.1.248 to 2.1.332). */
const UNSUPPORTED = 'Unsupported control request subtype';

/** A conversation with one process of Claude Code. */
export interface Connection {
  /**
   * Sends a control request and reads its reply.
   *
   * @throws CoAgentError `PROTOCOL_ERROR` where the reply is malformed or does not come in time; `PROCESS_ERROR` where
   * it is refused; what ended the connection.
   */
  readonly request: <Schema extends z.ZodType>(
    request: ControlRequest,
    schema: Schema,
  ) => Promise<z.infer<Schema>>;
  /** Like `request`; `undefined` where this version does not know the request. */
  readonly requestIfKnown: <Schema extends z.ZodType>(
    request: ControlRequest,
    schema: Schema,
  ) => Promise<z.infer<Schema> | undefined>;
  /** @throws CoAgentError `INPUT_LIMIT` where the process may not be given so much; what ended the connection. */
  readonly send: (message: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Resolves with the reason when no more can be read. Never rejects. */
  readonly lost: Promise<unknown>;
  readonly isOver: () => boolean;
}

/** What is asked, with its parameters beside its name. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [parameter: string]: unknown;
}

/** What a conversation is held with. */
export interface ConnectionOptions {
  readonly process: Pick<OwnedProcess, 'lines' | 'write'>;
  /** Called with each event, in order. What it throws ends the connection. */
  readonly onEvent: (name: string, event: unknown) => void;
  /** Says what the end of the output means. */
  readonly explainEnd: () => Promise<unknown>;
}

type Reply = { readonly result: unknown } | { readonly refusal: string };

interface PendingRequest {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads the output of Claude Code until its end, and refuses every request of its own at once. */
export function openConnection({ process, onEvent, explainEnd }: ConnectionOptions): Connection {
  const pending = new Map<string, PendingRequest>();
  let lastId = 0;
  let end: { readonly reason: unknown } | undefined;

  const lost = read().then(explainEnd, (error: unknown) => error);
  void lost.then((reason) => {
    end = { reason };
    for (const { reject } of pending.values()) reject(reason);
  });
  return { request, requestIfKnown, send, lost, isOver: () => end !== undefined };

  async function read(): Promise<void> {
    for await (const { text, complete } of process.lines) dispatch(parseLine(text, complete));
  }

  function dispatch(message: Incoming): void {
    if (message.kind === 'event') onEvent(message.name, message.event);
    else if (message.kind === 'request') {
      const response = { request_id: message.id, ...declineRequest(message.subtype) };
      send({ type: 'control_response', response }).catch(() => undefined);
    } else {
      const { id } = message;
      pending
        .get(id)
        ?.resolve(message.kind === 'reply' ? { result: message.result } : { refusal: message.message });
    }
  }

  async function request<Schema extends z.ZodType>(
    what: ControlRequest,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const reply = await ask(what);
    if ('refusal' in reply) throw requestRefused(what.subtype, reply.refusal);
    return parse(schema, reply.result, `a malformed reply to ${what.subtype}`);
  }

  async function requestIfKnown<Schema extends z.ZodType>(
    what: ControlRequest,
    schema: Schema,
  ): Promise<z.infer<Schema> | undefined> {
    const reply = await ask(what);
    if ('refusal' in reply && reply.refusal.startsWith(UNSUPPORTED)) return undefined;
    if ('refusal' in reply) throw requestRefused(what.subtype, reply.refusal);
    return parse(schema, reply.result, `a malformed reply to ${what.subtype}`);
  }

  async function ask(what: ControlRequest): Promise<Reply> {
    if (end) throw end.reason;
    const id = String((lastId += 1));
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    pending.set(id, { resolve, reject });
    const timer = setTimeout(() => reject(noReply(what.subtype, START_TIMEOUT_MS)), START_TIMEOUT_MS);
    send({ type: 'control_request', request_id: id, request: what }).catch(reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      pending.delete(id);
    }
  }

  /** A closed pipe is no news here: the output ends, too, and its end says more. */
  async function send(message: Readonly<Record<string, unknown>>): Promise<void> {
    if (end) throw end.reason;
    await process.write(`${JSON.stringify(message)}\n`).catch((error: unknown) => {
      if (CoAgentError.is(error) && error.code === 'INPUT_LIMIT') throw error;
    });
  }
}

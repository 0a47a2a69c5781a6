import type { z } from 'zod';

import { openChannel } from '../message-channel.js';
import type { ChannelOptions, MessageChannel } from '../message-channel.js';
import { START_TIMEOUT_MS } from '../wait.js';
import { declineRequest } from './decline-request.js';
import { noReply, requestRefused } from './errors.js';
import { parse, parseLine } from './protocol.js';
import type { Incoming } from './protocol.js';

/** How Claude Code says that it does not know a request (2.1.248 to 2.1.332). */
const UNSUPPORTED = 'Unsupported control request subtype';

/** A conversation with one process of Claude Code. */
export interface Connection extends Pick<MessageChannel<string, Reply>, 'send' | 'lost' | 'isOver'> {
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
}

/** What is asked, with its parameters beside its name. */
export interface ControlRequest {
  readonly subtype: string;
  readonly [parameter: string]: unknown;
}

/** What a conversation is held with. */
export interface ConnectionOptions extends Omit<ChannelOptions, 'onLine'> {
  /** Called with each event, in order. What it throws ends the connection. */
  readonly onEvent: (name: string, event: unknown) => void;
}

type Reply = { readonly result: unknown } | { readonly refusal: string };

/** Reads the output of Claude Code until its end, and refuses every request of its own at once. */
export function openConnection({ process, onEvent, explainEnd }: ConnectionOptions): Connection {
  const channel = openChannel<string, Reply>({
    process,
    onLine: ({ text, complete }) => dispatch(parseLine(text, complete)),
    explainEnd,
  });
  const { send, lost, isOver } = channel;
  let lastId = 0;
  return { request, requestIfKnown, send, lost, isOver };

  function dispatch(message: Incoming): void {
    if (message.kind === 'event') onEvent(message.name, message.event);
    else if (message.kind === 'reply') channel.settle(message.id, { result: message.result });
    else if (message.kind === 'refusal') channel.settle(message.id, { refusal: message.message });
    else {
      const response = { request_id: message.id, ...declineRequest(message.subtype) };
      send({ type: 'control_response', response }).catch(() => undefined);
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

  function ask(what: ControlRequest): Promise<Reply> {
    const id = String((lastId += 1));
    return channel.ask(
      id,
      { type: 'control_request', request_id: id, request: what },
      { timeoutMs: START_TIMEOUT_MS, late: () => noReply(what.subtype, START_TIMEOUT_MS) },
    );
  }
}

import { z } from 'zod';

import { createMessageReader } from '../message-reader.js';
import { badOutput } from './errors.js';

/** Words what is not as it should be in the name of the agent. */
export const { parse, readJson } = createMessageReader(badOutput);

/**
 * The stream-json protocol of Claude Code (2.1.248 to 2.1.332): one JSON object a line, events of the turn mixed with
 * control requests in both directions. It grows with nearly every release, so unknown members are allowed, and unknown
 * events are warned of; what we read must be as we know it.
 */
export type Incoming =
  | { readonly kind: 'reply'; readonly id: string; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: string; readonly message: string }
  | { readonly kind: 'request'; readonly id: string; readonly subtype: string }
  /** `name` is the type, with the subtype behind a slash where the type is `system`. */
  | { readonly kind: 'event'; readonly name: string; readonly event: unknown };

const messageSchema = z.object({ type: z.string(), subtype: z.string().optional() });
const replySchema = z.object({
  response: z.object({
    subtype: z.string(),
    request_id: z.string(),
    response: z.unknown().optional(),
    error: z.string().optional(),
  }),
});
const requestSchema = z.object({ request_id: z.string(), request: z.object({ subtype: z.string() }) });

/**
 * Reads one line. The last line of an output may lack its line feed; it counts where it is whole.
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is not a message of the protocol.
 */
export function parseLine(line: string, isComplete = true): Incoming {
  const json = readJson(line, isComplete);
  const { type, subtype } = parse(messageSchema, json, 'a line that is no message');
  if (type === 'control_response') {
    const { response } = parse(replySchema, json, 'a malformed control_response');
    const id = response.request_id;
    return response.subtype === 'success'
      ? { kind: 'reply', id, result: response.response }
      : { kind: 'refusal', id, message: response.error ?? 'no reason given' };
  }
  if (type === 'control_request') {
    const { request_id, request } = parse(requestSchema, json, 'a malformed control_request');
    return { kind: 'request', id: request_id, subtype: request.subtype };
  }
  const isOfSystem = type === 'system' && subtype !== undefined;
  return { kind: 'event', name: isOfSystem ? `system/${subtype}` : type, event: json };
}

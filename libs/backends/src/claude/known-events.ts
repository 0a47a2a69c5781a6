import { z } from 'zod';

import { parse } from './protocol.js';

const names = z.array(z.string());

const initEvent = z.object({
  session_id: z.string(),
  cwd: z.string(),
  tools: names,
  mcp_servers: z.array(z.object({ name: z.string() })),
  model: z.string(),
  permissionMode: z.string(),
  slash_commands: names,
  skills: names.nullish(),
  agents: names.nullish(),
  apiKeySource: z.string().nullish(),
  claude_code_version: z.string(),
  memory_paths: z.unknown().optional(),
});
/** What every turn of a session begins with. */
export type SessionInit = z.infer<typeof initEvent>;

/** `null` for the main conversation; else the call that a subagent works for. */
const ofWhom = { parent_tool_use_id: z.string().nullish() };

const contentBlock = z.looseObject({ type: z.string() });
/** One part of a message: text, a call of a tool, its result … */
export type ContentBlock = z.infer<typeof contentBlock>;

export const textBlock = z.object({ text: z.string() });
export const toolUseBlock = z.object({ id: z.string(), name: z.string(), input: z.unknown().optional() });
export const toolResultBlock = z.object({
  tool_use_id: z.string(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
});

const assistantEvent = z.object({
  ...ofWhom,
  message: z.object({ id: z.string(), model: z.string().nullish(), content: z.array(contentBlock) }),
  /** What went wrong with the request: the text is then one of Claude Code's own. */
  error: z.string().nullish(),
  api_error_params: z.object({ cut: z.string().nullish() }).nullish(),
  uuid: z.string().nullish(),
  /** Earlier messages, by their `uuid`, that this one takes the place of. */
  supersedes: names.nullish(),
});

const userEvent = z.object({
  ...ofWhom,
  message: z.object({ content: z.union([z.string(), z.array(contentBlock)]) }),
  /** The safety filter stopped this message; it is withheld, and the model asked again. */
  refused_message_id: z.string().nullish(),
  tool_result_meta: z
    .array(z.object({ id: z.string(), permission_decision: z.object({ decision: z.string() }).nullish() }))
    .nullish(),
});

const streamEvent = z.object({
  ...ofWhom,
  /** The stream broke off: blocks from this one on are void. */
  abandoned_blocks: z.object({ from_block_index: z.number() }).nullish(),
  event: z.looseObject({ type: z.string() }),
});

export const messageStart = z.object({ message: z.object({ id: z.string(), model: z.string().nullish() }) });
export const blockStart = z.object({ index: z.number(), content_block: z.object({ type: z.string() }) });
export const blockDelta = z.object({
  index: z.number(),
  delta: z.object({ type: z.string(), text: z.string().optional() }),
});
export const messageDelta = z.object({ delta: z.object({ stop_reason: z.string().nullish() }) });

/** A message has been taken up, or its turn has ended. */
const lifecycleEvent = z.object({ command_uuid: z.string(), state: z.string() });

const resultEvent = z.object({
  /** The message that was answered, and all that were. A turn that answers none has neither. */
  user_message_uuid: z.string().nullish(),
  user_message_uuids: names.nullish(),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().nullish(),
  errors: names.nullish(),
  stop_reason: z.string().nullish(),
  /** A hint: up to 2.1.219 it said `completed` of failures, too. */
  terminal_reason: z.string().nullish(),
  api_error_status: z.number().nullish(),
  permission_denials: z.array(z.object({ tool_use_id: z.string() })).nullish(),
});
/** How a turn ended, as Claude Code says it. */
export type TurnResult = z.infer<typeof resultEvent>;

const retryEvent = z.object({
  retry_delay_ms: z.number(),
  error_status: z.number().nullish(),
  error: z.string().nullish(),
});
/** A request to the model that failed and will be made again. */
export type ApiRetry = z.infer<typeof retryEvent>;

const rateLimitInfo = z.object({
  status: z.string(),
  resetsAt: z.number().nullish(),
  rateLimitType: z.string().optional().catch(undefined),
  isUsingOverage: z.boolean().optional().catch(undefined),
});
/** A limit of the subscription; `resetsAt` is in seconds since 1970. With `isUsingOverage` the turn goes on beyond it. */
export type RateLimit = z.infer<typeof rateLimitInfo>;

const hookEvent = z.object({ hook_name: z.string().nullish(), hook_event: z.string().nullish() });
const modelChange = z.object({ original_model: z.string().nullish(), fallback_model: z.string().nullish() });

/** The events that we read. */
const EVENTS = {
  'system/init': initEvent,
  'system/status': z.object({ permissionMode: z.string().nullish() }),
  'system/api_retry': retryEvent,
  'system/permission_denied': z.object({ tool_use_id: z.string() }),
  'system/hook_started': hookEvent,
  'system/hook_progress': hookEvent,
  'system/hook_response': hookEvent,
  'system/model_refusal_no_fallback': z.object({ api_refusal_category: z.string().nullish() }),
  'system/model_refusal_fallback': modelChange,
  'system/model_fallback': modelChange,
  stream_event: streamEvent,
  assistant: assistantEvent,
  user: userEvent,
  command_lifecycle: lifecycleEvent,
  result: resultEvent,
  rate_limit_event: z.object({ rate_limit_info: rateLimitInfo }),
} as const;

type KnownName = keyof typeof EVENTS;
/** An event that we read, as it was sent. */
export type KnownEvent = {
  [Name in KnownName]: { readonly name: Name; readonly event: z.infer<(typeof EVENTS)[Name]> };
}[KnownName];

/** What an event that we read carries. */
export type EventOf<Name extends KnownName> = z.infer<(typeof EVENTS)[Name]>;

/**
 * The event, where it is one that we read.
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is known and malformed.
 */
export function parseEvent(name: string, event: unknown): KnownEvent | undefined {
  if (!Object.hasOwn(EVENTS, name)) return undefined;
  const known = name as KnownName;
  return { name: known, event: parse(EVENTS[known], event, `a malformed ${name}`) } as KnownEvent;
}

import { z } from 'zod';

import { createMessageReader } from '../message-reader.js';
import { badOutput } from './errors.js';

/** Words what is not as it should be in the name of the agent. */
export const { parse, readJson } = createMessageReader(badOutput);

/**
 * Codex's app-server protocol (0.150 to 0.171): one JSON object a line, JSON-RPC 2.0 without its `jsonrpc` member. It
 * grows with every release, so unknown members are allowed, and unknown notifications are warned of; what we read must be
 * as we know it.
 */
export type Incoming =
  | { readonly kind: 'reply'; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: RequestId; readonly error: RpcError }
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown };

const requestIdSchema = z.union([z.number(), z.string()]);
const rpcErrorSchema = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const messageSchema = z.object({
  id: requestIdSchema.optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: rpcErrorSchema.optional(),
});

/** Ids of the two directions count separately. */
export type RequestId = z.infer<typeof requestIdSchema>;
/** Why a request was refused. */
export type RpcError = z.infer<typeof rpcErrorSchema>;

/**
 * Reads one line. The last line of an output may lack its line feed; it counts where it is whole.
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is not a message of the protocol.
 */
export function parseLine(line: string, isComplete = true): Incoming {
  const json = readJson(line, isComplete);
  const { id, method, params, result, error } = parse(messageSchema, json, 'a line that is no message');
  if (method !== undefined) {
    return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method };
  }
  if (id !== undefined && error !== undefined) return { kind: 'refusal', id, error };
  if (id !== undefined && result !== undefined) return { kind: 'reply', id, result };
  throw badOutput('a line that is no message');
}

/** `initialize`. `userAgent` is `<our name>/<Codex version> (…)`; `codexHome` is told since 0.125. */
export const initializeReply = z.object({ userAgent: z.string(), codexHome: z.string().optional() });

/** `config/read`: process defaults, configured servers and where they come from. Overrides of a thread are never in it. */
export const configReply = z.object({
  config: z.object({
    approval_policy: z.unknown().optional(),
    sandbox_mode: z.unknown().optional(),
    agents: z.object({ enabled: z.unknown().optional() }).nullish(),
    instructions: z.unknown().optional(),
    developer_instructions: z.unknown().optional(),
    model_instructions_file: z.unknown().optional(),
    otel: z.record(z.string(), z.unknown()).nullish(),
    mcp_servers: z.record(z.string(), z.unknown()).nullish(),
    model: z.string().nullish(),
    model_reasoning_effort: z.string().nullish(),
    model_catalog_json: z.string().nullish(),
    openai_base_url: z.string().nullish(),
    model_provider: z.string().nullish(),
    model_providers: z
      .record(
        z.string(),
        z.object({ env_key: z.string().nullish(), model_catalog_url: z.string().nullish() }),
      )
      .nullish(),
  }),
  layers: z
    .array(z.object({ name: z.object({ type: z.string() }), disabledReason: z.string().nullish() }))
    .nullish(),
});

/** `skills/list`: an entry for each folder that was asked for. */
export const skillsReply = z.object({
  data: z.array(z.object({ cwd: z.string(), skills: z.array(z.object({ path: z.string() })) })),
});

/** `thread/start`. */
export const threadReply = z.object({
  thread: z.object({
    id: z.string(),
    ephemeral: z.boolean().nullish(),
    environments: z.array(z.object({ environmentId: z.string() })).nullish(),
  }),
  cwd: z.string(),
  approvalPolicy: z.unknown().optional(),
  sandbox: z.unknown().optional(),
  activePermissionProfile: z.object({ id: z.string() }).nullish(),
  model: z.string().nullish(),
  reasoningEffort: z.string().nullish(),
  instructionSources: z.array(z.string()).nullish(),
});

/** A row of `mcpServerStatus/list`. `runtimeStatus` is there since 0.150. */
export const serverRow = z.object({
  name: z.string(),
  runtimeStatus: z.string().nullish(),
  tools: z.record(z.string(), z.unknown()).nullish(),
});

/** A row of `experimentalFeature/list`. */
export const featureRow = z.object({ name: z.string(), enabled: z.boolean() });

const effortRow = z.object({ reasoningEffort: z.string() });

/** A row of `model/list`. What is odd about it is left out; without a name it is none. */
export const modelRow = z.object({
  id: z.string().min(1),
  model: z.string().min(1).optional().catch(undefined),
  hidden: z.boolean().optional().catch(undefined),
  isDefault: z.boolean().optional().catch(undefined),
  defaultReasoningEffort: z.string().min(1).optional().catch(undefined),
  supportedReasoningEfforts: z
    .array(z.unknown())
    .catch([])
    .transform((rows) => rows.flatMap((row) => effortRow.safeParse(row).data?.reasoningEffort || [])),
});

/** One page of any list. */
export const pageReply = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** `turn/start`. */
export const turnReply = z.object({ turn: z.object({ id: z.string() }) });

/** `account/read`. */
export const accountReply = z.object({
  account: z.object({ type: z.string() }).nullish(),
  requiresOpenaiAuth: z.boolean().nullish(),
});

/** A reply of which only the arrival matters. */
export const anyReply = z.unknown();

const turnErrorSchema = z.object({
  message: z.string(),
  codexErrorInfo: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

/** What went wrong with a turn. `codexErrorInfo` is an open union of names and one-member objects. */
export type TurnError = z.infer<typeof turnErrorSchema>;

const itemSchema = z.looseObject({ type: z.string(), id: z.string() });
/** One step of a turn: a message, a command, an edit … */
export type Item = z.infer<typeof itemSchema>;

/** What an `agentMessage` item carries when it is complete. `phase` is the model server's word and may be missing. */
export const agentMessageItem = z.object({ id: z.string(), text: z.string(), phase: z.string().nullish() });

const windowSchema = z.object({ usedPercent: z.number(), resetsAt: z.number().nullish() }).nullish();
const rateLimitsSchema = z.object({
  limitId: z.string().optional().catch(undefined),
  primary: windowSchema,
  secondary: windowSchema,
});
/** Two windows of one limit of an account; `resetsAt` is in seconds since 1970. */
export type RateLimits = z.infer<typeof rateLimitsSchema>;

const limitWindowSchema = z
  .object({
    usedPercent: z.number().nullish(),
    windowDurationMins: z.number().nullish(),
    resetsAt: z.number().nullish(),
  })
  .nullish();
const limitSchema = z.object({
  limitId: z.string().nullish(),
  limitName: z.string().nullish(),
  primary: limitWindowSchema,
  secondary: limitWindowSchema,
  planType: z.string().nullish(),
  rateLimitReachedType: z.string().nullish(),
  spendControlReached: z.boolean().nullish(),
});
/** One limit of an account: what it is for, and its windows. */
export type Limit = z.infer<typeof limitSchema>;

/** `account/rateLimits/read`: the limit of the account, and all of them by their ids, that one too (0.171). */
export const rateLimitsReply = z.object({
  rateLimits: limitSchema,
  rateLimitsByLimitId: z.record(z.string(), limitSchema).nullish(),
  ordinaryUsageAllowed: z.boolean().nullish(),
});
/** What an account says of its limits. */
export type RateLimitsReply = z.infer<typeof rateLimitsReply>;

const scope = { threadId: z.string() };

/** The notifications that we read. */
const NOTIFICATIONS = {
  'turn/started': z.object({ ...scope, turn: z.object({ id: z.string() }) }),
  'turn/completed': z.object({
    ...scope,
    turn: z.object({ id: z.string(), status: z.string(), error: turnErrorSchema.nullish() }),
  }),
  'item/started': z.object({ ...scope, item: itemSchema }),
  'item/completed': z.object({ ...scope, item: itemSchema }),
  'item/agentMessage/delta': z.object({ ...scope, itemId: z.string(), delta: z.string() }),
  error: z.object({ ...scope, error: turnErrorSchema, willRetry: z.boolean() }),
  'thread/tokenUsage/updated': z.object(scope),
  'thread/settings/updated': z.object({
    ...scope,
    threadSettings: z.object({
      approvalPolicy: z.unknown().optional(),
      sandboxPolicy: z.unknown().optional(),
      model: z.string().nullish(),
    }),
  }),
  'model/rerouted': z.object({ ...scope, fromModel: z.string(), toModel: z.string() }),
  'account/rateLimits/updated': z.object({ rateLimits: rateLimitsSchema }),
} as const;

/** The name of a notification that we read. */
type KnownMethod = keyof typeof NOTIFICATIONS;
/** A notification that we read, as it was sent. */
export type KnownNotification = {
  [Method in KnownMethod]: {
    readonly method: Method;
    readonly params: z.infer<(typeof NOTIFICATIONS)[Method]>;
  };
}[KnownMethod];

/**
 * The notification, where it is one that we read.
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is known and malformed.
 */
export function parseNotification(method: string, params: unknown): KnownNotification | undefined {
  if (!Object.hasOwn(NOTIFICATIONS, method)) return undefined;
  const known = method as KnownMethod;
  return {
    method: known,
    params: parse(NOTIFICATIONS[known], params, `a malformed ${method}`),
  } as KnownNotification;
}

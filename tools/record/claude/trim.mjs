import { settle } from '../placeholders.mjs';
import { standAfter } from '../stand-after.mjs';

/** Longest list and longest text that is kept, in entries and characters. What follows says the same once more. */
const LIST_MAX = 4;
const TEXT_MAX = 160;

/** Source of rules that stand for what `--tools` leaves out. */
const NARROWING = 'toolsNarrowing';

/** A retry that comes soon, and one that comes so late that nobody waits for it, in milliseconds. */
const [SOON_MS, LATE_MS] = [1_000, 60_000];

const FIXED = { retry_delay_ms: (delayMs) => (delayMs < LATE_MS / 2 ? SOON_MS : LATE_MS) };

/** What a tool said is the contents of a file, or a word to the model: kept where it is what tells of a refusal. */
const toolResult = ({ type, tool_use_id, is_error, content }) => ({
  type,
  tool_use_id,
  ...(is_error ? { is_error } : {}),
  ...(String(content).startsWith('<tool_use_error>') ? { content } : {}),
});

/** Two of the models are enough to find one among others. */
const modelsOf = (models) =>
  models
    .slice(0, 2)
    .map((model) => keep(model, { value: true, resolvedModel: true, supportedEffortLevels: true }));

/** The rules of what `--tools` leaves out are many and say all the same: one of them is kept. */
const rulesOf = ({ rules, workspaceDirectories }) => {
  const kept = rules.filter(
    ({ source }, index) =>
      source !== NARROWING || index === rules.findIndex((rule) => rule.source === NARROWING),
  );
  return {
    rules: kept.map(({ behavior, source, rule }) => ({ behavior, source, rule })),
    workspaceDirectories,
  };
};

/**
 * What is kept of replies, by what was asked: `true` is the whole of a value, a list of one shape each entry, an object
 * its members, and a function whatever it makes of it. All else is another vendor's text, or says nothing to a test.
 */
const REPLIES = {
  initialize: {
    models: modelsOf,
    account: { tokenSource: true, apiKeySource: true, apiProvider: true },
  },
  get_settings: {
    effective: {
      disableAllHooks: true,
      hooks: true,
      allowManagedPermissionRulesOnly: true,
      permissions: { allow: true, deny: true, additionalDirectories: true },
    },
    sources: [{ source: true }],
    applied: { model: true, effort: true },
  },
  mcp_status: { mcpServers: [{ name: true, scope: true }] },
  list_permission_rules: { state: rulesOf },
  get_hooks_listing: { hooks: [{ event: true, source: true }] },
  interrupt: { still_queued: true },
};

/** What is kept of events, by type and subtype. Of others only these two are. */
const EVENTS = {
  'system/init': {
    cwd: true,
    session_id: true,
    tools: [true],
    mcp_servers: [{ name: true, source: true }],
    model: true,
    permissionMode: true,
    slash_commands: [true],
    skills: [true],
    agents: [true],
    apiKeySource: true,
    claude_code_version: true,
    memory_paths: true,
  },
  'system/status': { status: true, permissionMode: true },
  'system/api_retry': {
    attempt: true,
    max_retries: true,
    retry_delay_ms: true,
    error_status: true,
    error: true,
  },
  'system/permission_denied': { tool_name: true, tool_use_id: true, decision_reason_type: true },
  'system/hook_started': { hook_name: true, hook_event: true },
  'system/hook_response': { hook_name: true, hook_event: true, outcome: true },
  'system/model_refusal_no_fallback': { original_model: true, api_refusal_category: true },
  command_lifecycle: { command_uuid: true, state: true },
  rate_limit_event: {
    rate_limit_info: { status: true, resetsAt: true, rateLimitType: true, utilization: true },
  },
  stream_event: {
    parent_tool_use_id: true,
    abandoned_blocks: true,
    event: {
      type: true,
      index: true,
      message: { id: true, model: true },
      content_block: { type: true, id: true, name: true },
      delta: { type: true, text: true, stop_reason: true },
    },
  },
  assistant: {
    parent_tool_use_id: true,
    user_message_uuid: true,
    user_message_uuids: true,
    aborted: true,
    error: true,
    api_error_params: true,
    supersedes: true,
    message: {
      id: true,
      model: true,
      content: [{ type: true, text: true, id: true, name: true, input: true }],
    },
  },
  user: {
    parent_tool_use_id: true,
    isSynthetic: true,
    refused_message_id: true,
    tool_result_meta: [{ id: true, non_execution_kind: true, permission_decision: { decision: true } }],
    message: { content: [toolResult] },
  },
  result: {
    user_message_uuid: true,
    user_message_uuids: true,
    is_error: true,
    result: true,
    errors: true,
    stop_reason: true,
    terminal_reason: true,
    api_error_status: true,
    num_turns: true,
    permission_denials: [{ tool_name: true, tool_use_id: true }],
  },
};

/**
 * Cuts the messages of one case down to what a test needs and replaces what differs from run to run: ids, times, paths
 * and ports.
 *
 * @param messages - What the agent sent, and how it ended.
 * @param {Readonly<Record<string, string>>} paths - Paths to be replaced, with what stands for them.
 */
export function trim(messages, paths) {
  const settled = settle(settleRaces(messages.filter(isOfTheTurn)).map(cut), { paths, fixed: FIXED });
  return settled.map(shorten);
}

/**
 * The screen that nobody looks at is redrawn or not, as chance has it, and that a message is done with comes after the
 * end of its turn, or too late; and a backend asks for what is in `REPLIES`.
 */
function isOfTheTurn({ type, subtype, state, response }) {
  if (type === 'command_lifecycle') return state === 'queued' || state === 'started';
  return subtype !== 'ui_invalidate' && (!response || Object.hasOwn(REPLIES, response.request_id));
}

/**
 * What comes early or late: the reply to an interrupt that follows the prompt at once, and that a prompt which is not
 * ours is begun.
 */
function settleRaces(messages) {
  const isReplyTo = (name) => (message) => message.response?.request_id === name;
  const settled = standAfter(messages, isReplyTo('interrupt'), ({ subtype }) => subtype === 'init');
  return standAfter(settled, ({ type }) => type === 'command_lifecycle', isReplyTo('initialize'));
}

function cut(message) {
  const { type, subtype, response } = message;
  if (type === undefined) return message;
  if (type === 'control_response') {
    const { subtype, request_id, error } = response;
    if (subtype !== 'success') return { type, response: { subtype, request_id, error } };
    const kept = keep(response.response, REPLIES[request_id]);
    return { type, response: { subtype, request_id, response: kept } };
  }
  const name = type === 'system' ? `${type}/${subtype}` : type;
  return { type, ...(subtype ? { subtype } : {}), ...keep(message, EVENTS[name] ?? {}) };
}

function keep(value, shape) {
  if (shape === true || value === null || typeof value !== 'object') return value;
  if (typeof shape === 'function') return shape(value);
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry) => keep(entry, shape[0]));
  const members = Object.keys(shape).filter((name) => value[name] !== undefined);
  return Object.fromEntries(members.map((name) => [name, keep(value[name], shape[name])]));
}

function shorten(value) {
  if (typeof value === 'string' && value.length > TEXT_MAX) return `${value.slice(0, TEXT_MAX)}…`;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}

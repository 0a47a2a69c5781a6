import { settle } from '../placeholders.mjs';

/** Longest list and longest text that is kept, in entries and characters. What follows says the same once more. */
const LIST_MAX = 5;
const TEXT_MAX = 160;

/** A retry that comes soon, and one that comes so late that nobody waits for it, in milliseconds. */
const [SOON_MS, LATE_MS] = [1_000, 60_000];

const FIXED = { retry_delay_ms: (delayMs) => (delayMs < LATE_MS / 2 ? SOON_MS : LATE_MS) };

/**
 * What is kept of a value: `true` the whole, a list of one shape each entry, an object its members, and a function
 * whatever it makes of it. All else is another vendor's text, or says nothing to a test.
 *
 * @typedef {true | readonly [Shape] | ((value: any) => unknown) | { readonly [member: string]: Shape }} Shape
 */

/** Of a refused call the text tells that it was refused. Of others it is the contents of a file. */
const toolResult = ({ type, tool_use_id, is_error, content }) =>
  is_error ? { type, tool_use_id, is_error, content } : { type, tool_use_id };

/** Replies, by what was asked. @type {Readonly<Record<string, Shape>>} */
const REPLIES = {
  initialize: {
    models: [{ value: true, resolvedModel: true, supportedEffortLevels: true }],
    account: { tokenSource: true, apiKeySource: true, apiProvider: true },
  },
  get_settings: {
    effective: { disableAllHooks: true, permissions: { allow: true, deny: true } },
    sources: [{ source: true }],
    applied: { model: true, effort: true },
  },
  mcp_status: { mcpServers: [{ name: true, scope: true }] },
  list_permission_rules: {
    state: { rules: [{ behavior: true, source: true, rule: true }], workspaceDirectories: true },
  },
  get_hooks_listing: { hooks: [{ event: true, source: true }] },
  interrupt: { still_queued: true },
  set_permission_mode: { mode: true },
};

/** Events, by type and subtype. Of others only these two are kept. @type {Readonly<Record<string, Shape>>} */
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
  rate_limit_event: { rate_limit_info: { status: true, resetsAt: true, rateLimitType: true, utilization: true } },
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

/** The screen that nobody looks at is redrawn or not, as chance has it. */
function isOfTheTurn({ subtype }) {
  return subtype !== 'ui_invalidate';
}

/** The reply to an interrupt that follows the prompt at once comes before the turn begins or after; here after. */
function settleRaces(messages) {
  const isReply = ({ response }) => response?.request_id === 'interrupt';
  const [replyAt, initAt] = [messages.findIndex(isReply), messages.findIndex(({ subtype }) => subtype === 'init')];
  if (replyAt < 0 || replyAt > initAt) return messages;
  return messages.toSpliced(replyAt, 1).toSpliced(initAt, 0, messages[replyAt]);
}

function cut(message) {
  const { type, subtype, response } = message;
  if (type === undefined) return message;
  if (type === 'control_response') {
    const { subtype, request_id, error } = response;
    if (subtype !== 'success') return { type, response: { subtype, request_id, error } };
    const kept = keep(response.response, REPLIES[request_id] ?? {});
    return { type, response: { subtype, request_id, response: kept } };
  }
  const name = type === 'system' ? `${type}/${subtype}` : type;
  return { type, ...(subtype ? { subtype } : {}), ...keep(message, EVENTS[name] ?? {}) };
}

/** @param {Shape} shape */
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

/**
 * What agy writes: the shapes of its three events, as recorded from 1.2.15 and 1.2.16 with a scripted model (the order
 * of the keys included), and its way of writing JSON. Pure.
 */

/** @typedef {{ input_tokens: number, output_tokens: number, thinking_tokens: number, cache_read_tokens: number, total_tokens: number }} Usage */
/** @typedef {{ action: string, display_name: string }} DeniedAction */
/** @typedef {'request-review' | 'always-proceed' | 'strict'} PermissionMode */

/** @type {Readonly<Usage>} */
export const NO_USAGE = {
  input_tokens: 0,
  output_tokens: 0,
  thinking_tokens: 0,
  cache_read_tokens: 0,
  total_tokens: 0,
};

/** Of one call of the model. Thinking counts in the output, the cache in neither sum (1.2.16). */
/** @type {Readonly<Usage>} */
export const CALL_USAGE = {
  input_tokens: 900,
  output_tokens: 47,
  thinking_tokens: 7,
  cache_read_tokens: 300,
  total_tokens: 947,
};

/** The 60 names of 1.2.15. They do not change with the permissions, and no flag removes one. */
export const TOOLS = `ask_custom_permission ask_permission ask_question browser_click_element
browser_drag_pixel_to_pixel browser_get_dom browser_get_network_request browser_input browser_list_network_requests
browser_mouse_down browser_mouse_up browser_move_mouse browser_press_key browser_refresh_page browser_resize_window
browser_scroll browser_scroll_dom browser_select_option browser_subagent call_mcp_tool capture_browser_console_logs
capture_browser_screenshot click_browser_pixel command_status define_subagent delete_knowledge
execute_browser_javascript find_by_name finish generate_image grep_search invoke_subagent list_browser_pages list_dir
list_permissions list_plugin_accounts list_resources manage_inbox manage_subagents manage_task
multi_replace_file_content notebook_edit notebook_execution open_browser_url read_browser_page read_resource
read_url_content replace_file_content run_command run_workflow schedule search_marketplace search_web sed_file
send_command_input send_message view_file wait wait_5_seconds write_to_file`.split(/\s+/);

/**
 * Once for each process. The model is there only where `--model` was given, and repeats it.
 * @param {{ conversationId: string, cwd: string, permissionMode: PermissionMode, model?: string }} start
 */
export function initEvent({ conversationId, cwd, permissionMode, model }) {
  const init = {
    ...(model === undefined ? {} : { model }),
    cwd,
    tools: TOOLS,
    permission_mode: permissionMode,
  };
  return { event: 'init', conversation_id: conversationId, init };
}

/**
 * @param {string} conversationId
 * @param {number} index - Counts over the whole conversation, across processes.
 * @param {{ state: string, step_type: string } & Record<string, unknown>} fields
 */
export function stepEvent(conversationId, index, fields) {
  const { state, step_type, ...others } = fields;
  return {
    event: 'step_update',
    step_update: { conversation_id: conversationId, step_index: index, state, step_type, ...others },
  };
}

/**
 * The end of one turn. Usage, number of turns and duration are those of the whole conversation.
 * @param {{ conversationId: string, status: string, response: string, error?: string, durationSeconds: number,
 *   turns: number, usage: Usage, deniedActions?: readonly DeniedAction[], command?: object }} end
 */
export function resultOf({ conversationId, status, response, error, durationSeconds, turns, usage, ...end }) {
  return {
    conversation_id: conversationId,
    status,
    response,
    ...(error === undefined ? {} : { error }),
    duration_seconds: durationSeconds,
    num_turns: turns,
    usage,
    ...(end.deniedActions?.length ? { denied_actions: end.deniedActions } : {}),
    ...(end.command === undefined ? {} : { command: end.command }),
  };
}

/**
 * What a program that could not start says instead of everything else: no `init`, no conversation.
 * @param {string} error
 */
export function startFailure(error) {
  return resultOf({
    conversationId: '',
    status: 'ERROR',
    response: '',
    error,
    durationSeconds: 0,
    turns: 0,
    usage: NO_USAGE,
  });
}

/**
 * @param {Usage} one
 * @param {Usage} other
 * @returns {Usage}
 */
export function addUsage(one, other) {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    thinking_tokens: one.thinking_tokens + other.thinking_tokens,
    cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}

/**
 * JSON as Go writes it: on one line, with `<`, `>`, `&` and the two line separators escaped.
 * @param {unknown} value
 */
export function encode(value) {
  const escaped = (/** @type {string} */ character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
}

/**
 * The line on stderr after a turn that ended without an answer because of a refusal (1.2.15). It names all permissions
 * that the conversation was refused so far.
 * @param {readonly DeniedAction[]} denied
 */
export function denialNote(denied) {
  const actions = denied.map(({ action }) => action);
  const quoted = actions.map((action) => `"${action}"`).join(', ');
  const rules = actions.map((action) => `${action}(<target>)`).join(', ');
  const what =
    actions.length === 1
      ? `a tool required the ${quoted} permission that headless mode cannot prompt for, so it was auto-denied.`
      : `one or more tools required the ${quoted} permissions that headless mode cannot prompt for, so they were auto-denied.`;
  return (
    `jetski: no output produced — ${what} Add an allow-rule under permissions.allow in settings.json ` +
    `(e.g. ${rules}). Alternatively, re-run with --dangerously-skip-permissions to auto-approve all tools.`
  );
}

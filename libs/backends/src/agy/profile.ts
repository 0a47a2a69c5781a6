/**
 * Flags of a turn. A version that lacks one cannot be spoken to, or cannot be kept from what it must not do:
 * `--disable-slash-commands` came with 1.1.9, `--input-format` with 1.1.15.
 */
export const NEEDED_FLAGS = [
  'add-dir',
  'disable-slash-commands',
  'effort',
  'input-format',
  'model',
  'output-format',
  'print',
  'print-timeout',
  'sandbox',
] as const;

/**
 * What `init` may call the permissions. In both, reading inside the workspace is allowed and nothing else is: what
 * would need a question is refused, and ends the turn (1.2.15, 1.2.16).
 */
export const PERMISSION_MODES: ReadonlySet<string> = new Set(['request-review', 'strict']);

/** `toolPermission` of the user's settings. `proceed-in-sandbox` runs commands, `always-proceed` does everything. */
export const TOOL_PERMISSIONS: ReadonlySet<string> = PERMISSION_MODES;

/** `agentMode` of the user's settings. `accept-edits` writes into the workspace without showing in the permissions. */
export const AGENT_MODES: ReadonlySet<string> = new Set(['default', 'plan']);

/** Actions that a rule of the user may allow. Rules do not show in the permission mode (1.2.15). */
export const READING_ACTIONS: ReadonlySet<string> = new Set(['read_file']);

/** Folders from which agy takes what a repository brings along (1.1.25 knows all four spellings). */
export const CUSTOMIZATION_FOLDERS = ['.agents', '.agent', '_agents', '_agent'] as const;

/**
 * Files in such a folder that start programs: hooks and MCP servers, in every permission mode and without a question
 * (1.2.15, 1.2.16); and the list of further places of plugins, which bring hooks and servers along.
 */
export const STARTING_FILES: ReadonlySet<string> = new Set(['hooks.json', 'mcp_config.json', 'plugins.json']);
/** The folder of such a folder in which each folder is a plugin. */
export const PLUGIN_FOLDER = 'plugins';

/** Instructions that agy reads without being asked, beside the workspace and above it. No flag stops it (1.2.16). */
export const INSTRUCTION_FILES = ['AGENTS.md', 'GEMINI.md'] as const;
/** The same in a customization folder. */
export const INSTRUCTION_ENTRIES: ReadonlySet<string> = new Set([
  'rules',
  'rules.json',
  'skills',
  'skills.json',
]);

/**
 * Tools that change something, start something or reach the network, each with the action that agy calls it by where it
 * refuses it (1.2.15): in the profile none of them ever runs.
 */
export const ACTING_TOOLS: ReadonlyMap<string, string> = new Map([
  ['run_command', 'command'],
  ['send_command_input', 'command'],
  ['notebook_execution', 'command'],
  ['call_mcp_tool', 'mcp'],
  ['read_url_content', 'read_url'],
  ['write_to_file', 'write_file'],
  ['replace_file_content', 'write_file'],
  ['multi_replace_file_content', 'write_file'],
  ['sed_file', 'write_file'],
  ['notebook_edit', 'write_file'],
]);

/**
 * Tools that read the workspace, wait, or speak with agy itself (the editor's older ones among them). What is in neither
 * list may do anything: 1.2.15 names 60 tools, and MCP servers of the user's add to them.
 */
export const READING_TOOLS: ReadonlySet<string> = new Set([
  'view_file',
  'view_file_outline',
  'view_code_item',
  'list_dir',
  'find_by_name',
  'grep_search',
  'codebase_search',
  'command_status',
  'list_permissions',
  'ask_question',
  'wait',
  'wait_5_seconds',
  'finish',
]);

/** Below the home: hooks, MCP servers and plugins of the user's own (1.2.15). */
export const USER_FOLDER = '.gemini/config';
/** agy's own folder below the home. Its settings are in it. */
export const OWN_FOLDER = '.gemini/antigravity-cli';
/** The folders in it that agy writes to without asking: plans and notes (1.2.16), and what has no workspace (1.1). */
export const NOTE_FOLDERS = ['brain', 'scratch'] as const;

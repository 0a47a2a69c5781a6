/** `agy --help`: the flags as 1.1.12 lists them, with those that came later. Subcommands that the stand-in lacks, too. */

/** @type {readonly (readonly [name: string, about: string])[]} */
const FLAGS = [
  ['--add-dir', 'Add a directory to the workspace (repeatable) (default [])'],
  ['--agent', 'Agent for the current CLI session'],
  ['-c', 'Short alias for --continue'],
  ['--continue', 'Continue the most recent conversation'],
  ['--conversation', 'Resume a previous conversation by ID'],
  ['--dangerously-skip-permissions', 'Auto-approve all tool permission requests without prompting'],
  ['--disable-slash-commands', 'Disable slash command and skill expansion in print mode'],
  ['--effort', 'Reasoning effort for the current CLI session (low|medium|high|xhigh|max)'],
  ['-i', 'Short alias for --prompt-interactive'],
  ['--input-format', 'Input format for print mode (text, stream-json) (default text)'],
  ['--json-schema', 'Optional JSON schema for structured output'],
  ['--log-file', 'Override CLI log file path'],
  ['--mode', 'Set the agent execution mode for this session (accept-edits, plan)'],
  ['--model', 'Model for the current CLI session'],
  ['--new-project', 'Create a new project for this session'],
  ['--output-format', 'Output format for print mode (text, json, stream-json) (default text)'],
  ['-p', 'Short alias for --print'],
  ['--print', 'Run a single prompt non-interactively and print the response'],
  ['--print-timeout', 'Timeout for print mode wait (default 0s)'],
  ['--project', 'Project ID for the current CLI session'],
  ['--prompt', 'Alias for --print'],
  ['--prompt-interactive', 'Run an initial prompt interactively and continue the session'],
  ['--remote-control', 'Control this session from another device'],
  ['--remote-control-name', 'Name of this session on other devices'],
  ['--sandbox', 'Run in a sandbox with terminal restrictions enabled'],
];

/** @type {readonly (readonly [name: string, about: string])[]} */
const SUBCOMMANDS = [
  ['agent', 'List available agents'],
  ['agents', 'List available agents'],
  ['changelog', 'Show changelog and release notes'],
  ['help', 'Show help for subcommands'],
  ['install', 'Configure environment paths and shell settings'],
  ['mcp', 'Manage MCP servers'],
  ['models', 'List available models'],
  ['plugin', 'Manage plugins (install, uninstall, list, enable, disable)'],
  ['plugins', 'Alias for plugin'],
  ['update', 'Update CLI'],
];

const rows = (/** @type {typeof FLAGS} */ table, /** @type {number} */ width) =>
  table.map(([name, about]) => `  ${name.padEnd(width)}${about}\n`).join('');

export const HELP = `Usage of agy:\n${rows(FLAGS, 32)}\nAvailable subcommands:\n${rows(SUBCOMMANDS, 16)}`;

/**
 * Variables of the family that say which session a program runs in, or how its host wants to be spoken to. They are
 * the host's: a child that took them over would take itself for the host's (names in 2.1.248 to 2.1.332).
 */
const HOSTS = [
  ...['ENTRYPOINT', 'EXECPATH', 'SSE_PORT', 'SESSION_', 'MESSAGING_', 'CHILD_', 'SUPERVISED', 'SPAWN'],
  ...['HOST_', 'SDK_', 'REMOTE', 'BRIDGE_', 'CCR_', 'WORKER_', 'DESKTOP_', 'RELAUNCH_', 'RESUME_', 'IDE_'],
  ...[
    'CONTAINER_ID',
    'ENVIRONMENT_',
    'LAUNCHED_',
    'LAUNCHER_',
    'TASK_LIST_ID',
    'TOOL_USE_ID',
    'TMUX_',
    'USER_DELEGATED_',
  ],
];

/** Variables of the family that add tools, programs, folders or instructions, leave the profile, or write files. */
const WEAKENING = [
  ...[
    'EVEN_MORE_',
    'AUTO_MODE_',
    'ENABLE_AUTO_MODE',
    'PERMISSION_',
    'EXPERIMENTAL_',
    'EVAL_',
    'SIMPLE',
    'SAFE_MODE',
  ],
  ...[
    'MANAGED_',
    'MOCK_',
    'SHELL',
    'PROCESS_WRAPPER',
    'PLUGIN',
    'SYNC_',
    'MCP_',
    'COORDINATOR_',
    'INLINE_TOOLS',
    'REPL',
  ],
  ...['AGENT', 'ADDITIONAL_DIRECTORIES_', 'APPEND_', 'EXTRA_', 'SERVED_', 'MEMORY_', 'ENABLE_FUNCTION_HOOKS'],
  ...['TEE_', 'DEBUG_', 'DIAGNOSTICS_', 'PERFETTO_', 'PROFILE_', 'TERMINAL_RECORDING', 'FRAME_TIMING_LOG'],
];

const WITHHELD = new RegExp(`^CLAUDE_CODE_(?:${[...HOSTS, ...WEAKENING].join('|')})|_FILE_DESCRIPTOR$`);

/** Clouds that Claude Code can work through, each with its switch and the beginnings of the names that belong to it. */
const CLOUDS = [
  {
    switches: ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_MANTLE', 'CLAUDE_CODE_USE_ANTHROPIC_AWS'],
    family: 'AWS_',
  },
  {
    switches: ['CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_ANTHROPIC_GOOGLE_CLOUD'],
    family: 'GOOGLE_',
  },
];

/** Beginnings of the names of the variables that belong to Claude Code: those of a cloud only where it is in use. */
export function claudeFamilies(variables: Readonly<Record<string, string | undefined>>): string[] {
  const clouds = CLOUDS.filter(({ switches }) => switches.some((name) => isOn(variables[name])));
  return ['ANTHROPIC_', 'CLAUDE_CODE_', ...clouds.map(({ family }) => family)];
}

/** The names among `variables` that are of a family and are not passed on all the same. */
export function withheldNames(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(variables)
    .map((name) => name.toUpperCase())
    .filter((name) => WITHHELD.test(name));
}

/** As Claude Code reads a switch (2.1.332). */
function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '');
}

/**
 * Variables of the family that say which session a program runs in, or how its host wants to be spoken to. They are
 * the host's: a child that took them over would take itself for the host's (names in 2.1.248 to 2.1.332).
 */
const HOSTS = words(`
  BRIDGE_ CCR_ CHILD_ CONTAINER_ID DESKTOP_ ENTRYPOINT ENVIRONMENT_ EXECPATH HOST_ IDE_ LAUNCHED_ LAUNCHER_ MESSAGING_
  RELAUNCH_ REMOTE RESUME_ SDK_ SESSION_ SPAWN SSE_PORT SUPERVISED TASK_LIST_ID TMUX_ TOOL_USE_ID USER_DELEGATED_ WORKER_
`);

/**
 * Variables of the family that add tools, programs, folders or instructions, start something by themselves, ask or tell
 * somebody else, leave the profile, wait without end, or write files. Tried one by one with 2.1.248 and 2.1.332. What they
 * would do, and one that is not in the list, the checks of the profile find, but for requests to other models and for words
 * to ours. `ANTHROPIC_LOG` writes into the output that we read.
 */
const WEAKENING = words(`
  ACTION ADDITIONAL_DIRECTORIES_ AGENT AMBER_ASTROLABE APPEND_ ARTIFACT AUTOMOUNT_ AUTO_BACKGROUND_ AUTO_CONNECT_IDE AUTO_MODE_
  BASALT_COVE BISON_CAIRN BRIEF CONFIG_PROBE COORDINATOR_ DEBUG_ DIAGNOSTICS_ EMIT_ ENABLE_ EVAL_ EVEN_MORE_ EXIT_AFTER_
  EXPERIMENTAL_ EXTRA_ FRAME_TIMING_LOG GOAL_ INLINE_TOOLS LARCH_CISTERN LOOP_ MANAGED_ MCP_ MEMORY_ MOCK_ PERFETTO_
  PERFORCE_MODE PERMISSION_ PEWTER_OWL PLUGIN POLL_EVENT POST_TURN_ PROACTIVE PROCESS_WRAPPER PROFILE_ PROJECT_DIR_NAME
  QUEUED_NOTIFICATIONS_ REPL RETRY_WATCHDOG SAFE_MODE SERVED_ SHELL SILENT_TURN_ SIMPLE SKILL_PROPOSALS STARTER_
  SUBPROCESS_ENV_SCRUB SYNC_ TEE_ TERMINAL_RECORDING TETHER_ TURN_UPDATES USE_COWORK_ WEBSEARCH_ WILLOW_TERN
`);

const WITHHELD = new RegExp(
  `^CLAUDE_CODE_(?:${[...HOSTS, ...WEAKENING].join('|')})|^ANTHROPIC_LOG$|_FILE_DESCRIPTOR$`,
);

/** Clouds that Claude Code can work through: their switches, and the beginnings of the names that belong to them. */
const CLOUDS = [
  { switches: ['USE_BEDROCK', 'USE_MANTLE', 'USE_ANTHROPIC_AWS'], families: ['AWS_'] },
  {
    switches: ['USE_VERTEX', 'USE_ANTHROPIC_GOOGLE_CLOUD'],
    families: ['GOOGLE_', 'CLOUD_ML_REGION', 'VERTEX_REGION_'],
  },
];

/** Beginnings of the names of the variables that belong to Claude Code: those of a cloud only where it is in use. */
export function claudeFamilies(variables: Readonly<Record<string, string | undefined>>): string[] {
  const isUsed = ({ switches }: (typeof CLOUDS)[number]) =>
    switches.some((name) => isOn(variables[`CLAUDE_CODE_${name}`]));
  return ['ANTHROPIC_', 'CLAUDE_CODE_', ...CLOUDS.filter(isUsed).flatMap(({ families }) => families)];
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

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

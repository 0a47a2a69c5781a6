/** Version of the package `coagent8`, put in by the bundler; absent when the sources run as they are. */
declare const SERVER_VERSION: string | undefined;
/** `bugs.url` of the package `coagent8`, put in by the bundler; empty where it names none. */
declare const SERVER_BUGS_URL: string | undefined;

/** How the server names itself to a client. */
export const BRAND = {
  name: 'coagent8',
  title: 'CoAgent8',
  version: typeof SERVER_VERSION === 'string' ? SERVER_VERSION : '0.0.0',
} as const;

/** Where problems are reported; undefined where the package names no place. */
export const BUGS_URL = typeof SERVER_BUGS_URL === 'string' ? SERVER_BUGS_URL || undefined : undefined;

/** Most characters of {@link INSTRUCTIONS}: hosts put them before every conversation. */
export const INSTRUCTIONS_MAX_CHARACTERS = 512;

/** What a client's model is told about the server as a whole. */
export const INSTRUCTIONS = `CoAgent8 asks another vendor's coding agent installed on this machine: Codex, Claude Code or Antigravity (agy). It runs read-only in the workspace, takes minutes and uses the user's own plan with that vendor. A result ends in a quoted footer: who answered, and whether the read-only profile was verified. \`doctor\` lists models, prices and health; \`issue\` drafts a report. An error begins with a code, then what happened and what to do: tell the user, and do not change the user's settings to get around it.`;

import { devNull } from 'node:os';

/** The tools of the profile, and all of them: they read files, and nothing else. */
export const TOOLS = ['Glob', 'Grep', 'Read'] as const;
/** Nobody is asked; what would need asking is refused. */
export const PERMISSION_MODE = 'dontAsk';

/**
 * Files that no answer needs: `.env`, `.env.local`, `.envrc` and what else begins so, and Claude Code's own sign-in. The
 * rules hold at any depth, through links, and for all three tools: a denied file is missing from what Glob and Grep list.
 * They spell out both cases, since 2.1.248 reads them to the letter where it lists. A hard link under another name is not
 * covered: it is a file of its own (2.1.248 to 2.1.332).
 */
export const DENIED_FILES = ['Read(**/.[eE][nN][vV]*)', 'Read(**/.credentials.json)'] as const;

/** Model round trips of one turn. A model that calls tools without end is stopped here; Claude Code has no limit. */
export const TURN_ROUNDS_MAX = 200;

/** How often Claude Code sends one request to the model again. Its own default is 10, which takes minutes. */
export const RETRIES_MAX = 2;

/** The settings of the process, as it starts. They are visible to every user of the machine: no secret is in them. */
export const PROFILE_SETTINGS = {
  disableAllHooks: true,
  permissions: { deny: DENIED_FILES },
} as const;

/**
 * Variables of the process that belong to the profile, measured with 2.1.248 to 2.1.332 unless said otherwise.
 */
export const PROFILE_VARIABLES = {
  /** The list of agents must then be empty, so that one of a repository shows up. */
  CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1',
  /** A repository's `.claude/scheduled_tasks.json` stays what it is: else its prompts are played, as turns of ours. */
  CLAUDE_CODE_DISABLE_CRON: '1',
  /** No instructions of anybody are read, neither the repository's nor those of the machine's administrator. */
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  /**
   * Nothing is asked or told beside the turn: 2.1.248 else has another model write a title, for a second price; and no
   * feature is switched on from afar, so that Claude Code is the one that was measured. What an organisation prescribes
   * is read all the same.
   */
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  /** A broken stream is told as one, instead of a repeat that does not stream. */
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  /** `@path` in a prompt, as in many a diff, puts no file into the conversation (2.1.332). */
  CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
  /** `git status` stays out of the prompt: up to 2.1.269 it runs the filters that a repository configures. */
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
  /** With no repository to be found, the `git` that runs all the same reads nothing of a repository's configuration. */
  GIT_DIR: devNull,
  CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),
  DISABLE_AUTOUPDATER: '1',
} as const;

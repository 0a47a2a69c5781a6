import type { Environment } from '@coagent8/contracts';

import type { Flags } from './probe-flags.js';
import { PERMISSION_MODE, PROFILE_SETTINGS, TOOLS, TURN_ROUNDS_MAX } from './profile.js';
import { MODEL_NAME } from './user-settings.js';
import type { UserSettings } from './user-settings.js';

/** What a process is started with, beside the profile. */
export interface LaunchOptions {
  /** Flags that `--help` lists. */
  readonly flags: Flags;
  /** Id of the session, a UUID that no session of this user has. */
  readonly sessionId: string;
  /** As `--model` takes it: an alias, a full name, or `default`. */
  readonly model: string;
  readonly reasoningEffort?: string;
}

/** The name of what Claude Code itself takes for the account, where nobody names a model. */
export const MODEL_DEFAULT = 'default';

/**
 * The model of a turn: the one asked for, else what the user has chosen, in Claude Code's own order. It is always named:
 * a session that is continued without takes the one it had last.
 */
export function chooseModel(
  asked: string | undefined,
  {
    user,
    variables,
  }: { readonly user: Pick<UserSettings, 'model'>; readonly variables: Environment['variables'] },
): string {
  const named = variables['ANTHROPIC_MODEL'] ?? '';
  return asked ?? (MODEL_NAME.test(named) ? named : user.model) ?? MODEL_DEFAULT;
}

/**
 * Arguments of one process: the profile, and nothing of the prompt, which is sent on the input. `--permission-prompts`
 * exists since 2.1.259; `dontAsk` refuses by itself, too. `--max-turns` is in no help and works in all versions.
 */
export function processArguments({ flags, sessionId, model, reasoningEffort }: LaunchOptions): string[] {
  return [
    ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
    '--include-partial-messages',
    '--restricted',
    '--strict-mcp-config',
    '--disable-slash-commands',
    ...['--permission-mode', PERMISSION_MODE],
    ...(flags.has('--permission-prompts') ? ['--permission-prompts', 'none'] : []),
    ...['--tools', TOOLS.join(',')],
    ...['--max-turns', String(TURN_ROUNDS_MAX)],
    ...['--settings', JSON.stringify(PROFILE_SETTINGS)],
    ...['--session-id', sessionId],
    ...['--model', model],
    ...(reasoningEffort === undefined ? [] : ['--effort', reasoningEffort]),
  ];
}

/**
 * The message that carries the prompt. What Claude Code does for it is told with its id. One that begins with the name of a command would be taken for the command, and
 * never reach the model (2.1.332): it gets a line feed before it.
 */
export function promptMessage(prompt: string, messageId: string) {
  return {
    type: 'user',
    uuid: messageId,
    message: { role: 'user', content: prompt.startsWith('/') ? `\n${prompt}` : prompt },
    parent_tool_use_id: null,
    session_id: '',
  };
}

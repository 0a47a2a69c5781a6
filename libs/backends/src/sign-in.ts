import type { BackendId } from '@coagent8/contracts';

/**
 * What a user does to sign in to each agent, as a sentence part: failures and examinations say the same. Codex takes a key
 * for its own provider from its sign-in alone, never from a variable (0.150 to 0.171); Claude Code and agy sign in within
 * a terminal of their own (2.1.332, 1.2.16).
 */
export const SIGN_IN: Readonly<Record<BackendId, string>> = {
  codex: 'sign in with `codex login`, or with a key by `codex login --with-api-key`',
  claude:
    'sign in with `claude` in a terminal and its `/login`, or set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN where CoAgent8 is started',
  agy: 'run `agy` in a terminal to sign in, and check the connection',
};

/** The same for a key that an agent takes from a variable that does not reach it. */
export function setKey(id: BackendId, variable: string): string {
  return `set ${variable} where CoAgent8 is started; if it is set there, name it in backends.${id}.env`;
}

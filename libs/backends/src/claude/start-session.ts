import type { ProfileCheck } from '@coagent8/contracts';
import type { z } from 'zod';

import type { Connection } from './connection.js';
import { effortUnavailable } from './errors.js';
import { judgeReplies } from './judge-profile.js';
import { anyReply, QUESTIONS } from './replies.js';
import type { initializeReply } from './replies.js';
import type { UserSettings } from './user-settings.js';

/** A process that has been asked all that can be asked, and has not been given a prompt. */
export interface ClaudeSession {
  readonly checks: readonly ProfileCheck[];
  readonly account: z.infer<typeof initializeReply>['account'];
  /** What became of the model that was asked for. */
  readonly model?: string;
  readonly reasoningEffort?: string;
}

/** What a session is started with. */
export interface SessionOptions extends Pick<UserSettings, 'apiKeyHelper'> {
  readonly model: string;
  readonly reasoningEffort?: string;
}

/**
 * Tells Claude Code the command that prints the key, where the user has one. It goes this way and not through the
 * arguments, which every user of the machine sees.
 *
 * @throws CoAgentError what a {@link Connection} throws.
 */
export async function tellKeyHelper(
  connection: Connection,
  { apiKeyHelper }: Pick<SessionOptions, 'apiKeyHelper'>,
): Promise<void> {
  if (apiKeyHelper === undefined) return;
  await connection.request({ subtype: 'apply_flag_settings', settings: { apiKeyHelper } }, anyReply);
}

/**
 * Introduces ourselves and asks back all that can be asked. The checks may have failed.
 *
 * @throws CoAgentError `MODEL_UNAVAILABLE` where the model does not take the effort; what a {@link Connection} throws.
 */
export async function startSession(connection: Connection, options: SessionOptions): Promise<ClaudeSession> {
  const { model, reasoningEffort } = options;
  await tellKeyHelper(connection, options);
  const [{ account, models }, settings, servers, rules, hooks] = await Promise.all([
    connection.request({ subtype: 'initialize' }, QUESTIONS.initialize),
    connection.request({ subtype: 'get_settings' }, QUESTIONS.get_settings),
    connection.request({ subtype: 'mcp_status' }, QUESTIONS.mcp_status),
    connection.requestIfKnown({ subtype: 'list_permission_rules' }, QUESTIONS.list_permission_rules),
    connection.requestIfKnown({ subtype: 'get_hooks_listing' }, QUESTIONS.get_hooks_listing),
  ]);
  const applied = settings.applied ?? {};
  if (reasoningEffort !== undefined && applied.effort !== reasoningEffort) {
    const row = models?.find(
      ({ value, resolvedModel }) => value === model || resolvedModel === applied.model,
    );
    throw effortUnavailable(reasoningEffort, row?.supportedEffortLevels ?? []);
  }
  return {
    checks: judgeReplies({ settings, servers, rules, hooks }),
    account,
    ...(applied.model ? { model: applied.model } : {}),
    ...(applied.effort ? { reasoningEffort: applied.effort } : {}),
  };
}

/** Whether a key signs in, and not a login that Claude Code can renew. */
export function hasKey(account: ClaudeSession['account']): boolean {
  const source = account?.apiKeySource ?? 'none';
  return source !== 'none';
}

import { describeRemains } from '@coagent8/runtime';
import type { z } from 'zod';

import type { Authentication, BackendExamination, ExamineRequest } from '../backend.js';
import { examinationLeft } from '../errors.js';
import { withRemains } from '../left-running.js';
import { requireNotAborted, watchAbort } from '../wait.js';
import { claudeCommand } from './command.js';
import { CLOSE_GRACE_MS, connectClaude } from './connect.js';
import type { Connection } from './connection.js';
import { chooseModel, processArguments } from './launch.js';
import { createLiveTurn } from './live-turn.js';
import { versionReply } from './replies.js';
import type { initializeReply } from './replies.js';
import type { TurnDoors } from './run-turn.js';
import { startSession } from './start-session.js';

/** Starts Claude Code, asks it all that it can be asked, and ends it without a prompt. */
export async function examineClaude(
  { spawn, probeFlags, newId }: Pick<TurnDoors, 'spawn' | 'probeFlags' | 'newId'>,
  request: ExamineRequest,
): Promise<BackendExamination> {
  const { signal, environment } = request;
  requireNotAborted(signal);
  const { command, user } = await claudeCommand(request);
  const flags = await probeFlags(command, { signal });
  const model = chooseModel(undefined, { user, variables: environment.variables });
  const args = processArguments({ flags, sessionId: newId(), model });
  const abort = watchAbort(signal);
  try {
    const { onEvent } = createLiveTurn({ messageId: newId() });
    const claude = await connectClaude(spawn, { ...command, args }, onEvent);
    const [asked] = await Promise.allSettled([Promise.race([ask(claude.connection), abort.happened])]);
    const isDone = signal.aborted || claude.connection.isOver();
    const remains = describeRemains(await (isDone ? claude.stop() : claude.close(CLOSE_GRACE_MS)));
    if (asked.status === 'fulfilled') return withRemains(asked.value, remains);
    throw remains === undefined ? asked.reason : examinationLeft(asked.reason, remains);
  } finally {
    abort.dispose();
  }

  async function ask(connection: Connection): Promise<BackendExamination> {
    const { apiKeyHelper } = user;
    const { checks, account } = await startSession(connection, {
      model,
      ...(apiKeyHelper === undefined ? {} : { apiKeyHelper }),
    });
    const { version } = await connection.request({ subtype: 'get_binary_version' }, versionReply);
    return {
      version,
      evidence: { profile: 'read-only', assurance: 'verified', checks: [...checks] },
      authentication: judgeAccount(account),
    };
  }
}

/** `tokenSource` and `apiKeySource` where there is none of the kind. */
const NONE = 'none';
/** The provider that Claude Code signs in to by itself. The others have credentials of their own. */
const OWN_PROVIDER = 'firstParty';

/**
 * What an account says. A stored login is told by what belongs to it and not by a source (2.1.248 to 2.1.332). Whether a
 * key or a token is accepted is known only to a turn.
 */
export function judgeAccount(account: z.infer<typeof initializeReply>['account']): Authentication {
  const { tokenSource, apiKeySource, apiProvider, subscriptionType, email } = account ?? {};
  const unknown = (detail: string): Authentication => ({ state: 'unknown', detail });
  if (apiProvider && apiProvider !== OWN_PROVIDER)
    return unknown(`works through ${apiProvider}, whose credentials only a turn tries`);
  for (const [what, source] of [
    ['key', apiKeySource],
    ['token', tokenSource],
  ]) {
    if (source && source !== NONE)
      return unknown(`a ${what} comes from ${source}; only a turn tells whether it is accepted`);
  }
  if (tokenSource === NONE) return { state: 'absent', detail: 'signed out' };
  if (!subscriptionType && !email) return unknown('not told');
  return { state: 'present', detail: subscriptionType ? `signed in with ${subscriptionType}` : 'signed in' };
}

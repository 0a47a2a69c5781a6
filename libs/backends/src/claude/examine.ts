import type { z } from 'zod';

import type { Authentication, BackendExamination, ExamineRequest } from '../backend.js';
import { withRemains } from '../left-running.js';
import { SIGN_IN } from '../sign-in.js';
import { askProcess } from './ask-process.js';
import type { AskDoors } from './ask-process.js';
import type { Connection } from './connection.js';
import { versionReply } from './replies.js';
import type { initializeReply } from './replies.js';
import { startSession } from './start-session.js';
import type { SessionOptions } from './start-session.js';

/** Starts Claude Code, asks it all that it can be asked, and ends it without a prompt. */
export async function examineClaude(doors: AskDoors, request: ExamineRequest): Promise<BackendExamination> {
  const { answer, remains } = await askProcess(doors, request, examine);
  return withRemains(answer, remains);
}

async function examine(connection: Connection, start: SessionOptions): Promise<BackendExamination> {
  const { checks, account } = await startSession(connection, start);
  const { version } = await connection.request({ subtype: 'get_binary_version' }, versionReply);
  return {
    version,
    evidence: { profile: 'read-only', assurance: 'verified', checks: [...checks] },
    authentication: judgeAccount(account),
  };
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
      return {
        state: 'present',
        detail: `a ${what} comes from ${source}; only a turn tells whether it is accepted`,
      };
  }
  if (tokenSource === NONE) return { state: 'absent', detail: 'signed out', remedy: SIGN_IN.claude };
  if (!subscriptionType && !email) return { ...unknown('not told'), remedy: SIGN_IN.claude };
  return { state: 'present', detail: subscriptionType ? `signed in with ${subscriptionType}` : 'signed in' };
}

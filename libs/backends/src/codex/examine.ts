import { CoAgentError } from '@coagent8/contracts';
import type { spawnOwned } from '@coagent8/runtime';
import type { z } from 'zod';

import type { AgentCommand } from '../agent-command.js';
import type { Authentication, BackendExamination, ExamineRequest } from '../backend.js';
import { withRemains } from '../left-running.js';
import { setKey, SIGN_IN } from '../sign-in.js';
import { requireNotAborted } from '../wait.js';
import { askServer } from './ask-server.js';
import { codexCommand } from './command.js';
import type { Connection } from './connection.js';
import { accountReply } from './protocol.js';
import type { ProbeSandbox } from './sandbox-probe.js';
import { startThread } from './start-thread.js';

/** How long `account/read` may take, in milliseconds: for a ChatGPT sign-in Codex asks the network (0.171). */
export const ACCOUNT_TIMEOUT_MS = 10_000;

/** Starts a thread that is forgotten at once, judges it, and asks for the account. */
export async function examineCodex(
  { spawn, probeSandbox }: { readonly spawn: typeof spawnOwned; readonly probeSandbox: ProbeSandbox },
  request: ExamineRequest,
): Promise<BackendExamination> {
  const { signal } = request;
  requireNotAborted(signal);
  const command = await codexCommand(request);
  const sandboxProbe = probeSandbox(command, signal);
  sandboxProbe.catch(() => undefined);
  try {
    const { answer, remains } = await askServer(spawn, { command, signal }, ask);
    return withRemains(answer, remains);
  } finally {
    await sandboxProbe.catch(() => undefined);
  }

  async function ask(connection: Connection): Promise<BackendExamination> {
    const { workspacePath } = request;
    const thread = await startThread(connection, { workspacePath, ephemeral: true, sandboxProbe });
    const { evidence, version, keyName } = thread;
    const authentication = await readAuthentication(connection, keyName, command);
    return { evidence, authentication, ...(version === undefined ? {} : { version }) };
  }
}

async function readAuthentication(
  connection: Connection,
  keyName: string | undefined,
  command: AgentCommand,
): Promise<Authentication> {
  try {
    const account = await connection.request('account/read', {}, accountReply, ACCOUNT_TIMEOUT_MS);
    return judgeAccount(account, { keyName, hasKey: keyName !== undefined && keyName in command.env });
  } catch (error) {
    if (!CoAgentError.is(error) || connection.isOver()) throw error;
    const remedy = `check the connection; if it stays, ${SIGN_IN.codex}`;
    return { state: 'unknown', detail: error.message, remedy };
  }
}

/**
 * What an account says. An account or a key is there, or is not; whether it is accepted is known only to a turn. A provider
 * may need none.
 */
export function judgeAccount(
  { account, requiresOpenaiAuth }: z.infer<typeof accountReply>,
  { keyName, hasKey }: { readonly keyName: string | undefined; readonly hasKey: boolean },
): Authentication {
  if (keyName !== undefined && !hasKey)
    return { state: 'absent', detail: `${keyName} is not set`, remedy: setKey('codex', keyName) };
  if (keyName !== undefined)
    return { state: 'present', detail: `${keyName} is set; only a turn tells whether it is accepted` };
  if (account) return { state: 'present', detail: `signed in with ${account.type}` };
  if (requiresOpenaiAuth) return { state: 'absent', detail: 'signed out', remedy: SIGN_IN.codex };
  return { state: 'unknown', detail: 'the provider needs no sign-in' };
}

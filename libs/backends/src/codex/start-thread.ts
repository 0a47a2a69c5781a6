import { realpath } from 'node:fs/promises';

import type { ProfileEvidence } from '@coagent8/contracts';

import { agentTooOld } from './errors.js';
import type { Connection } from './connection.js';
import { judgeProfile } from './judge-profile.js';
import type { SandboxProbe } from './judge-profile.js';
import { introduce } from './introduce.js';
import { configParams, skillParams, threadParams } from './launch.js';
import { configReply, featureRow, serverRow, skillsReply, threadReply } from './protocol.js';

const FEATURES_PER_PAGE = 500;

/** A thread that has been started and judged, and has not been given a prompt. */
export interface CodexThread {
  readonly threadId: string;
  readonly evidence: ProfileEvidence;
  readonly version?: string;
  readonly model?: string;
  readonly reasoningEffort?: string;
  /** Name of the variable that holds the key of the custom provider in use. */
  readonly keyName?: string;
}

/** What a thread is started with. */
export interface ThreadOptions {
  readonly workspacePath: string;
  readonly model?: string;
  /** Whether Codex shall forget the thread. */
  readonly ephemeral: boolean;
  readonly sandboxProbe: Promise<SandboxProbe>;
}

/**
 * Introduces ourselves, starts a thread with the profile and asks back all that can be asked. The evidence may hold
 * failed checks.
 *
 * @throws CoAgentError `CLI_UNSUPPORTED` for a version below 0.150, which is told by what it cannot answer;
 * `SANDBOX_UNAVAILABLE` where Codex refuses the profile's configuration; what a {@link Connection} throws.
 */
export async function startThread(connection: Connection, options: ThreadOptions): Promise<CodexThread> {
  const { workspacePath, model, ephemeral } = options;
  const { version, codexHome } = await introduce(connection);
  if (codexHome === undefined) throw agentTooOld('it does not say where its settings are', version);
  const { config, layers } = await connection.request(
    'config/read',
    configParams(workspacePath),
    configReply,
  );
  const servers = Object.keys(config.mcp_servers ?? {});
  const { data: skillLists } = await connection.request(
    'skills/list',
    skillParams(workspacePath),
    skillsReply,
  );
  const skills = skillLists.flatMap((list) => list.skills.map(({ path }) => path));
  const thread = await connection.request(
    'thread/start',
    threadParams({
      workspacePath,
      ...(model === undefined ? {} : { model }),
      servers,
      codexHome,
      skills,
      ephemeral,
    }),
    threadReply,
  );
  const threadId = thread.thread.id;
  const evidence = judgeProfile(
    {
      config,
      layers,
      skillLists: await Promise.all(
        skillLists.map(async (list) => ({ ...list, cwd: await realPathOf(list.cwd) })),
      ),
      thread,
      servers: await connection.list(
        'mcpServerStatus/list',
        { threadId, detail: 'toolsAndAuthOnly' },
        serverRow,
      ),
      features: await connection.list(
        'experimentalFeature/list',
        { threadId, limit: FEATURES_PER_PAGE },
        featureRow,
      ),
      sandboxProbe: await options.sandboxProbe,
      ephemeral,
      workspacePath: await realPathOf(workspacePath),
      threadPath: await realPathOf(thread.cwd),
      codexHome,
    },
    version,
  );
  const keyName = config.model_providers?.[config.model_provider ?? '']?.env_key;
  return {
    threadId,
    evidence,
    ...(version === undefined ? {} : { version }),
    ...(thread.model ? { model: thread.model } : {}),
    ...(thread.reasoningEffort ? { reasoningEffort: thread.reasoningEffort } : {}),
    ...(keyName ? { keyName } : {}),
  };
}

async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

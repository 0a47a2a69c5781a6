import { isAbsolute } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import type { OwnedCommand, ProcessEnd, spawnOwned } from '@coagent8/runtime';

import type { Executable } from '../backend.js';
import { relativeHome } from '../errors.js';
import { launchEnvironment } from '../launch-environment.js';
import { safeSearchPath } from '../search-path.js';
import { settlesWithin } from '../wait.js';
import { openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { exitFailure } from './failures.js';
import { PROFILE_VARIABLES } from './profile.js';
import type { UserSettings } from './user-settings.js';
import { claudeFamilies, withheldNames } from './withheld-variables.js';

/** How long Claude Code may take to end once its input is closed, in milliseconds. It takes up to 100 (2.1.332). */
export const CLOSE_GRACE_MS = 2_000;
/** How long it may take to end after SIGTERM, in milliseconds. It takes up to 200 (2.1.332). */
export const STOP_GRACE_MS = 700;
/** How long it may live on after its output has ended, in milliseconds. */
const AFTER_OUTPUT_MS = 1_000;

/** Names outside the family that pass: where Claude Code keeps its files, and what switches off what it reports. */
const NAMES = ['CLAUDE_CONFIG_DIR', 'DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING', 'DO_NOT_TRACK'];

/** A running Claude Code and the conversation with it. */
export interface ClaudeProcess {
  readonly connection: Connection;
  /** Closes the input and waits for the end at most `graceMs`; then the process is stopped. */
  readonly close: (graceMs: number) => Promise<ClaudeEnd>;
  /** SIGTERM, which ends it and what it started; SIGKILL, which leaves commands of its own alive, only after that. */
  readonly stop: () => Promise<ClaudeEnd>;
}

/** How a process of Claude Code ended. */
export interface ClaudeEnd extends ProcessEnd {
  /** Whether it ran until we stopped it: its exit then says nothing. */
  readonly wasStopped: boolean;
}

/** What a process and a probe of its flags are started with alike. */
export type ClaudeCommand = Pick<OwnedCommand, 'file' | 'cwd' | 'env'>;

/**
 * The {@link ClaudeCommand} of a request.
 *
 * @param user - Whose proxy is used.
 */
export async function claudeCommand(
  request: {
    readonly executable: Executable;
    readonly workspacePath: string;
    readonly environment: Environment;
    readonly passVariables: readonly string[];
  },
  { proxy }: Pick<UserSettings, 'proxy'>,
): Promise<ClaudeCommand> {
  const { executable, workspacePath, environment, passVariables } = request;
  const { variables, platform } = environment;
  const env = launchEnvironment(environment, {
    families: claudeFamilies(variables),
    names: [...passVariables, ...NAMES],
    except: withheldNames(variables),
  });
  const searchPath = await safeSearchPath(env['PATH'] ?? '', { workspacePath, platform });
  return {
    file: executable.path,
    cwd: workspacePath,
    env: {
      ...env,
      ...proxy,
      PATH: searchPath,
      ...temporaryFolder(environment),
      ...PROFILE_VARIABLES,
    },
  };
}

/**
 * To be called before anything is read from the user's folder.
 *
 * @throws CoAgentError `POLICY_DENIED` where `CLAUDE_CONFIG_DIR` is relative: its settings could be the repository's.
 */
export function requireSoundHome({ variables }: Environment): void {
  const folder = variables['CLAUDE_CONFIG_DIR'];
  if (folder && !isAbsolute(folder)) throw relativeHome('CLAUDE_CONFIG_DIR');
}

/** A relative one would be a folder of the workspace. */
function temporaryFolder({ variables, platform }: Environment): Record<string, string> {
  if (platform === 'win32') return {};
  const folder = variables['TMPDIR'];
  return { TMPDIR: folder && isAbsolute(folder) ? folder : '/tmp' };
}

/** Starts Claude Code. Close or stop it. */
export async function startClaude(
  spawn: typeof spawnOwned,
  command: OwnedCommand,
  onEvent: (name: string, event: unknown) => void,
): Promise<ClaudeProcess> {
  const process = await spawn(command);
  let hasEnded = false;
  let wasStopped = false;
  void process.ended.then(() => (hasEnded = true));
  const end = async () => ({ ...(await process.ended), wasStopped });
  const stop = async () => {
    wasStopped ||= !hasEnded;
    void process.stop({ graceMs: STOP_GRACE_MS });
    return end();
  };
  const endWithin = async (graceMs: number) =>
    (await settlesWithin(process.ended, graceMs)) ? end() : stop();
  const connection = openConnection({
    process,
    onEvent,
    explainEnd: async () => exitFailure(await endWithin(AFTER_OUTPUT_MS)),
  });
  return {
    connection,
    stop,
    close: (graceMs) => {
      process.endInput();
      return endWithin(graceMs);
    },
  };
}

import { devNull } from 'node:os';
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
import { CODEX_FAMILIES, serverArguments } from './launch.js';
import { readProviderKeyNames } from './provider-keys.js';

/**
 * How long an app-server may take to interrupt its turn and to end once its input is closed, in milliseconds. It takes
 * about 30 (0.171). One that does not end is killed within another second, which makes the 3.5 s that are promised.
 */
export const CLOSE_GRACE_MS = 2_500;
/** How long it may live on after its output has ended, in milliseconds. */
const AFTER_OUTPUT_MS = 1_000;

/** A running app-server and the conversation with it. */
export interface AppServer {
  readonly connection: Connection;
  /** Closes the input and waits for the end at most `graceMs`; then the process is stopped. */
  readonly close: (graceMs: number) => Promise<ServerEnd>;
  readonly stop: () => Promise<ServerEnd>;
}

/** How an app-server ended. */
export interface ServerEnd extends ProcessEnd {
  /** Whether it ran until we stopped it: its exit then says nothing. */
  readonly wasStopped: boolean;
}

/** What an app-server and a probe of its sandbox are started with alike. */
export type CodexCommand = Pick<OwnedCommand, 'file' | 'cwd' | 'env'>;

/**
 * The {@link CodexCommand} of a request. Reads the names of provider keys from the user's configuration.
 *
 * Codex runs `git` by itself, outside its sandbox and with the repository's configuration, whose filters are programs
 * (0.150 to 0.171): with no repository to be found, nothing of it is read. The sandboxed shell does not inherit that.
 *
 * @throws CoAgentError `POLICY_DENIED` where `CODEX_HOME` is relative: its settings could be the repository's.
 */
export async function codexCommand(request: {
  readonly executable: Executable;
  readonly workspacePath: string;
  readonly environment: Environment;
  readonly passVariables: readonly string[];
}): Promise<CodexCommand> {
  const { executable, workspacePath, environment, passVariables } = request;
  const codexHome = environment.variables['CODEX_HOME'];
  if (codexHome && !isAbsolute(codexHome)) throw relativeHome('CODEX_HOME');
  const names = [...passVariables, ...(await readProviderKeyNames(environment))];
  const env = launchEnvironment(environment, { families: CODEX_FAMILIES, names });
  const { platform } = environment;
  const searchPath = await safeSearchPath(env['PATH'] ?? '', { workspacePath, platform });
  return { file: executable.path, cwd: workspacePath, env: { ...env, PATH: searchPath, GIT_DIR: devNull } };
}

/** Starts an app-server with the profile as its defaults. Close or stop it. */
export async function startAppServer(
  spawn: typeof spawnOwned,
  command: CodexCommand,
  onNotification: (method: string, params: unknown) => void,
): Promise<AppServer> {
  const process = await spawn({ ...command, args: serverArguments(command.cwd) });
  let hasEnded = false;
  let wasStopped = false;
  void process.ended.then(() => (hasEnded = true));
  const end = async () => ({ ...(await process.ended), wasStopped });
  const stop = async () => {
    wasStopped ||= !hasEnded;
    void process.stop();
    return end();
  };
  const endWithin = async (graceMs: number) =>
    (await settlesWithin(process.ended, graceMs)) ? end() : stop();
  const connection = openConnection({
    process,
    onNotification,
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

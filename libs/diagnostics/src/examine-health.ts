import type {
  Authentication,
  Backend,
  BackendExamination,
  Catalogs,
  Executable,
  QuotaStore,
} from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, Environment, Failure, ProfileEvidence } from '@coagent8/contracts';

import type { Prices } from '@coagent8/models';

import { limitTime } from './limit-time.js';
import { readConfiguration } from './read-configuration.js';
import type { ConfigurationHealth } from './read-configuration.js';
import { secureReport } from './secure-report.js';

/** How long one agent may take to answer all that it is asked, in milliseconds. */
export const EXAMINATION_TIMEOUT_MS = 20_000;

/** What an examination needs from the world. */
export interface HealthDependencies {
  readonly environment: Environment;
  readonly backends: readonly Backend[];
  /** Asked anew what the agents offer. */
  readonly catalogs: Catalogs;
  readonly prices: Pick<Prices, 'read'>;
  /** Gets what the agents say of their limits. */
  readonly quotas: QuotaStore;
  /** Wall clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
  /** The only agent to examine. Default: all of them. */
  readonly backend?: BackendId;
  /** Ends the waiting, and the agents with it: what is not known by then is reported as failed. */
  readonly signal?: AbortSignal;
  /** How long one agent may take, in milliseconds. Default {@link EXAMINATION_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
}

/** What is known of one agent. A field is absent where the examination did not get that far. */
export interface BackendHealth {
  readonly backend: BackendId;
  /**
   * `ready`: found, and every check of its profile passed here. `signed-out`: the same, but nobody is signed in.
   * `unverified`: found, but a check failed. `failed`: found, and could not be asked. `missing`: not found.
   */
  readonly state: 'ready' | 'signed-out' | 'unverified' | 'failed' | 'missing';
  readonly executable?: Executable;
  readonly version?: string;
  readonly authentication?: Authentication;
  readonly evidence?: ProfileEvidence;
  /** Why it is `failed` or `missing`. */
  readonly failure?: Failure;
}

/** What a turn would meet here. A plain record; nothing in it is a secret, and home paths are shortened. */
export interface HealthReport {
  readonly configuration: ConfigurationHealth;
  /** Folder that the agents were examined in. */
  readonly directory: string;
  readonly backends: readonly BackendHealth[];
}

/**
 * Examines every agent side by side, each within `timeoutMs`. Starts agents, sends no prompt, leaves
 * nothing running. Never rejects: what fails is in the report. A broken configuration is reported, and the agents are
 * examined without it.
 */
export async function examineHealth({
  environment,
  backends,
  backend: wanted,
  signal,
  timeoutMs = EXAMINATION_TIMEOUT_MS,
}: HealthDependencies): Promise<HealthReport> {
  const { configuration, health } = await readConfiguration(environment);
  const directory = environment.workingDirectory;
  const examined = await Promise.all(
    backends
      .filter(({ id }) => wanted === undefined || id === wanted)
      .map((backend) =>
        examineBackend({ backend, environment, configuration, directory, signal, timeoutMs }),
      ),
  );
  const report = { configuration: health, directory, backends: examined };
  return secureReport(report, environment);
}

async function examineBackend(examination: {
  readonly backend: Backend;
  readonly environment: Environment;
  readonly configuration: Configuration | undefined;
  readonly directory: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}): Promise<BackendHealth> {
  const { backend, environment, configuration, directory, signal, timeoutMs } = examination;
  const { id } = backend;
  const settings = configuration?.backends[id];
  let executable: Executable | undefined;
  try {
    executable = await backend.locate({
      environment,
      workspacePath: directory,
      ...(settings?.executable === undefined ? {} : { configuredExecutable: settings.executable }),
    });
    const examined = await backend.examine({
      executable,
      workspacePath: directory,
      environment,
      passVariables: settings?.env ?? [],
      trustedWorkspaces: configuration?.backends.agy.trustedWorkspaces ?? [],
      signal: limitTime(id, timeoutMs, signal),
    });
    return { backend: id, executable, ...examined, state: stateOf(examined) };
  } catch (error) {
    return {
      backend: id,
      state: executable === undefined ? 'missing' : 'failed',
      ...(executable === undefined ? {} : { executable }),
      failure: failureOf(error),
    };
  }
}

function stateOf({ evidence, authentication }: BackendExamination): BackendHealth['state'] {
  if (!evidence.checks.every(({ passed }) => passed)) return 'unverified';
  return authentication.state === 'absent' ? 'signed-out' : 'ready';
}

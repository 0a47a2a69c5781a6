import type { Authentication, Backend, BackendExamination, Executable } from '@coagent8/backends';
import { loadConfig, locationsOf } from '@coagent8/config';
import type { Configuration } from '@coagent8/config';
import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { BackendId, Environment, Failure, ProfileEvidence } from '@coagent8/contracts';
import { redactDiagnostic } from '@coagent8/security';

/** How long one agent may take to answer all that it is asked, in milliseconds. */
export const EXAMINATION_TIMEOUT_MS = 20_000;

/** What an examination needs from the world. */
export interface HealthDependencies {
  readonly environment: Environment;
  readonly backends: readonly Backend[];
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

/** What is known of the configuration. */
export interface ConfigurationHealth {
  /** Absolute path; absent where the variable that names it is unusable. */
  readonly file?: string;
  /** Why no turn runs with it. */
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
 * Examines every backend side by side, each within {@link EXAMINATION_TIMEOUT_MS}. Starts agents, sends no prompt, leaves
 * nothing running. Never rejects: what fails is in the report. A broken configuration is reported, and the agents are
 * examined without it.
 */
export async function examineHealth({ environment, backends }: HealthDependencies): Promise<HealthReport> {
  const { configuration, health } = await readConfiguration(environment);
  const directory = environment.workingDirectory;
  const examined = await Promise.all(
    backends.map((backend) => examineBackend({ backend, environment, configuration, directory })),
  );
  return redacted({ configuration: health, directory, backends: examined }, environment);
}

async function readConfiguration(environment: Environment): Promise<{
  readonly configuration: Configuration | undefined;
  readonly health: ConfigurationHealth;
}> {
  let file: string | undefined;
  try {
    const locations = locationsOf(environment);
    file = locations.configFile;
    return { configuration: await loadConfig({ locations, environment }), health: { file } };
  } catch (error) {
    return {
      configuration: undefined,
      health: { ...(file === undefined ? {} : { file }), failure: failureOf(error) },
    };
  }
}

async function examineBackend(examination: {
  readonly backend: Backend;
  readonly environment: Environment;
  readonly configuration: Configuration | undefined;
  readonly directory: string;
}): Promise<BackendHealth> {
  const { backend, environment, configuration, directory } = examination;
  const settings = configuration?.backends[backend.id];
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
      signal: timeLimit(backend.id),
    });
    return { backend: backend.id, executable, ...examined, state: stateOf(examined) };
  } catch (error) {
    return {
      backend: backend.id,
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

function timeLimit(backend: BackendId): AbortSignal {
  const controller = new AbortController();
  const reason = new CoAgentError(
    'TIMEOUT',
    `${backend} did not answer within ${EXAMINATION_TIMEOUT_MS / 1000} s`,
    {
      remedy: `run \`${backend} --version\` to see whether it starts at all`,
    },
  );
  setTimeout(() => controller.abort(reason), EXAMINATION_TIMEOUT_MS).unref();
  return controller.signal;
}

/** Every text of the report without credentials and home paths: it is made to be shown to others. */
async function redacted(report: HealthReport, { homeDirectory }: Environment): Promise<HealthReport> {
  const redact = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return redactDiagnostic(value, { homeDirectory });
    if (Array.isArray(value)) return Promise.all(value.map(redact));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, inner]) => [key, await redact(inner)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return (await redact(report)) as HealthReport;
}

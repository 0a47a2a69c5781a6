import { loadConfig, locationsOf } from '@coagent8/config';
import type { Configuration } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { Environment, Failure } from '@coagent8/contracts';

/** What is known of the configuration. */
export interface ConfigurationHealth {
  /** Absolute path; absent where the variable that names it is unusable. */
  readonly file?: string;
  /** Why no turn runs with it. */
  readonly failure?: Failure;
}

/** Reads the configuration in effect. Never rejects: where it cannot be used, it is absent, and its health says why. */
export async function readConfiguration(environment: Environment): Promise<{
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

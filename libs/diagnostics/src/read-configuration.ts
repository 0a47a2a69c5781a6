import { describeConfig, describePlaces, locationsOf } from '@coagent8/config';
import type { Configuration, DescribedConfig, DescribedPlace, Locations } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { Environment, Failure } from '@coagent8/contracts';

/** What is known of the configuration. */
export interface ConfigurationHealth {
  /** Absolute path; absent where the variable that names it is unusable. */
  readonly file?: string;
  /** Whether there is a file. Absent where it cannot be used. */
  readonly isThere?: boolean;
  /** Why no turn runs with it: it names the file or the variable, and the line or the field. */
  readonly failure?: Failure;
}

/** The configuration in effect, and what is known of it. */
export interface ReadConfiguration {
  readonly configuration: Configuration | undefined;
  readonly health: ConfigurationHealth;
  /** Field by field. Absent where it cannot be used. */
  readonly described?: DescribedConfig;
  readonly locations?: Locations;
  /** What the environment decides. Absent where the variable that names a place is unusable. */
  readonly places?: readonly DescribedPlace[];
}

/** Reads the configuration in effect. Never rejects: where it cannot be used, it is absent, and its health says why. */
export async function readConfiguration(environment: Environment): Promise<ReadConfiguration> {
  let locations: Locations | undefined;
  try {
    locations = locationsOf(environment);
    const described = await describeConfig({ locations, environment });
    const { file, isThere, configuration, places } = described;
    return { configuration, health: { file, isThere }, described, locations, places };
  } catch (error) {
    const failure = failureOf(error);
    if (locations === undefined) return { configuration: undefined, health: { failure } };
    const health = { file: locations.configFile, failure };
    return { configuration: undefined, health, places: describePlaces(environment, locations) };
  }
}

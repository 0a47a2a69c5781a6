import { isAbsolute } from 'node:path';

/**
 * What a process knows about the world it was started in. Read once, in an app's `main`, and passed on as data,
 * so that no other room reads `process.env` and a test can hand in a world of its own.
 */
export interface Environment {
  /** Environment variables as the process got them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** `process.platform`. */
  readonly platform: NodeJS.Platform;
  /** Home directory of the user, absolute. */
  readonly homeDirectory: string;
  /** Directory the process was started in, absolute. */
  readonly workingDirectory: string;
}

/**
 * `environment` with a home that is one. An empty or relative `HOME` means the working directory to everything that
 * looks below it, and so a repository could bring settings and programs along: the system's record of the user counts
 * instead, for us and for every agent.
 *
 * @param systemHome - Asks the system, e.g. `os.userInfo().homedir`.
 */
export function withSoundHome(environment: Environment, systemHome: () => string): Environment {
  if (isAbsolute(environment.homeDirectory)) return environment;
  const homeDirectory = systemHome();
  const name = environment.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  return { ...environment, homeDirectory, variables: { ...environment.variables, [name]: homeDirectory } };
}

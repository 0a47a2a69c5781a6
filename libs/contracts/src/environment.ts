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

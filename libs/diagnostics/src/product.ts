/** What runs here, as the apps know it. */
export interface Product {
  /** Version of the package `coagent8`. */
  readonly version: string;
  /** `process.version` without its `v`. */
  readonly nodeVersion: string;
  /** `os.release()`. */
  readonly systemRelease: string;
  /** `process.arch`. */
  readonly architecture: string;
  /** `os.hostname()`. Never told: it is left out of what is. Default: not known. */
  readonly hostName?: string;
  /** Where problems are reported: `bugs.url` of the package. Absent where it names none. */
  readonly bugsUrl?: string;
}

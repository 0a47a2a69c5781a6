import { BACKEND_IDS, EXECUTABLE_VARIABLES } from '@coagent8/contracts';
import type { BackendId, Environment } from '@coagent8/contracts';

import { absolutePath } from './locations.js';

/** An executable that a variable names. */
export interface NamedExecutable {
  readonly variable: string;
  /** Absolute, or as it is spelt where nobody can use it: who looks for the agent refuses it. */
  readonly executable: string;
}

/** The executables that the environment names, by agent. They win over every other source. */
export type NamedExecutables = Partial<Readonly<Record<BackendId, NamedExecutable>>>;

/** Reads the agents' variables; an empty one counts as unset. Pure. */
export function executablesIn(environment: Environment): NamedExecutables {
  return Object.fromEntries(
    BACKEND_IDS.flatMap((id) => {
      const variable = EXECUTABLE_VARIABLES[id];
      const text = environment.variables[variable];
      return text ? [[id, { variable, executable: absolutePath(text, environment) ?? text }]] : [];
    }),
  );
}

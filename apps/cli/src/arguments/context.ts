import type { CommandContext, StricliProcess } from '@stricli/core';

import type { World } from '../world.js';

/** What a command function is called on. It leaves its exit code in `process.exitCode`. */
export interface CliContext extends CommandContext {
  readonly process: StricliProcess;
  readonly world: World;
}

/** A command's text value, as it was typed. */
export const asTyped = (input: string) => input;

import type { TextLook } from '@coagent8/diagnostics';

import type { World } from '../world.js';
import { styleFor } from './style.js';

/** How a report looks on standard output: marked and as wide as the terminal, where it is one. */
export function textLook({ stdout, environment }: World): TextLook {
  return {
    marks: styleFor(stdout, environment),
    ...(stdout.isTerminal && { columns: stdout.columns() }),
  };
}

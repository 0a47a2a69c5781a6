import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { buildCommand } from '@stricli/core';

import { parseChoice } from '../parse-choice.js';
import type { CliContext } from './context.js';

/** The options of `coagent8 doctor`. */
export interface DoctorFlags {
  readonly health?: boolean | undefined;
  readonly backend?: BackendId | undefined;
  readonly json?: boolean | undefined;
}

const DESCRIPTION = `Says of each coding agent, at a glance: is it here, may it run, which models
does it offer, what does its default cost, how much of its limits is left, and
what is there to do. It answers from what is known; an agent whose models are
not known is asked for them.

--health looks at everything anew: which program was found and by which rule,
its version, whether its read-only profile can be verified here, who is signed
in, its limits, and where each setting comes from. This takes a few seconds.
Where neither your configuration nor an agent's own settings name a default
model, the one that it takes today is kept in the configuration; the report says
so, and how to take it back.

No turn is started and no model is asked. The exit code is 0 whatever is found;
a script reads the JSON.

EXAMPLES
  coagent8 doctor
  coagent8 doctor --health --backend codex
  coagent8 doctor --health --json | jq -e 'any(.backends[]; .state=="ready")'`;

/** Definition of `coagent8 doctor`; what it does is loaded when it runs. */
export const doctorCommand = buildCommand<DoctorFlags, [], CliContext>({
  loader: async () => {
    const { doctor } = await import('../commands/doctor.js');
    return async function (flags) {
      this.process.exitCode = await doctor(this.world, flags);
    };
  },
  parameters: {
    flags: {
      health: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Look at everything anew',
      },
      backend: {
        kind: 'parsed',
        parse: parseChoice(BACKEND_IDS),
        optional: true,
        brief: `Which agent: ${BACKEND_IDS.join(', ')}; else all`,
      },
      json: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print the report as one JSON object',
      },
    },
  },
  docs: { brief: 'Say how the agents are', fullDescription: DESCRIPTION },
});

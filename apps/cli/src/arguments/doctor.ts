import { buildCommand } from '@stricli/core';

import type { CliContext } from './context.js';

/** The options of `coagent8 doctor`. */
export interface DoctorFlags {
  readonly json?: boolean | undefined;
}

const DESCRIPTION = `Looks at what a turn would meet: which coding agents are installed, where and in
which version, and whether their read-only profile can be verified here. It
starts no turn and asks no model. What the agents offer: \`coagent8 models\`.

EXAMPLES
  coagent8 doctor
  coagent8 doctor --json | jq .`;

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
      json: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print the report as one JSON object',
      },
    },
  },
  docs: { brief: 'Say which agents are ready here', fullDescription: DESCRIPTION },
});

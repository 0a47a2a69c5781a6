import { buildCommand } from '@stricli/core';

import { requestSourceUnknown } from '../errors.js';
import type { CliContext } from './context.js';

interface RunFlags {
  readonly request: '-';
}

const DESCRIPTION = `Runs one turn for a program.

Reads one request record, a line of JSON, from standard input and writes events,
one JSON object a line, to standard output. The last event is always the
outcome, also where the record was not a valid one. Spaces before an object only
say that the turn is alive. SIGTERM, SIGINT, SIGHUP or a closed standard output
end the turn: its outcome is then ABORTED. Nobody is asked: what needs the
user's consent ends in POLICY_DENIED.

EXAMPLES
  coagent8 run --request - < request.json

where request.json holds, on one line,
  {"schemaVersion":1,"operation":"consult","proposal":"Is this sound?",
   "origin":{"directory":"/path/to/repository"}}`;

function parseSource(input: string): '-' {
  if (input !== '-') throw requestSourceUnknown(input);
  return input;
}

/** Definition of `coagent8 run`; what it does is loaded when it runs. */
export const runCommand = buildCommand<RunFlags, [], CliContext>({
  loader: async () => {
    const { run } = await import('../commands/run.js');
    return async function () {
      this.process.exitCode = await run(this.world);
    };
  },
  parameters: {
    flags: {
      request: {
        kind: 'parsed',
        parse: parseSource,
        placeholder: '-',
        brief: 'Where the record is: - for standard input',
      },
    },
  },
  docs: { brief: 'Run one turn for a program', fullDescription: DESCRIPTION },
});

import { buildCommand } from '@stricli/core';

import { parseChoice } from '../parse-choice.js';
import { parsePriceLimit } from '../parse-price-limit.js';
import { asTyped } from './context.js';
import type { CliContext } from './context.js';

/** What leaves the choice of the agent to CoAgent8. */
const ROUTED = ['auto', 'smart_quota'] as const;

/** The options of `coagent8 route`, by the names that users type. */
export interface RouteFlags {
  readonly explain?: boolean | undefined;
  readonly backend?: (typeof ROUTED)[number] | undefined;
  readonly model?: string | undefined;
  /** USD per million output tokens. */
  readonly 'output-price-below'?: number | undefined;
  readonly workspace?: string | undefined;
  readonly json?: boolean | undefined;
}

const DESCRIPTION = `Says which agent a request without a named one would run on in this folder. Its
name goes to standard output, the reason to standard error. --explain prints the
reason and a table of all agents instead: how each stands, what is left of its
limits as last known, and why.

It starts no turn. Only where a model or a price limit is named, an agent whose
models are not known is asked for them. Limits are read from the agents by
\`coagent8 doctor --health\` alone.

The exit code is 0 where an agent was chosen, else the one that the turn would
end with; \`coagent8 --help\` lists them.

EXAMPLES
  coagent8 route
  coagent8 route --explain
  coagent8 route --model a-model --output-price-below 5 --json | jq .considered`;

/** Definition of `coagent8 route`; what it does is loaded when it runs. */
export const routeCommand = buildCommand<RouteFlags, [], CliContext>({
  loader: async () => {
    const { route } = await import('../commands/route.js');
    return async function (flags) {
      this.process.exitCode = await route(this.world, flags);
    };
  },
  parameters: {
    flags: {
      explain: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print how each agent stands, and why',
      },
      backend: {
        kind: 'parsed',
        parse: parseChoice(ROUTED),
        optional: true,
        brief: 'auto (default), or smart_quota: by rank alone',
      },
      model: {
        kind: 'parsed',
        parse: asTyped,
        optional: true,
        brief: 'Model that the request would name',
      },
      'output-price-below': {
        kind: 'parsed',
        parse: parsePriceLimit,
        optional: true,
        placeholder: 'usd',
        brief: 'Limit: USD per million output tokens',
      },
      workspace: {
        kind: 'parsed',
        parse: asTyped,
        optional: true,
        brief: 'Folder to work in, if not the current one',
      },
      json: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print the report as one JSON object',
      },
    },
  },
  docs: { brief: 'Say which agent auto would choose', fullDescription: DESCRIPTION },
});

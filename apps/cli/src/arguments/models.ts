import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { buildCommand, buildRouteMap } from '@stricli/core';

import { parseChoice } from '../parse-choice.js';
import type { CliContext } from './context.js';
import { allowCommand, askCommand, clearCommand, denyCommand } from './model-rule.js';

/** The options of `coagent8 models`. */
export interface ModelsFlags {
  readonly backend?: BackendId | undefined;
  readonly refresh?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const LIST_DESCRIPTION = `Lists the models that the agents here say they offer, with list prices in USD
per million output tokens, reasoning efforts, the default, and which models you
are asked about first. A listed model may still be refused to your account. It
starts no turn and asks no model. What the agents said is kept for a day, and so
are prices; --refresh asks the agents again, and leaves prices as they are.

EXAMPLES
  coagent8 models
  coagent8 models --backend codex --refresh
  coagent8 models --json | jq '.backends[].candidates[].model'`;

const listCommand = buildCommand<ModelsFlags, [], CliContext>({
  loader: async () => {
    const { models } = await import('../commands/models.js');
    return async function (flags) {
      this.process.exitCode = await models(this.world, flags);
    };
  },
  parameters: {
    flags: {
      backend: {
        kind: 'parsed',
        parse: parseChoice(BACKEND_IDS),
        optional: true,
        brief: `Whose models: ${BACKEND_IDS.join(', ')}; else all`,
      },
      refresh: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Ask the agents again',
      },
      json: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print the report as one JSON object',
      },
    },
  },
  docs: { brief: 'List models with prices, efforts and rules', fullDescription: LIST_DESCRIPTION },
});

const ROUTES = {
  list: listCommand,
  allow: allowCommand,
  ask: askCommand,
  deny: denyCommand,
  clear: clearCommand,
};

/** The names of the commands below `coagent8 models`. */
export const MODEL_COMMANDS: readonly string[] = Object.keys(ROUTES);

const DESCRIPTION = `Lists the models that the agents offer, and says which of them may run. Without
a command it is \`coagent8 models list\`, with the same options.

A model of the allow list runs without a question, one of the ask list only
after one, one of the deny list never. Before others you are asked where they
cost more than governance.outputPriceAbove (20 USD per million output tokens),
or more than governance.defaultPriceRatio (2) times what the agent's default
does, or where their price is not known; \`coagent8 config set\` changes both.

EXAMPLES
  coagent8 models
  coagent8 models --backend codex --refresh
  coagent8 models deny codex/big-model`;

/** Definition of `coagent8 models`, alone a list, and of its commands that change the user's rules. */
export const modelsRoutes = buildRouteMap({
  routes: ROUTES,
  defaultCommand: 'list',
  docs: { brief: 'List models and prices; allow, ask or deny', fullDescription: DESCRIPTION },
});

import type { ModelRule } from '@coagent8/config';
import { buildCommand } from '@stricli/core';

import { asTyped } from './context.js';
import type { CliContext } from './context.js';

const EXAMPLES = (
  verb: string,
) => `The name is an id or another name that \`coagent8 models\` shows. It holds for
every agent, or for one where it is written agent/name. Case, a provider in
front and dots for dashes do not matter. It goes on one list at most, and all
else in the configuration file stays. Inside of a turn nothing is changed.

EXAMPLES
  coagent8 models ${verb} a-model
  coagent8 models ${verb} claude/a-model`;

/** Lets a model run without asking. */
export const allowCommand = ruleCommand('allow', {
  brief: 'Let a model run without asking',
  does: 'Lets a model run without asking, whatever it costs.',
});

/** Asks before every turn of a model. */
export const askCommand = ruleCommand('ask', {
  brief: 'Ask before every turn of a model',
  does: 'Asks before every turn of a model, whatever it costs.',
});

/** Never runs a model. */
export const denyCommand = ruleCommand('deny', {
  brief: 'Never run a model',
  does: 'Never runs a model.',
});

/** Takes a model off all lists. */
export const clearCommand = ruleCommand(undefined, {
  brief: 'Take a model off all lists',
  does: 'Takes a model off all lists: its price alone then decides whether to ask.',
});

/** Definition of one of these commands; what it does is loaded when it runs. */
function ruleCommand(
  rule: ModelRule | undefined,
  { brief, does }: { readonly brief: string; readonly does: string },
) {
  return buildCommand<object, [model: string], CliContext>({
    loader: async () => {
      const { applyModelRule } = await import('../commands/model-rule.js');
      return async function (_, model) {
        this.process.exitCode = await applyModelRule(this.world, { model, ...(rule && { rule }) });
      };
    },
    parameters: {
      positional: {
        kind: 'tuple',
        parameters: [{ parse: asTyped, placeholder: 'model', brief: 'Model, or agent/model' }],
      },
    },
    docs: { brief, fullDescription: `${does}\n\n${EXAMPLES(rule ?? 'clear')}` },
  });
}

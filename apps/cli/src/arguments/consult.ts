import { BACKEND_CHOICES, TASK_TYPES } from '@coagent8/contracts';
import type { BackendChoice, TaskType } from '@coagent8/contracts';
import { buildCommand } from '@stricli/core';

import { parseChoice } from '../parse-choice.js';
import { parsePriceLimit } from '../parse-price-limit.js';
import { parseTimeLimit } from '../parse-time-limit.js';
import { asTyped } from './context.js';
import type { CliContext } from './context.js';

/** The options of `coagent8 consult`, by the names that users type. */
export interface ConsultFlags {
  readonly backend?: BackendChoice | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** USD per million output tokens. */
  readonly 'output-price-below'?: number | undefined;
  readonly workspace?: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly 'context-file'?: readonly string[] | undefined;
  readonly question?: readonly string[] | undefined;
  readonly 'task-type'?: TaskType | undefined;
  readonly json?: boolean | undefined;
  readonly events?: boolean | undefined;
}

const DESCRIPTION = `Asks a coding agent for a second opinion. The agent may read, and changes
nothing.

The answer goes to standard output and nothing else does; progress, warnings and
facts about the turn go to standard error. The text is one argument. Where it is
"-", or left out while something is piped in, it is read from standard input.

Before a model that is dear, or whose price is not known, you are asked in the
terminal; \`coagent8 models\` says for which. Where there is no terminal, or
standard error is not shown on it, such a model does not run.

EXAMPLES
  coagent8 consult "Is this cache safe?" --context-file src/cache.ts
  git diff | coagent8 consult - --question "Does this break callers?"
  coagent8 consult "Why does it hang?" --timeout 5m --json | jq -r .answer`;

/** Definition of `coagent8 consult`; what it does is loaded when it runs. */
export const consultCommand = buildCommand<ConsultFlags, [text?: string], CliContext>({
  loader: async () => {
    const { consult } = await import('../commands/consult.js');
    return async function (flags, text) {
      this.process.exitCode = await consult(this.world, flags, text);
    };
  },
  parameters: {
    flags: {
      backend: {
        kind: 'parsed',
        parse: parseChoice(BACKEND_CHOICES),
        optional: true,
        brief: `Who answers: ${BACKEND_CHOICES.join(', ')}`,
      },
      model: {
        kind: 'parsed',
        parse: asTyped,
        optional: true,
        brief: 'Model, as `coagent8 models` shows it',
      },
      effort: { kind: 'parsed', parse: asTyped, optional: true, brief: 'Reasoning effort of the model' },
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
      timeout: {
        kind: 'parsed',
        parse: parseTimeLimit,
        optional: true,
        brief: 'Seconds, or 90s, 5m; default 15m, at most 30m',
      },
      'context-file': {
        kind: 'parsed',
        parse: asTyped,
        optional: true,
        variadic: true,
        brief: 'File of the workspace to read first; repeatable',
      },
      question: {
        kind: 'parsed',
        parse: asTyped,
        optional: true,
        variadic: true,
        brief: 'Question that the answer must address; repeatable',
      },
      'task-type': {
        kind: 'parsed',
        parse: parseChoice(TASK_TYPES),
        optional: true,
        brief: `Kind of advice: ${TASK_TYPES.join(', ')}`,
      },
      json: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print the outcome as one JSON object',
      },
      events: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Print progress and outcome as JSON lines',
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: asTyped, optional: true, placeholder: 'text', brief: 'What to give an opinion on' },
      ],
    },
  },
  docs: {
    brief: 'Ask for a second opinion',
    fullDescription: DESCRIPTION,
    customUsage: ['[<options>] [<text>|-]'],
  },
});

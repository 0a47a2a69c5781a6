import { buildCommand, buildRouteMap } from '@stricli/core';

import { asTyped } from './context.js';
import type { CliContext } from './context.js';

/** The options of `coagent8 config show`. */
export interface ConfigShowFlags {
  readonly json?: boolean | undefined;
}

const DESCRIPTION = `Shows and changes the configuration. A change holds from the next turn on. A
file that is not valid is left as it is, and stops every turn until it is
corrected. Inside of a turn nothing is changed.

EXAMPLES
  coagent8 config show
  coagent8 config set defaultBackend codex
  coagent8 config set governance.outputPriceAbove 15
  coagent8 config unset backends.claude.defaultModel`;

const SHOW_DESCRIPTION = `Prints what is in effect and where each value comes from, the strongest first: a
variable of the environment, the editor, the file, the default. Then where
things are kept. What stands in the file or the editor's settings and no
configuration has comes first of all: it has no effect.`;

const SET_DESCRIPTION = `Sets one field of the configuration file, which is made where there is none. The
value is JSON where it is JSON, else a text: a list is written '["a","b"]', and
null switches a price rule off. All other fields stay as they are written.
What begins with a dash comes after --.

EXAMPLES
  coagent8 config set backends.codex.defaultModel a-model
  coagent8 config set routing.allowedBackends '["codex","claude"]'
  coagent8 config set governance.defaultPriceRatio null`;

const FIELD = { parse: asTyped, placeholder: 'field', brief: 'Name of the field, as `config show` has it' };

const pathCommand = buildCommand<object, [], CliContext>({
  loader: async () => {
    const { configPath } = await import('../commands/config.js');
    return async function () {
      this.process.exitCode = await configPath(this.world);
    };
  },
  parameters: {},
  docs: { brief: 'Print where the file is' },
});

const showCommand = buildCommand<ConfigShowFlags, [], CliContext>({
  loader: async () => {
    const { configShow } = await import('../commands/config.js');
    return async function (flags) {
      this.process.exitCode = await configShow(this.world, flags);
    };
  },
  parameters: {
    flags: {
      json: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print it as one JSON object' },
    },
  },
  docs: {
    brief: 'Print what is in effect, where it comes from, and what is ignored',
    fullDescription: SHOW_DESCRIPTION,
  },
});

const setCommand = buildCommand<object, [field: string, value: string], CliContext>({
  loader: async () => {
    const { configSet } = await import('../commands/config.js');
    return async function (_, field, value) {
      this.process.exitCode = await configSet(this.world, field, value);
    };
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [FIELD, { parse: asTyped, placeholder: 'value', brief: 'JSON, or a text' }],
    },
  },
  docs: { brief: 'Set a field of the file', fullDescription: SET_DESCRIPTION },
});

const unsetCommand = buildCommand<object, [field: string], CliContext>({
  loader: async () => {
    const { configUnset } = await import('../commands/config.js');
    return async function (_, field) {
      this.process.exitCode = await configUnset(this.world, field);
    };
  },
  parameters: { positional: { kind: 'tuple', parameters: [FIELD] } },
  docs: { brief: 'Remove a field from the file' },
});

/** Definition of `coagent8 config`; what it does is loaded when it runs. */
export const configRoutes = buildRouteMap({
  routes: { path: pathCommand, show: showCommand, set: setCommand, unset: unsetCommand },
  docs: { brief: 'Show or change the configuration', fullDescription: DESCRIPTION },
});

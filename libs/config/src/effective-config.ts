import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';

import type { NamedExecutable, NamedExecutables } from './executable-variables.js';
import type { ConfigLayer } from './schema.js';

/** Highest output price that runs without asking, in USD per million tokens, where the file sets none. */
export const OUTPUT_PRICE_ABOVE_DEFAULT_USD = 20;
/** How many times the default model's output price another may cost without asking, where the file sets none. */
export const DEFAULT_PRICE_RATIO_DEFAULT = 2;

/** What is configured for one backend. */
export interface BackendConfiguration {
  /** Model for requests that name none. Without one, the agent decides. */
  readonly defaultModel?: string;
  /**
   * Absolute path of the agent, or `vscode-extension` for the copy in the vendor's extension. Where the agent's variable
   * names it, it may be what nobody can use.
   */
  readonly executable?: string;
  /** Names of further environment variables that the agent gets. */
  readonly env: readonly string[];
  /** Client skills by name. `installed` absent: all of them; empty: none. */
  readonly skills: { readonly installed?: readonly string[]; readonly disabled: readonly string[] };
}

/** The configuration in effect, defaults applied. */
export interface Configuration {
  /** Backend of `auto`, where it is eligible. */
  readonly defaultBackend?: BackendId;
  readonly routing: {
    readonly strategy: 'fixed' | 'smart_quota';
    /** Backends that may run turns; all of them unless configured. */
    readonly allowedBackends: readonly BackendId[];
  };
  readonly backends: {
    readonly codex: BackendConfiguration;
    readonly claude: BackendConfiguration;
    readonly agy: BackendConfiguration & {
      /** Absolute paths of workspaces whose own hooks and servers the user trusts. */
      readonly trustedWorkspaces: readonly string[];
    };
  };
  /** When a model may run without asking. `null` switches a price rule off. */
  readonly governance: {
    /** USD per million output tokens. */
    readonly outputPriceAbove: number | null;
    readonly defaultPriceRatio: number | null;
    readonly models: {
      readonly allow: readonly string[];
      readonly ask: readonly string[];
      readonly deny: readonly string[];
    };
  };
}

/**
 * The configuration in effect. The environment wins over the editor, and that over the file, field by field; a list replaces
 * the file's list. Approval rules are the file's alone. Pure.
 */
export function effectiveConfig(
  file: ConfigLayer,
  editor: ConfigLayer,
  named: NamedExecutables = {},
): Configuration {
  const defaultBackend = editor.defaultBackend ?? file.defaultBackend;
  const { trustedWorkspaces = [] } = { ...file.backends?.agy, ...editor.backends?.agy };
  return {
    ...(defaultBackend === undefined ? {} : { defaultBackend }),
    routing: { strategy: 'fixed', allowedBackends: BACKEND_IDS, ...file.routing, ...editor.routing },
    backends: {
      codex: backendConfig(file.backends?.codex, editor.backends?.codex, named.codex),
      claude: backendConfig(file.backends?.claude, editor.backends?.claude, named.claude),
      agy: { ...backendConfig(file.backends?.agy, editor.backends?.agy, named.agy), trustedWorkspaces },
    },
    governance: governanceConfig(file.governance),
  };
}

type BackendLayer = NonNullable<NonNullable<ConfigLayer['backends']>['codex']>;

function backendConfig(
  file: BackendLayer | undefined,
  editor: BackendLayer | undefined,
  named: NamedExecutable | undefined,
): BackendConfiguration {
  const { defaultModel, executable, env = [] } = { ...file, ...editor, ...named };
  return {
    ...(defaultModel === undefined ? {} : { defaultModel }),
    ...(executable === undefined ? {} : { executable }),
    env,
    skills: { disabled: [], ...file?.skills, ...editor?.skills },
  };
}

function governanceConfig(file: ConfigLayer['governance']): Configuration['governance'] {
  const {
    outputPriceAbove = OUTPUT_PRICE_ABOVE_DEFAULT_USD,
    defaultPriceRatio = DEFAULT_PRICE_RATIO_DEFAULT,
  } = file ?? {};
  return { outputPriceAbove, defaultPriceRatio, models: { allow: [], ask: [], deny: [], ...file?.models } };
}

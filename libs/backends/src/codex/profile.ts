import { join } from 'node:path';

import { NESTED_TURN_VARIABLE } from '@coagent8/runtime';

/** What a turn may do: read. Of a thread when it starts, and again of every turn. */
export const SANDBOX_POLICY = { type: 'readOnly', networkAccess: false } as const;
/** Nobody is asked; what would need asking is refused. */
export const APPROVAL_POLICY = 'never';

/**
 * What holds no reading, and is switched off. `unified_exec` cannot be: it stays on whatever is asked (0.171).
 *
 * A shell snapshot runs what the user's shell runs first (`.bashrc`) outside the sandbox; without one, a command does so
 * inside. What was remembered would speak to the model. `multi_agent_v2` brings agents back that `agents.enabled` took.
 */
export const FEATURES_OFF = [
  'view_image',
  'goals',
  'multi_agent',
  'apps',
  'plugins',
  'image_generation',
  'tool_suggest',
  'sleep_tool',
  'hooks',
  'skill_search',
  'memories',
  'multi_agent_v2',
  'request_permissions_tool',
  'shell_snapshot',
  'shell_snapshot_v2',
] as const;
/** The shell, inside the sandbox, is how Codex reads a repository. */
export const FEATURE_ON = 'shell_tool';

/** Where Codex sends what it does, and where it is told to, the prompts: nowhere. */
export const TELEMETRY = ['exporter', 'trace_exporter', 'metrics_exporter'] as const;

/** A server of ours that is never started: without its row an empty status list could mean anything. */
export const PROBE_SERVER = 'coagent8_probe';

/**
 * Our permission profile in Codex. A sandbox mode alone is not enough: a command that the user's rules allow leaves the
 * sandbox although the thread says read-only (0.150 to 0.171). It never does while reading is denied anywhere, and there
 * is one file that no answer needs.
 */
export const PERMISSION_PROFILE = 'coagent8';

/** The features as a table of configuration. */
export function featureTable(): Record<string, boolean> {
  return { [FEATURE_ON]: true, ...Object.fromEntries(FEATURES_OFF.map((name) => [name, false])) };
}

/**
 * The configuration of a thread, nested only: where dotted keys and tables of one name are mixed, 0.150 to 0.171 pick
 * one of them at random.
 *
 * @param from - `servers`: all configured MCP servers. A name that is not configured cannot be switched off, and an
 * empty table switches none off. `codexHome`: the user's folder, with the sign-in. `skills`: paths of all skills: left out of the instructions, one still speaks where the prompt
 * says `$` and its name.
 */
export function threadConfig({
  servers,
  codexHome,
  skills,
}: {
  readonly servers: readonly string[];
  readonly codexHome: string;
  readonly skills: readonly string[];
}): Record<string, unknown> {
  return {
    default_permissions: PERMISSION_PROFILE,
    permissions: {
      [PERMISSION_PROFILE]: { filesystem: { ':root': 'read', [join(codexHome, 'auth.json')]: 'deny' } },
    },
    mcp_servers: {
      ...Object.fromEntries(servers.map((name) => [name, { enabled: false }])),
      [PROBE_SERVER]: { command: 'true', enabled: false },
    },
    features: featureTable(),
    agents: { enabled: false },
    web_search: 'disabled',
    project_doc_max_bytes: 0,
    skills: { include_instructions: false, config: skills.map((path) => ({ path, enabled: false })) },
    shell_environment_policy: {
      inherit: 'core',
      ignore_default_excludes: false,
      set: { [NESTED_TURN_VARIABLE]: '1' },
    },
  };
}

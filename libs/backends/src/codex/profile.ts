import { join } from 'node:path';

import { NESTED_TURN_VARIABLE } from '@coagent8/runtime';

/** What a turn may do: read. Of a thread when it starts, and again of every turn. */
export const SANDBOX_POLICY = { type: 'readOnly', networkAccess: false } as const;
/** Nobody is asked; what would need asking is refused. */
export const APPROVAL_POLICY = 'never';

/** What holds no reading, and is switched off. `unified_exec` cannot be: it stays on whatever is asked (0.171). */
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
] as const;
/** The shell, inside the sandbox, is how Codex reads a repository. */
export const FEATURE_ON = 'shell_tool';

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
 * empty table switches none off. `codexHome`: the user's folder, with the sign-in.
 */
export function threadConfig({
  servers,
  codexHome,
}: {
  readonly servers: readonly string[];
  readonly codexHome: string;
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
    skills: { include_instructions: false },
    shell_environment_policy: {
      inherit: 'core',
      ignore_default_excludes: false,
      set: { [NESTED_TURN_VARIABLE]: '1' },
    },
  };
}

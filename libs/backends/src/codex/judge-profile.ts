import type { ProfileCheck, ProfileEvidence } from '@coagent8/contracts';
import type { z } from 'zod';

import { agentTooOld, profileNotHeld } from './errors.js';
import {
  APPROVAL_POLICY,
  FEATURE_ON,
  FEATURES_OFF,
  PERMISSION_PROFILE,
  PROBE_SERVER,
  SANDBOX_POLICY,
  TELEMETRY,
} from './profile.js';
import type { configReply, featureRow, serverRow, skillsReply, threadReply } from './protocol.js';

/** Features that every version has that we support: a list without them is not the list we mean. */
const FEATURES_LISTED = [FEATURE_ON, 'multi_agent', 'apps', 'plugins', 'hooks'];

/** Whether commands can run in the sandbox at all: without user namespaces a thread still claims to be read-only. */
export interface SandboxProbe {
  readonly passed: boolean;
  readonly detail: string;
}

/** All that Codex answered, and what it should have. */
export interface ProfileReplies {
  readonly config: z.infer<typeof configReply>['config'];
  /** Where the configuration comes from. */
  readonly layers: z.infer<typeof configReply>['layers'];
  /** What skills there are in the workspace and of the user: each is switched off by its path. */
  readonly skillLists: z.infer<typeof skillsReply>['data'];
  readonly thread: z.infer<typeof threadReply>;
  readonly servers: readonly z.infer<typeof serverRow>[];
  readonly features: readonly z.infer<typeof featureRow>[];
  readonly sandboxProbe: SandboxProbe;
  /** Whether the thread was asked to be forgotten. */
  readonly ephemeral: boolean;
  /** Real path of the workspace, and of the folder that Codex says it works in. */
  readonly workspacePath: string;
  readonly threadPath: string;
  /** The user's own folder, as Codex names it: instructions from there cannot be switched off (0.171). */
  readonly codexHome: string;
}

/**
 * Judges whether the profile holds, check by check.
 *
 * @throws CoAgentError `CLI_UNSUPPORTED` where the replies are those of a version below 0.150.
 */
export function judgeProfile(replies: ProfileReplies, version?: string): ProfileEvidence {
  const { config, thread, servers, features, sandboxProbe } = replies;
  if (servers.some(({ runtimeStatus }) => runtimeStatus === undefined)) {
    throw agentTooOld('it does not say which MCP servers run', version);
  }
  return {
    profile: 'read-only',
    assurance: 'verified',
    checks: [
      checkDefaults(config),
      checkLayers(replies.layers),
      checkPermissions(thread.activePermissionProfile),
      checkSandbox(thread.sandbox),
      checkApproval(thread.approvalPolicy),
      check(
        'thread',
        (thread.thread.ephemeral ?? false) === replies.ephemeral,
        `ephemeral: ${show(thread.thread.ephemeral)}`,
      ),
      check('working directory', replies.threadPath === replies.workspacePath, replies.threadPath),
      checkPlaces(thread.thread.environments),
      checkInstructions(thread.instructionSources ?? [], replies),
      checkSkills(replies),
      checkTelemetry(replies),
      checkServers(servers, Object.keys(config.mcp_servers ?? {})),
      checkFeatures(features),
      check('sandbox probe', sandboxProbe.passed, sandboxProbe.detail),
    ],
  };
}

/** The checks that failed. */
export function failedChecks({ checks }: Pick<ProfileEvidence, 'checks'>): ProfileCheck[] {
  return checks.filter(({ passed }) => !passed);
}

/** @throws CoAgentError `SANDBOX_UNAVAILABLE` naming the checks that failed. */
export function requireProfile(evidence: ProfileEvidence): void {
  const failed = failedChecks(evidence);
  if (failed.length > 0) throw profileNotHeld(failed);
}

/** Judges settings that a thread reports while it runs. */
export function judgeSettings(settings: {
  approvalPolicy?: unknown;
  sandboxPolicy?: unknown;
}): ProfileCheck[] {
  return [checkSandbox(settings.sandboxPolicy), checkApproval(settings.approvalPolicy)];
}

function checkDefaults({ sandbox_mode, approval_policy, agents }: ProfileReplies['config']): ProfileCheck {
  const passed =
    sandbox_mode === 'read-only' && approval_policy === APPROVAL_POLICY && agents?.enabled === false;
  return check(
    'process defaults',
    passed,
    `sandbox ${show(sandbox_mode)}, approval ${show(approval_policy)}, agents ${show(agents?.enabled)}`,
  );
}

/** What a repository brings along must be out of force, whether or not the user has trusted it. */
function checkLayers(layers: ProfileReplies['layers']): ProfileCheck {
  const ofProjects = (layers ?? []).filter(({ name }) => name.type === 'project');
  const inForce = ofProjects.filter(({ disabledReason }) => !disabledReason);
  const detail = layers ? `${ofProjects.length} found, ${inForce.length} in force` : 'not told';
  return check('repository settings', Array.isArray(layers) && inForce.length === 0, detail);
}

function checkPermissions(active: ProfileReplies['thread']['activePermissionProfile']): ProfileCheck {
  return check('permission profile', active?.id === PERMISSION_PROFILE, show(active?.id));
}

/** Equal to the last member: one that we do not know could be a hole. */
function checkSandbox(sandbox: unknown): ProfileCheck {
  const isRecord = typeof sandbox === 'object' && sandbox !== null;
  const entries = isRecord ? Object.entries(sandbox) : [];
  const wanted: Readonly<Record<string, unknown>> = SANDBOX_POLICY;
  const passed =
    entries.length === Object.keys(wanted).length &&
    entries.every(([name, value]) => Object.hasOwn(wanted, name) && wanted[name] === value);
  const meaning = 'read-only without network; it reads the whole disk, not only the workspace';
  return check('sandbox', passed, passed ? meaning : show(sandbox));
}

function checkApproval(policy: unknown): ProfileCheck {
  return check('approval policy', policy === APPROVAL_POLICY, show(policy));
}

/** Where commands run. 0.150 does not tell, 0.160 does. */
function checkPlaces(places: ProfileReplies['thread']['thread']['environments']): ProfileCheck {
  const names = (places ?? []).map(({ environmentId }) => environmentId);
  const passed = names.every((name) => name === 'local');
  return check('place of commands', passed, names.join(', ') || 'not told');
}

/** Settings that speak to the model, too. The user's own cannot be switched off; a repository's are not in force. */
const INSTRUCTIONS = ['instructions', 'developer_instructions', 'model_instructions_file'] as const;

function checkInstructions(
  sources: readonly string[],
  { codexHome, config }: Pick<ProfileReplies, 'codexHome' | 'config'>,
): ProfileCheck {
  const isTheUsers = (source: string) =>
    source.startsWith(codexHome) && /^[\\/]/.test(source.slice(codexHome.length));
  const foreign = sources.filter((source) => !isTheUsers(source));
  const told = [...sources, ...INSTRUCTIONS.filter((name) => config[name])];
  const own = told.length === 0 ? 'none' : `only the user's own: ${told.join(', ')}`;
  return check('instruction files', foreign.length === 0, foreign.length === 0 ? own : foreign.join(', '));
}

/** An answer that is not about the workspace says nothing of the skills in it. */
function checkSkills({ skillLists, workspacePath }: ProfileReplies): ProfileCheck {
  const count = skillLists.reduce((sum, { skills }) => sum + skills.length, 0);
  const passed = skillLists.some(({ cwd }) => cwd === workspacePath);
  return check('skills', passed, passed ? `${count} found, each switched off` : 'not told');
}

/** An administrator's settings stand above ours. */
function checkTelemetry({ config, layers }: ProfileReplies): ProfileCheck {
  const on = TELEMETRY.filter((exporter) => config.otel?.[exporter] !== 'none');
  const isManaged = (layers ?? []).some(({ name }) => /^(?:mdm$|enterprise|legacyManaged)/.test(name.type));
  const who = isManaged ? "an administrator's" : 'not ours';
  const detail = on.length === 0 ? 'off' : `${on.join(', ')}: ${who}`;
  return check('telemetry', on.length === 0 || isManaged, detail);
}

function checkServers(rows: ProfileReplies['servers'], configured: readonly string[]): ProfileCheck {
  const expected = new Set([...configured, PROBE_SERVER]);
  const isOff = (row: (typeof rows)[number]) =>
    expected.has(row.name) && row.runtimeStatus === 'disabled' && Object.keys(row.tools ?? {}).length === 0;
  const on = rows
    .filter((row) => !isOff(row))
    .map(({ name, runtimeStatus }) => `${name} is ${show(runtimeStatus)}`);
  const inForce = on.length === 0 ? '' : `${on.join(', ')} (remove it from Codex, or ask another backend)`;
  const isJudged = rows.some(({ name }) => name === PROBE_SERVER);
  const detail = isJudged
    ? inForce || `${rows.length - 1} configured, all disabled`
    : `${PROBE_SERVER} is missing`;
  return check('MCP servers', isJudged && on.length === 0, detail);
}

/** A feature that a version does not list does not exist in it: `sleep_tool` came with 0.152. */
function checkFeatures(rows: ProfileReplies['features']): ProfileCheck {
  const enabled = new Map(rows.map((row) => [row.name, row.enabled]));
  const wrong = [
    ...FEATURES_OFF.filter((name) => enabled.get(name) === true).map((name) => `${name} is on`),
    ...FEATURES_LISTED.filter((name) => !enabled.has(name)).map((name) => `${name} is not listed`),
    ...(enabled.get(FEATURE_ON) === false ? [`${FEATURE_ON} is off`] : []),
  ];
  return check('features', wrong.length === 0, wrong.join(', ') || `${FEATURES_OFF.length} off`);
}

function check(name: string, passed: boolean, detail: string): ProfileCheck {
  return { name, passed, detail };
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
}

import type { ProfileCheck } from '@coagent8/contracts';
import type { z } from 'zod';

import { profileNotHeld } from './errors.js';
import { DENIED_FILES, PERMISSION_MODE, TOOLS } from './profile.js';
import type { hooksReply, mcpStatusReply, rulesReply, SessionInit, settingsReply } from './protocol.js';

/** Settings that may be in force: ours, and those of the machine, which nobody can keep out. */
const SOURCES_ALLOWED = ['flagSettings', 'policySettings'];
/** Where rules may come from. `toolsNarrowing`: what `--tools` leaves out. */
const RULE_SOURCES_ALLOWED = [...SOURCES_ALLOWED, 'toolsNarrowing'];

/** All that Claude Code answered before the prompt. The last two are absent below 2.1.269, which cannot be asked. */
export interface ProfileReplies {
  readonly settings: z.infer<typeof settingsReply>;
  readonly servers: z.infer<typeof mcpStatusReply>;
  readonly rules: z.infer<typeof rulesReply> | undefined;
  readonly hooks: z.infer<typeof hooksReply> | undefined;
}

/** Judges what can be asked before the prompt is sent, check by check. */
export function judgeReplies({ settings, servers, rules, hooks }: ProfileReplies): ProfileCheck[] {
  return [
    checkSources(settings.sources.map(({ source }) => source)),
    checkDeniedFiles(settings.effective.permissions?.deny ?? []),
    checkHooks(settings.effective.disableAllHooks, hooks?.hooks),
    checkNames(
      'MCP servers',
      servers.mcpServers.map(({ name }) => name),
      [],
    ),
    ...(rules === undefined ? [] : [checkRules(rules.state)]),
  ];
}

/** What a turn has to begin with. */
export interface ExpectedInit {
  /** What the settings had made of the model that was asked for. */
  readonly model: string | undefined;
  /** Real path of the workspace. */
  readonly workspacePath: string;
}

/**
 * Judges what Claude Code tells only when the turn begins.
 */
export function judgeInit(init: SessionInit, expected: ExpectedInit): ProfileCheck[] {
  return [
    checkNames('tools', init.tools, TOOLS),
    checkNames(
      'MCP servers of the turn',
      init.mcp_servers.map(({ name }) => name),
      [],
    ),
    check('permission mode', init.permissionMode === PERMISSION_MODE, init.permissionMode),
    checkNames('slash commands', init.slash_commands, []),
    checkNames('skills', init.skills ?? [], []),
    checkNames('agents', init.agents ?? [], []),
    check('memory', init.memory_paths === undefined || init.memory_paths === null, show(init.memory_paths)),
    check('working directory', init.cwd === expected.workspacePath, init.cwd),
    check('model', init.model === expected.model, init.model),
  ];
}

/** Judges a mode that Claude Code reports while a turn runs. */
export function judgeMode(permissionMode: string): ProfileCheck {
  return check('permission mode', permissionMode === PERMISSION_MODE, permissionMode);
}

/** The checks that failed. */
export function failedChecks(checks: readonly ProfileCheck[]): ProfileCheck[] {
  return checks.filter(({ passed }) => !passed);
}

/** @throws CoAgentError `SANDBOX_UNAVAILABLE` naming the checks that failed. */
export function requireChecks(checks: readonly ProfileCheck[]): void {
  const failed = failedChecks(checks);
  if (failed.length > 0) throw profileNotHeld(failed);
}

/** Settings of the user or of the repository must be out of force. Those of the machine are named. */
function checkSources(sources: readonly string[]): ProfileCheck {
  const foreign = sources.filter((source) => !SOURCES_ALLOWED.includes(source));
  const passed = foreign.length === 0 && sources.includes('flagSettings');
  const managed = sources.includes('policySettings')
    ? 'ours, and those of this managed machine'
    : 'only ours';
  return check('settings', passed, passed ? managed : sources.join(', ') || 'none');
}

function checkDeniedFiles(deny: readonly unknown[]): ProfileCheck {
  const missing = DENIED_FILES.filter((rule) => !deny.includes(rule));
  return check(
    'denied files',
    missing.length === 0,
    missing.length === 0 ? '.env and .env.*' : `no ${missing.join(', ')}`,
  );
}

function checkHooks(disableAllHooks: unknown, hooks: readonly unknown[] | undefined): ProfileCheck {
  const passed = disableAllHooks === true && (hooks ?? []).length === 0;
  const listed = hooks === undefined ? 'off; this version cannot list them' : `off; ${hooks.length} listed`;
  return check(
    'hooks',
    passed,
    disableAllHooks === true ? listed : `disableAllHooks: ${show(disableAllHooks)}`,
  );
}

/** A rule of anyone else could allow something; no allowing rule is ours. */
function checkRules({
  rules,
  workspaceDirectories,
}: NonNullable<ProfileReplies['rules']>['state']): ProfileCheck {
  const foreign = rules.filter(
    ({ source, behavior }) =>
      !RULE_SOURCES_ALLOWED.includes(source) || (behavior !== 'deny' && source !== 'policySettings'),
  );
  const further = workspaceDirectories ?? [];
  const detail = foreign.map(({ behavior, rule, source }) => `${behavior} ${rule} from ${source}`).join(', ');
  const passed = foreign.length === 0 && further.length === 0;
  return check(
    'permission rules',
    passed,
    passed ? 'none that allows' : detail || `${further.length} further folders`,
  );
}

/** Equal as sets: more is a hole, and less is not what we asked for. */
function checkNames(name: string, found: readonly string[], wanted: readonly string[]): ProfileCheck {
  const passed = found.length === wanted.length && wanted.every((each) => found.includes(each));
  return check(name, passed, found.join(', ') || 'none');
}

function check(name: string, passed: boolean, detail: string): ProfileCheck {
  return { name, passed, detail };
}

function show(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

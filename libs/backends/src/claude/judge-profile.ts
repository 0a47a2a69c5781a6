import type { ProfileCheck } from '@coagent8/contracts';
import type { z } from 'zod';

import { profileNotHeld } from './errors.js';
import type { SessionInit } from './known-events.js';
import { DENIED_FILES, PERMISSION_MODE, TOOLS } from './profile.js';
import type { hooksReply, mcpStatusReply, rulesReply, settingsReply } from './replies.js';

/** What to do about what is not the user's to change. */
const OF_ADMINISTRATOR = '(the administrator of this machine has set that: ask another backend)';

/** Settings that may be in force: ours, and those of the machine, which nobody can keep out. */
const SOURCES_ALLOWED = ['flagSettings', 'policySettings'];
/** Where rules may come from. `toolsNarrowing`: what `--tools` leaves out. */
const RULE_SOURCES_ALLOWED = [...SOURCES_ALLOWED, 'toolsNarrowing'];

type Settings = z.infer<typeof settingsReply>['effective'];
type Rules = z.infer<typeof rulesReply>['state'];

/** All that Claude Code answered before the prompt. The last two are absent below 2.1.269, which cannot be asked. */
export interface ProfileReplies {
  readonly settings: z.infer<typeof settingsReply>;
  readonly servers: z.infer<typeof mcpStatusReply>;
  readonly rules: z.infer<typeof rulesReply> | undefined;
  readonly hooks: z.infer<typeof hooksReply> | undefined;
}

/** Judges what can be asked before the prompt is sent, check by check. */
export function judgeReplies({ settings, servers, rules, hooks }: ProfileReplies): ProfileCheck[] {
  const { effective, sources } = settings;
  return [
    checkSources(sources.map(({ source }) => source)),
    checkDeniedFiles(effective, rules?.state.rules ?? []),
    checkFolders(effective, rules?.state),
    checkHooks(effective, hooks?.hooks),
    checkNames(
      'MCP servers',
      servers.mcpServers.map(({ name }) => name),
      [],
    ),
    ...(rules === undefined ? [] : [checkRules(rules.state.rules)]),
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

/** What it says of the profile that a hook runs. */
export function judgeHook(event: string | null | undefined): ProfileCheck {
  return check('hooks', false, `${event ?? 'one'} ran`);
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

/** A rule may be listed and out of force, where the administrator of the machine lets none but his own count. */
function checkDeniedFiles(
  { permissions, allowManagedPermissionRulesOnly }: Settings,
  rules: Rules['rules'],
): ProfileCheck {
  const deny = permissions?.deny ?? [];
  const isIdle = (rule: string) => rules.some((each) => each.rule === rule && each.notInEffect);
  const missing = DENIED_FILES.filter((rule) => !deny.includes(rule) || isIdle(rule));
  const isOverruled = Boolean(allowManagedPermissionRulesOnly);
  return check(
    'denied files',
    missing.length === 0 && !isOverruled,
    isOverruled
      ? `out of force by allowManagedPermissionRulesOnly ${OF_ADMINISTRATOR}`
      : missing.join(', ') || '.env and the like',
  );
}

function checkFolders({ permissions }: Settings, rules: Rules | undefined): ProfileCheck {
  const further = [...(permissions?.additionalDirectories ?? []), ...(rules?.workspaceDirectories ?? [])];
  return check('further folders', further.length === 0, further.map(show).join(', ') || 'none');
}

/** Those of the machine's administrator are not switched off with the others. */
function checkHooks(
  { disableAllHooks, hooks }: Settings,
  listed: readonly unknown[] | undefined,
): ProfileCheck {
  const events = Object.keys(hooks ?? {});
  if (disableAllHooks !== true) return check('hooks', false, `disableAllHooks: ${show(disableAllHooks)}`);
  if (events.length > 0)
    return check('hooks', false, `prescribed for ${events.join(', ')} ${OF_ADMINISTRATOR}`);
  const count = listed?.length ?? 0;
  return check('hooks', count === 0, count === 0 ? 'off' : `${count} that stay on ${OF_ADMINISTRATOR}`);
}

/** A rule of anyone else could allow something; no allowing rule is ours. */
function checkRules(rules: Rules['rules']): ProfileCheck {
  const foreign = rules.filter(
    ({ source, behavior }) =>
      !RULE_SOURCES_ALLOWED.includes(source) || (behavior !== 'deny' && source !== 'policySettings'),
  );
  const detail = foreign.map(({ behavior, rule, source }) => `${behavior} ${rule} from ${source}`).join(', ');
  return check('permission rules', foreign.length === 0, detail || 'none that allows');
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

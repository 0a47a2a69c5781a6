import type { ProfileCheck, ProfileEvidence } from '@coagent8/contracts';

import { profileNotHeld } from './errors.js';
import { AGENT_MODES, NEEDED_FLAGS, PERMISSION_MODES, READING_ACTIONS, TOOL_PERMISSIONS } from './profile.js';
import type { Init } from './protocol.js';
import type { RepositoryFiles } from './repository-files.js';
import type { UserSettings } from './user-settings.js';

/** How many names one line of a check or a warning shows. */
const NAMES_SHOWN_MAX = 5;

/** What can be known before a turn. */
export interface Preconditions {
  readonly repository: RepositoryFiles;
  /** Whether the user accepts what the repository starts. */
  readonly isTrusted: boolean;
  readonly settings: UserSettings;
}

/** Judges what the disk tells: agy itself cannot be asked. */
export function judgePreconditions({ repository, isTrusted, settings }: Preconditions): ProfileCheck[] {
  return [
    checkRepository(repository.starting, isTrusted),
    check('user settings', settings.faults.length === 0, settings.faults.join('; ') || 'read'),
    checkChoice('tool permission', settings.toolPermission, TOOL_PERMISSIONS),
    checkChoice('agent mode', settings.agentMode, AGENT_MODES),
    checkGrants(settings.grants),
    check(
      'reading',
      true,
      settings.readsOutside ? 'not confined to the workspace' : 'asked to stay in the workspace',
    ),
    check('instruction files', true, list(repository.instructions) || 'none in the workspace'),
  ];
}

/** The check of the command line: every flag was found in its help. `remains`: what asking for it has left behind. */
export function checkFlags(remains: string | undefined): ProfileCheck {
  const detail = `all ${NEEDED_FLAGS.length} flags are known; commands are sandboxed, slash commands and updates are off`;
  return check('command line', true, remains === undefined ? detail : `${detail}; ${remains}`);
}

/**
 * Judges how a turn has started.
 *
 * @param start - `cwd`: real path of the folder that agy names.
 */
export function judgeStart({
  permission_mode: mode,
  cwd,
  workspacePath,
}: Pick<Init, 'permission_mode' | 'cwd'> & { readonly workspacePath: string }): ProfileCheck[] {
  return [
    check('permission mode', PERMISSION_MODES.has(mode), mode),
    check('working directory', cwd === workspacePath, cwd),
  ];
}

/** The evidence of checks. agy is told and cannot be asked: nothing of it is proven. */
export function evidenceOf(checks: readonly ProfileCheck[]): ProfileEvidence {
  return { profile: 'read-only', assurance: 'requested', checks: [...checks] };
}

/** @throws CoAgentError `SANDBOX_UNAVAILABLE` naming the checks that failed. */
export function requireProfile(checks: readonly ProfileCheck[]): void {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length > 0) throw profileNotHeld(failed);
}

/** Names of files as one line, the first of them. */
export function list(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN_MAX;
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function checkRepository(starting: readonly string[], isTrusted: boolean): ProfileCheck {
  const name = 'repository hooks and servers';
  if (starting.length === 0) return check(name, true, 'none');
  const found = list(starting);
  return isTrusted
    ? check(name, true, `${found}; they run, since backends.agy.trustedWorkspaces names this workspace`)
    : check(name, false, `${found} would run; backends.agy.trustedWorkspaces can accept this workspace`);
}

/** A word that we do not know could allow anything. */
function checkChoice(name: string, chosen: string | undefined, allowed: ReadonlySet<string>): ProfileCheck {
  return check(name, chosen === undefined || allowed.has(chosen), chosen ?? 'the default');
}

/** A rule for anything but reading is a hole: what a command or a server does cannot be told from its name. */
function checkGrants(grants: UserSettings['grants']): ProfileCheck {
  const holes = grants.flatMap(({ file, allow }) =>
    allow
      .filter((rule) => !READING_ACTIONS.has(actionOf(rule)))
      .map((rule) => `${file} allows ${shown(rule)}`),
  );
  return check('permission rules', holes.length === 0, list(holes) || 'none allows more than reading');
}

/** `action(target)`. */
function actionOf(rule: string): string {
  return /^(\w+)\(.*\)$/s.exec(rule)?.[1] ?? '';
}

/** Its target may be a path, a host or a secret: the action is enough to find it. */
function shown(rule: string): string {
  return /^\w{1,18}(?=\()/.exec(rule)?.[0] ?? 'something unknown';
}

function check(name: string, passed: boolean, detail: string): ProfileCheck {
  return { name, passed, detail };
}

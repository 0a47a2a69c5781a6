import type { ProfileCheck, ProfileEvidence } from '@coagent8/contracts';

import { profileNotHeld } from './errors.js';
import type { OwnPrograms } from './own-programs.js';
import { AGENT_MODES, OWN_FOLDER, PERMISSION_MODES, READING_ACTIONS, TOOL_PERMISSIONS } from './profile.js';
import type { Init } from './protocol.js';
import type { RepositoryFiles } from './repository-files.js';
import type { UserSettings } from './user-settings.js';

/** How many names one line of a check or a warning shows. */
const NAMES_SHOWN_MAX = 5;

/** The file in which agy's user chooses what it may do, as people write it. */
const SETTINGS_FILE = `~/${OWN_FOLDER}/settings.json`;
/** The setting by which a workspace is trusted. */
const TRUSTING = 'backends.agy.trustedWorkspaces';

/** What can be known before a turn. */
export interface Preconditions {
  readonly repository: RepositoryFiles;
  /** Whether the user accepts what the repository starts. */
  readonly isTrusted: boolean;
  readonly settings: UserSettings;
  readonly own: OwnPrograms;
}

/** Judges what the disk tells: agy itself cannot be asked. */
export function judgePreconditions({ repository, isTrusted, settings, own }: Preconditions): ProfileCheck[] {
  const { faults, readsOutside } = settings;
  return [
    checkRepository(repository.starting, isTrusted),
    check(
      'your settings',
      faults.length === 0,
      faults.length === 0 ? 'found in order' : `${faults.join('; ')}: correct it or remove it`,
    ),
    checkChoice('tool permission', settings.toolPermission, {
      key: 'toolPermission',
      safe: TOOL_PERMISSIONS,
    }),
    checkChoice('agent mode', settings.agentMode, { key: 'agentMode', safe: AGENT_MODES }),
    checkGrants(settings.grants),
    check('your own programs', true, describeOwn(own)),
    check(
      'reading',
      true,
      readsOutside ? `the whole disk, since ${SETTINGS_FILE} says so` : 'asked to stay in the workspace',
    ),
    check('instruction files', true, describeInstructions(repository.instructions)),
  ];
}

/** The check of the command line: every flag was found in its help. `remains`: what asking for it has left behind. */
export function checkFlags(remains: string | undefined): ProfileCheck {
  const detail =
    'has the options that a turn needs: a sandbox for commands, no slash commands; its updater is off';
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
  const name = 'repository programs';
  if (starting.length === 0) return check(name, true, 'no hooks, MCP servers or plugins of a repository');
  const found = list(starting);
  return isTrusted
    ? check(name, true, `${found}; what it names runs, as ${TRUSTING} says that it may`)
    : check(
        name,
        false,
        `${found} would start programs; if you trust it, add this workspace to ${TRUSTING} in CoAgent8’s config.json`,
      );
}

/** A word that we do not know could allow anything. */
function checkChoice(
  name: string,
  chosen: string | undefined,
  { key, safe }: { readonly key: string; readonly safe: ReadonlySet<string> },
): ProfileCheck {
  if (chosen === undefined) return check(name, true, 'the default, which asks before it acts');
  const isSafe = safe.has(chosen);
  const detail = `${chosen} may let it act unasked; remove ${key} from ${SETTINGS_FILE}`;
  return check(name, isSafe, isSafe ? chosen : detail);
}

/** A rule for anything but reading is a hole: what a command or a server does cannot be told from its name. */
function checkGrants(grants: UserSettings['grants']): ProfileCheck {
  const holes = grants.flatMap(({ file, allow }) =>
    allow
      .filter((rule) => !READING_ACTIONS.has(actionOf(rule)))
      .map((rule) => `${file} allows ${shown(rule)}`),
  );
  const detail = `${list(holes)}; remove what allows more than read_file`;
  return check(
    'permission rules',
    holes.length === 0,
    holes.length === 0 ? 'no rule lets it act unasked' : detail,
  );
}

/** They are the user's to have: told, not judged. */
function describeOwn({ hooks, servers, plugins, unreadable }: OwnPrograms): string {
  const counts = [count(hooks, 'hook'), count(servers, 'MCP server'), count(plugins, 'plugin')].flat();
  const known = counts.length === 0 ? [] : [`${counts.join(', ')} of your own start with it`];
  const unknown = unreadable.map((file) => `${file} cannot be read, and may name more`);
  return [...known, ...unknown].join('; ') || 'no hooks, MCP servers or plugins of yours';
}

function count(number: number, what: string): string[] {
  return number === 0 ? [] : [`${number} ${what}${number === 1 ? '' : 's'}`];
}

function describeInstructions(files: readonly string[]): string {
  return files.length === 0 ? 'none in the workspace' : `${list(files)}: it reads them, whoever wrote them`;
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

/** What agy finds in its home: settings, sign-in, and from them what it may do. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {import('./events.mjs').PermissionMode} PermissionMode */

/**
 * @param {string} file
 * @returns {Record<string, any>} Empty where there is no such object.
 */
export function readJson(file) {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/**
 * The settings, with the names of their members in lower case: Go reads them in any case.
 * @param {string} appFolder
 * @returns {Record<string, any>}
 */
export function readSettings(appFolder) {
  const lower = (/** @type {unknown} */ value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
      : value;
  return Object(
    JSON.parse(JSON.stringify(readJson(join(appFolder, 'settings.json'))), (_, value) => lower(value)),
  );
}

/**
 * @param {import('./flags.mjs').Flags} flags
 * @param {string} home
 * @returns {{ geminiFolder: string, appFolder: string }} `--gemini_dir` moves all of `~/.gemini` (1.2.15).
 */
export function foldersOf({ values }, home) {
  const moved = values['gemini_dir'];
  const geminiFolder = moved !== undefined && isAbsolute(moved) ? moved : join(home, '.gemini');
  return { geminiFolder, appFolder: join(geminiFolder, 'antigravity-cli') };
}

/**
 * By a token in a file, as without a keyring, or by a key where the settings choose the key's provider (1.2.15).
 * @param {string} appFolder
 * @param {Record<string, any>} settings
 * @param {NodeJS.ProcessEnv} environment
 */
export function isSignedIn(appFolder, settings, environment) {
  if (settings['modelprovider'] === 'gemini') return Boolean(environment['GEMINI_API_KEY']);
  return existsSync(join(appFolder, 'antigravity-oauth-token'));
}

/**
 * @param {import('./flags.mjs').Flags} flags
 * @param {Record<string, any>} settings
 * @returns {PermissionMode} `--mode` and `--sandbox` do not change it (1.1.26, 1.2.3). What `proceed-in-sandbox` shows
 * was never seen; it allowed nothing more (1.1.27).
 */
export function permissionMode({ switches }, settings) {
  const chosen = settings['toolpermission'];
  if (switches.has('dangerously-skip-permissions') || chosen === 'always-proceed') return 'always-proceed';
  return chosen === 'strict' ? 'strict' : 'request-review';
}

/**
 * The rules of the settings, and what is allowed beside them (1.1.27): by the file that the editor shares, and by those of
 * the projects that name the workspace, or none.
 * @param {string} geminiFolder
 * @param {Record<string, any>} settings
 * @param {string} cwd
 * @returns {{ allow: readonly unknown[], deny: readonly unknown[] }}
 */
export function rulesOf(geminiFolder, settings, cwd) {
  const shared = readJson(join(geminiFolder, 'config', 'config.json'));
  const granted = [
    Object(settings['permissions']),
    Object(shared['userSettings']?.globalPermissionGrants),
    ...projectsOf(geminiFolder, cwd).map((project) => Object(project['permissionGrants']?.permissionGrants)),
  ];
  const all = (/** @type {string} */ name) =>
    granted.flatMap((rules) => (Array.isArray(rules[name]) ? rules[name] : []));
  return { allow: all('allow'), deny: all('deny') };
}

/**
 * @param {string} geminiFolder
 * @param {string} cwd
 */
function projectsOf(geminiFolder, cwd) {
  const folder = join(geminiFolder, 'config', 'projects');
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const isMeant = (/** @type {string} */ file) =>
    basename(file) === 'default-cli-project.json' ||
    readFileSync(file, 'utf8').includes(`"${pathToFileURL(cwd).href}"`);
  return files.filter(isMeant).map(readJson);
}

/**
 * Folders that count as the workspace: those of `--add-dir` that are absolute (a relative one has no effect, 1.1.22),
 * else the working directory.
 * @param {import('./flags.mjs').Flags} flags
 * @param {string} cwd
 */
export function workspaceFolders({ folders }, cwd) {
  const named = folders.filter((folder) => isAbsolute(folder));
  return (named.length > 0 ? named : [cwd]).map(canonical);
}

/**
 * The matrix of 1.2.15: without a rule only reading inside the workspace is allowed. Rules of the settings allow more
 * and do not show in the permission mode. A rule for commands did nothing on 1.1.27.
 * @param {{ mode: PermissionMode, acceptsEdits: boolean, readsOutside: boolean, rules: ReturnType<typeof rulesOf>,
 *   workspace: readonly string[] }} given
 * @param {'read_file' | 'write_file' | 'command' | 'mcp'} action
 * @param {string} target - A path, a command line, `server/tool`.
 */
export function mayDo({ mode, acceptsEdits, readsOutside, rules, workspace }, action, target) {
  if (matches(rules.deny, action, target)) return false;
  if (mode === 'always-proceed' || matches(rules.allow, action, target)) return true;
  const isInside = workspace.some((folder) => isBelow(folder, target));
  if (action === 'read_file') return isInside || readsOutside;
  return action === 'write_file' && acceptsEdits && isInside;
}

/**
 * @param {readonly unknown[]} rules
 * @param {string} action
 * @param {string} target
 */
function matches(rules, action, target) {
  return rules.some((rule) => {
    const [, ruled, pattern = ''] = /^(\w+)\((.*)\)$/s.exec(String(rule)) ?? [];
    if (ruled !== action) return false;
    if (pattern === '*' || pattern === target) return true;
    return action === 'command' ? target.startsWith(`${pattern} `) : isBelow(pattern, target);
  });
}

/**
 * @param {string} folder
 * @param {string} path
 */
function isBelow(folder, path) {
  const way = relative(folder, canonical(path));
  return isAbsolute(folder) && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

/**
 * The real path of what exists of it, so that a link does not lead out unseen.
 * @param {string} path
 * @returns {string}
 */
function canonical(path) {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const above = dirname(absolute);
    return above === absolute ? absolute : join(canonical(above), relative(above, absolute));
  }
}

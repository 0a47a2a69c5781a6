import type { Environment } from '@coagent8/contracts';
import { NESTED_TURN_VARIABLE } from '@coagent8/runtime';

/** What any program needs. Proxy variables are read in both cases by different programs. */
const NEEDED = new Set(
  [
    ['HOME', 'PATH', 'LANG', 'TMPDIR', 'USER', 'SHELL'],
    [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'NO_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
      'no_proxy',
    ],
    ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ].flat(),
);
const NEEDED_FAMILIES = ['LC_', 'XDG_'];

/** The same for Windows, where names have no case. */
const NEEDED_ON_WINDOWS = new Set(
  [
    ['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'USERNAME', 'USERDOMAIN', 'APPDATA', 'LOCALAPPDATA'],
    ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'OS'],
    ['PROGRAMDATA', 'ALLUSERSPROFILE', 'PUBLIC', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432'],
    ['COMMONPROGRAMFILES', 'COMMONPROGRAMFILES(X86)', 'COMMONPROGRAMW6432'],
    ['NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
  ].flat(),
);

/** What an agent is given beside what any program needs. */
export interface LaunchVariables {
  /** Beginnings of names, e.g. `CODEX_`. */
  readonly families: readonly string[];
  /** Whole names. */
  readonly names: readonly string[];
  /** Names of a family that are the host's and not the agent's to have; a name in `names` is given all the same. */
  readonly except?: readonly string[];
  /** Variables that are given whatever our own environment says. */
  readonly set?: Readonly<Record<string, string>>;
}

/**
 * The whole environment of an agent: an allow-list, never ours with things taken out, so that a secret that nobody
 * thought of stays here. It marks the turn as nested for a CoAgent8 below the agent. An empty value is left out: it means
 * what none means, but for a folder's, which some programs take for the working directory. On Windows, where `Path` and
 * `PATH` are one variable, names are in capitals.
 */
export function launchEnvironment(
  { variables, platform }: Environment,
  { families, names, except = [], set = {} }: LaunchVariables,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const fold = (name: string) => (isWindows ? name.toUpperCase() : name);
  const asked = new Set(names.map(fold));
  const excepted = new Set(except);
  const isPassed = (name: string) =>
    NEEDED.has(name) ||
    (isWindows && NEEDED_ON_WINDOWS.has(name)) ||
    ([...NEEDED_FAMILIES, ...families].some((family) => name.startsWith(family)) && !excepted.has(name)) ||
    asked.has(name);
  const passed = Object.entries(variables).flatMap(([name, value]) =>
    value && isPassed(fold(name)) ? [[name, value] as const] : [],
  );
  const given = [...passed, ...Object.entries(set), [NESTED_TURN_VARIABLE, '1'] as const];
  return Object.fromEntries(given.map(([name, value]) => [fold(name), value]));
}

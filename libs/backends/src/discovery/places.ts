import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { EXECUTABLE_VARIABLES } from '@coagent8/contracts';
import type { BackendId, Environment } from '@coagent8/contracts';

/** How one agent is called and who carries a copy of it. */
export interface AgentNames {
  /** Variable that names the executable. */
  readonly variable: string;
  /** Name of the command, without an ending. */
  readonly command: string;
  /** The vendor's editor extension with a copy inside, where there is one. */
  readonly extension?: {
    /** Its folders are called `<id>-<version>`. */
    readonly id: string;
    /** Folder of the copy inside the extension. With `perPlatform` it has one folder for each platform. */
    readonly folder: string;
    readonly perPlatform: boolean;
  };
  /** Folders of its own installer, below the home directory. */
  readonly ownFolders?: readonly string[];
  /** Name of its npm package, for version managers that give each package a folder. */
  readonly npmPackage?: string;
}

/** The three agents. */
export const AGENTS: Readonly<Record<BackendId, AgentNames>> = {
  codex: {
    variable: EXECUTABLE_VARIABLES.codex,
    command: 'codex',
    extension: { id: 'openai.chatgpt', folder: 'bin', perPlatform: true },
    npmPackage: '@openai/codex',
  },
  claude: {
    variable: EXECUTABLE_VARIABLES.claude,
    command: 'claude',
    extension: {
      id: 'anthropic.claude-code',
      folder: join('resources', 'native-binary'),
      perPlatform: false,
    },
    npmPackage: '@anthropic-ai/claude-code',
  },
  agy: {
    variable: EXECUTABLE_VARIABLES.agy,
    command: 'agy',
    ownFolders: [join('.gemini', 'bin'), join('.gemini', 'antigravity-cli', 'bin')],
  },
};

/** Editors whose extensions are looked into, by their folder below the home directory. */
export const EDITOR_FOLDERS = ['.vscode', '.vscode-insiders', '.vscode-server', '.cursor'] as const;

/** File name of the command. */
export function fileName(command: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `${command}.exe` : command;
}

/** Where the copies inside editor extensions would be, newest version first. */
export async function extensionCandidates(
  { command, extension }: AgentNames,
  { homeDirectory, platform }: Environment,
): Promise<string[]> {
  if (!extension) return [];
  const roots = EDITOR_FOLDERS.map((editor) => join(homeDirectory, editor, 'extensions'));
  const versions = await Promise.all(
    roots.map((root) => entriesOf(root, (name) => name.startsWith(`${extension.id}-`))),
  );
  const folders = versions.flat().map((version) => join(version, extension.folder));
  const binaries = extension.perPlatform
    ? (await Promise.all(folders.map((folder) => entriesOf(folder, isForPlatform(platform))))).flat()
    : folders;
  return binaries.map((folder) => join(folder, fileName(command, platform)));
}

/** Where installers and package managers put the command when it is not on `PATH`, in the order of our preference. */
export async function officialCandidates(names: AgentNames, environment: Environment): Promise<string[]> {
  const folders = [
    ...(environment.platform === 'win32'
      ? windowsFolders(environment)
      : await posixFolders(names, environment)),
    ...(names.ownFolders ?? []).map((folder) => join(environment.homeDirectory, folder)),
  ];
  const files =
    environment.platform === 'win32' ? [`${names.command}.exe`, `${names.command}.cmd`] : [names.command];
  return folders.flatMap((folder) => files.map((file) => join(folder, file)));
}

/** The places of {@link officialCandidates}, in words. */
export function officialPlaces({ ownFolders = [] }: AgentNames, platform: NodeJS.Platform): string {
  const managers =
    platform === 'win32'
      ? ['~/.local/bin', 'WinGet', 'Volta', 'npm']
      : ['~/.local/bin', 'Volta', 'nvm', 'fnm', 'npm', 'bun', 'Homebrew', '/usr/local/bin'];
  return [...managers, ...ownFolders.map((folder) => `~/${folder}`)].join(', ');
}

async function posixFolders(
  { npmPackage }: AgentNames,
  { homeDirectory, variables }: Environment,
): Promise<string[]> {
  const home = (...parts: string[]) => join(homeDirectory, ...parts);
  const volta = variables['VOLTA_HOME'] || home('.volta');
  const nvm = variables['NVM_DIR'] || home('.nvm');
  const fnm = [
    ...(variables['FNM_DIR'] ? [variables['FNM_DIR']] : []),
    home('.local', 'share', 'fnm'),
    home('.fnm'),
    home('Library', 'Application Support', 'fnm'),
  ];
  const ofNodeVersions = [
    ...(await entriesOf(join(nvm, 'versions', 'node'))).map((version) => join(version, 'bin')),
    ...(await Promise.all(fnm.map((root) => entriesOf(join(root, 'node-versions')))))
      .flat()
      .map((version) => join(version, 'installation', 'bin')),
  ];
  return [
    home('.local', 'bin'),
    ...(npmPackage ? [join(volta, 'tools', 'image', 'packages', ...npmPackage.split('/'), 'bin')] : []),
    join(volta, 'bin'),
    ...ofNodeVersions,
    home('.npm-global', 'bin'),
    home('.npm-packages', 'bin'),
    home('.bun', 'bin'),
    '/opt/homebrew/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    '/usr/local/bin',
  ];
}

function windowsFolders({ homeDirectory, variables }: Environment): string[] {
  const roaming = variables['APPDATA'] || join(homeDirectory, 'AppData', 'Roaming');
  const local = variables['LOCALAPPDATA'] || join(homeDirectory, 'AppData', 'Local');
  return [
    join(homeDirectory, '.local', 'bin'),
    join(local, 'agy', 'bin'),
    join(local, 'Microsoft', 'WinGet', 'Links'),
    join(local, 'Volta', 'bin'),
    join(roaming, 'npm'),
  ];
}

/** `linux-x86_64`, `macos-aarch64`, `windows-x86_64`; other spellings are understood, too. */
function isForPlatform(platform: NodeJS.Platform): (name: string) => boolean {
  const systems: Partial<Record<NodeJS.Platform, RegExp>> = {
    linux: /^linux/,
    darwin: /^(macos|darwin)/,
    win32: /^win/,
  };
  const machines: Readonly<Record<string, RegExp>> = { x64: /x86_64|x64|amd64/, arm64: /aarch64|arm64/ };
  return (name) => Boolean(systems[platform]?.test(name) && machines[process.arch]?.test(name));
}

/** Entries of a folder, as paths, those with the highest number in their name first. None where it cannot be read. */
async function entriesOf(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isWanted)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => join(folder, name));
}

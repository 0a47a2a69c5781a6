import { posix, win32 } from 'node:path';

/** Why a folder is never chosen unless the caller names it. */
export type Refusal =
  'the home directory' | 'a folder above the home directory' | 'a file system root' | 'a system directory';

/** Folders that belong to a system, in lower case and without a drive. */
interface SystemFolders {
  /** Refused with everything in them. */
  readonly trees: readonly string[];
  /** Refused with what is directly in them: projects lie deeper, as in `/usr/src/app` and `/var/www/site`. */
  readonly floors: readonly string[];
  /** Refused alone: `/tmp/site` and `/opt/site` may well be projects. */
  readonly folders: readonly string[];
}

/** Linux and macOS. macOS keeps `/etc`, `/tmp` and `/var` in `/private`. */
const POSIX_FOLDERS: SystemFolders = {
  trees: [
    ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/proc', '/sbin'],
    ...['/snap', '/sys', '/usr/bin', '/usr/games', '/usr/include', '/usr/lib', '/usr/lib32', '/usr/lib64'],
    ...['/usr/libexec', '/usr/libx32', '/usr/local/bin', '/usr/local/lib', '/usr/local/sbin'],
    ...['/usr/local/share', '/usr/sbin', '/usr/share'],
    ...['/applications', '/library', '/private/etc', '/system'],
  ],
  floors: ['/private/var', '/run', '/usr', '/usr/local', '/var'],
  folders: [
    ...['/home', '/media', '/mnt', '/opt', '/private', '/private/tmp', '/root', '/srv', '/tmp'],
    ...['/users', '/volumes'],
  ],
};

const WINDOWS_FOLDERS: SystemFolders = {
  trees: [
    ...['/$recycle.bin', '/recovery', '/system volume information', '/windows'],
    ...['/program files', '/program files (x86)', '/programdata'],
  ],
  floors: [],
  folders: ['/', '/users', '/users/all users', '/users/default', '/users/default user', '/users/public'],
};

/** A Windows drive as WSL shows it: what Windows starts there begins in `/mnt/c/Windows/System32`. */
const DRIVE_IN_WSL = /^\/mnt\/[a-z](?=\/|$)/;

/**
 * Why `path` is not to be chosen unless it is named; undefined when it may be. Such folders are where hosts start a server
 * that belongs to no project, and an agent might read everything below. Pure: `path` and `homeDirectory` are canonical
 * paths of `platform`.
 */
export function refusalOf(
  path: string,
  { homeDirectory, platform }: { readonly homeDirectory: string; readonly platform: NodeJS.Platform },
): Refusal | undefined {
  const { parse, relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix;
  if (parse(path).root === path) return 'a file system root';
  const wayHome = relative(path, homeDirectory);
  if (wayHome === '') return 'the home directory';
  if (!isAbsolute(wayHome) && wayHome.split(sep)[0] !== '..') return 'a folder above the home directory';
  return isSystemFolder(path.toLowerCase(), platform) ? 'a system directory' : undefined;
}

function isSystemFolder(path: string, platform: NodeJS.Platform): boolean {
  const drive = platform === 'win32' ? /^[a-z]:/ : DRIVE_IN_WSL;
  if (!drive.test(path)) return isOneOf(POSIX_FOLDERS, path);
  return isOneOf(WINDOWS_FOLDERS, path.replace(drive, '').replaceAll('\\', '/') || '/');
}

function isOneOf({ trees, floors, folders }: SystemFolders, path: string): boolean {
  return (
    trees.some((tree) => path === tree || path.startsWith(`${tree}/`)) ||
    [path, posix.dirname(path)].some((folder) => floors.includes(folder)) ||
    folders.includes(path)
  );
}

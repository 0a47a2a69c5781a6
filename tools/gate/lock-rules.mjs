/** What every `package-lock.json` of the repository must be. Each rule returns what breaks it, one line each. */

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [inBundle]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @typedef {Readonly<Record<string, LockEntry>>} Lock - The `packages` of a lockfile: by path, `''` for the root.
 */

const DEPENDENCIES = /** @type {const} */ ([
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]);

/**
 * Packages come from the registry that the reader has configured, so none says where it was fetched.
 * @param {Lock} lock
 */
export function findPlaces(lock) {
  return Object.entries(lock)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path, { resolved }]) => `${path} is resolved to ${resolved}`);
}

/**
 * A package without a digest could be replaced by another.
 * @param {Lock} lock
 */
export function findUnverified(lock) {
  return Object.entries(lock)
    .filter(([path, entry]) => isInstalled(path) && !entry.link && !entry.inBundle && !entry.integrity)
    .map(([path]) => `${path} has no integrity`);
}

/**
 * npm can write a lockfile that lacks a package, and install from it without a word.
 * @param {Lock} lock
 */
export function findMissing(lock) {
  return Object.entries(lock).flatMap(([path, entry]) =>
    entry.link
      ? []
      : needsOf(path, entry)
          .filter((name) => !isReachable(lock, path, name))
          .map((name) => `${name} is missing, needed by ${path || 'the root'}`),
  );
}

/**
 * `npm ci` refuses a lockfile that does not say what the manifests say.
 * @param {Lock} lock
 * @param {(path: string) => LockEntry} readManifest - The `package.json` of a folder.
 */
export function findOutOfStep(lock, readManifest) {
  return Object.keys(lock)
    .filter((path) => !isInstalled(path))
    .flatMap((path) => {
      const manifest = readManifest(path);
      const entry = lock[path] ?? {};
      const differs = ['version', ...DEPENDENCIES].filter(
        (field) => canonical(manifest, field) !== canonical(entry, field),
      );
      return differs.map((field) => `${path || 'the root'}: ${field} differs from package.json`);
    });
}

/** @param {string} path */
const isInstalled = (path) => path.split('/').includes('node_modules');

/**
 * @param {LockEntry} from
 * @param {string} field
 */
function canonical(from, field) {
  const value = Object.entries(from).find(([name]) => name === field)?.[1] ?? {};
  return JSON.stringify(typeof value === 'object' ? Object.entries(value).sort() : value);
}

/**
 * @param {string} path
 * @param {LockEntry} entry
 */
function needsOf(path, entry) {
  const isOptionalPeer = (/** @type {string} */ name) =>
    entry.peerDependenciesMeta?.[name]?.optional === true;
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !isOptionalPeer(name)),
    ...(isInstalled(path) ? [] : Object.keys(entry.devDependencies ?? {})),
  ];
}

/**
 * Whether Node would find `name` from the folder `path`: in its `node_modules` or in those above.
 * @param {Lock} lock
 * @param {string} path
 * @param {string} name
 */
function isReachable(lock, path, name) {
  const folders = path === '' ? [] : path.split('/');
  return Array.from({ length: folders.length + 1 }, (_, count) => folders.slice(0, count).join('/')).some(
    (folder) => `${folder && `${folder}/`}node_modules/${name}` in lock,
  );
}

/**
 * The dependency law, the whole of it: who may import whom, which package or builtin has its door in which room.
 * `eslint.config.mjs` and the tests beside this file read it; nothing else states it. Rooms that have no folder yet
 * are listed so that they find their floor when they come.
 *
 * @typedef {object} Row
 * @property {readonly string[] | 'all but integrations'} mayImport - Rooms of `libs/`; `room/subpath` opens that
 *   subpath alone.
 * @property {readonly string[]} packages - npm packages that production code may import.
 * @property {Readonly<Record<string, string>>} [subpaths] - What the room exports beside its index, each with its file
 *   below `src`.
 * @property {true} [app] - A folder of `apps/`: nobody imports it.
 * @property {true} [private] - Never published.
 */

/** @type {Readonly<Record<string, Row>>} */
export const LAW = {
  contracts: { mayImport: [], packages: ['zod'] },

  security: { mayImport: ['contracts'], packages: ['@secretlint/*'] },
  storage: { mayImport: ['contracts'], packages: ['jsonc-parser', 'lockfile', 'write-file-atomic', 'zod'] },
  runtime: { mayImport: ['contracts'], packages: ['execa', 'which'] },

  config: {
    mayImport: ['contracts', 'storage', 'security'],
    packages: ['zod'],
    subpaths: { locations: 'locations' },
  },
  workspace: { mayImport: ['contracts', 'runtime'], packages: [] },
  models: { mayImport: ['contracts', 'storage', 'security'], packages: ['zod'] },
  sessions: { mayImport: ['contracts', 'storage', 'security'], packages: ['zod'] },

  backends: {
    mayImport: ['contracts', 'storage', 'runtime', 'models'],
    packages: ['zod'],
    subpaths: { discovery: 'discovery/index' },
  },
  review: { mayImport: ['contracts', 'workspace'], packages: [] },

  execution: {
    mayImport: [
      'contracts',
      'security',
      'runtime',
      'config',
      'workspace',
      'models',
      'backends',
      'sessions',
      'review',
    ],
    packages: [],
  },
  diagnostics: {
    mayImport: ['contracts', 'security', 'config', 'workspace', 'models', 'backends', 'sessions'],
    packages: [],
  },
  integrations: {
    mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'backends/discovery'],
    packages: [],
  },

  testing: { mayImport: [], packages: [], private: true },

  server: {
    app: true,
    private: true,
    mayImport: 'all but integrations',
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },
  cli: { app: true, mayImport: 'all but integrations', packages: ['@stricli/core'] },
  setup: {
    app: true,
    private: true,
    mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'integrations'],
    packages: ['@modelcontextprotocol/sdk'],
  },
  vscode: {
    app: true,
    private: true,
    mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'integrations'],
    packages: ['vscode'],
  },
};

/** Builtins with one door: every other room asks the owner instead. Named without `node:`; both spellings count. */
export const DOORS = [
  { modules: ['child_process'], owner: 'runtime', ask: 'runtime starts every process' },
  { modules: ['sqlite'], owner: 'storage', ask: 'storage owns the locks' },
  { modules: ['cluster', 'worker_threads'], owner: undefined, ask: 'no room starts workers' },
  {
    modules: [
      'http',
      'http2',
      'https',
      'net',
      'tls',
      'dgram',
      'dns',
      'dns/promises',
      'inspector',
      'inspector/promises',
    ],
    owner: undefined,
    ask: 'no room opens sockets',
  },
  { modules: ['process'], owner: undefined, ask: 'the main file of an application reads it and passes data' },
  { modules: ['vm', 'v8', 'wasi', 'repl'], owner: undefined, ask: 'no room evaluates code' },
];

/** The builtins that write to the disk, and the room that is their door. Reading is open to all. */
export const DISK = {
  owner: 'storage',
  modules: ['fs', 'fs/promises'],
  /** Their exports that change the disk, or that hand out all the others. */
  writes: [
    ...[
      'appendFile',
      'chmod',
      'chown',
      'copyFile',
      'cp',
      'fchmod',
      'fchown',
      'ftruncate',
      'futimes',
      'lchmod',
    ],
    ...[
      'lchown',
      'link',
      'lutimes',
      'mkdir',
      'mkdtemp',
      'mkdtempDisposable',
      'open',
      'rename',
      'rm',
      'rmdir',
    ],
    ...['symlink', 'truncate', 'unlink', 'utimes', 'write', 'writev', 'writeFile'],
  ]
    .flatMap((name) => [name, `${name}Sync`])
    .concat('createWriteStream', 'openAsBlob', 'promises', 'default'),
};

/** The globals that reach the network, and the room that is their door. */
export const NETWORK = { owner: 'models', globals: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] };

/** Rooms of `libs/`, lowest floor first. */
export const LIBS = Object.keys(LAW).filter((room) => !rowOf(room).app);

/**
 * @param {string} room
 * @returns {Row}
 * @throws {Error} When the law does not know the room.
 */
export function rowOf(room) {
  const row = LAW[room];
  if (!row) throw new Error(`tools/boundaries/graph.mjs has no row for "${room}"`);
  return row;
}

/**
 * What production code of `room` may write behind `@coagent8/`: rooms, each with its subpaths, or single subpaths.
 * @param {string} room
 * @returns {string[]}
 */
export function doorsTo(room) {
  const { mayImport } = rowOf(room);
  const named =
    mayImport === 'all but integrations'
      ? LIBS.filter((lib) => !/^(integrations|testing)$/.test(lib))
      : mayImport;
  return named.flatMap((name) =>
    name.includes('/')
      ? [name]
      : [name, ...Object.keys(rowOf(name).subpaths ?? {}).map((subpath) => `${name}/${subpath}`)],
  );
}

/**
 * The rooms of `libs/` that production code of `room` may import, at least in part.
 * @param {string} room
 * @returns {string[]}
 */
export function importsOf(room) {
  return [...new Set(doorsTo(room).map((name) => name.replace(/\/.*/, '')))];
}

/**
 * The Nx tag of a room: the only thing its `package.json` says about the law.
 * @param {string} room
 */
export function tagOf(room) {
  return `${rowOf(room).app ? 'app' : 'lib'}:${room}`;
}

/**
 * @param {string} room
 * @returns {string} Its folder, relative to the repository.
 */
export function folderOf(room) {
  return `${rowOf(room).app ? 'apps' : 'libs'}/${room}`;
}

/**
 * @param {string} room
 * @returns {string} Its package name. The application that is published bears the product's.
 */
export function packageOf(room) {
  return room === 'cli' ? 'coagent8' : `@coagent8/${room}`;
}

/**
 * The dependency law, the whole of it: who may import whom, which package or builtin has its door in which room.
 * `eslint.config.mjs` and `topology.test.ts` read it; nothing else states it. Rooms that have no folder yet are
 * listed so that they find their floor when they come.
 *
 * A row: `mayImport` names rooms of `libs/`; `packages` names the npm packages that production code may import.
 */
export const LAW = {
  contracts: { mayImport: [], packages: ['zod'] },

  security: { mayImport: ['contracts'], packages: ['@secretlint/*', 'strip-ansi'] },
  storage: { mayImport: ['contracts'], packages: ['lockfile', 'write-file-atomic', 'zod'] },
  runtime: { mayImport: ['contracts'], packages: ['execa', 'which'] },

  config: { mayImport: ['contracts', 'storage', 'security'], packages: ['zod'] },
  workspace: { mayImport: ['contracts', 'runtime'], packages: [] },
  models: { mayImport: ['contracts', 'storage', 'security'], packages: ['zod'] },
  sessions: { mayImport: ['contracts', 'storage', 'security'], packages: ['zod'] },

  backends: { mayImport: ['contracts', 'storage', 'runtime', 'models'], packages: ['zod'] },
  review: { mayImport: ['contracts', 'workspace'], packages: [] },

  execution: {
    mayImport: ['contracts', 'security', 'runtime', 'config', 'workspace', 'models', 'backends', 'sessions', 'review'],
    packages: [],
  },
  diagnostics: {
    mayImport: ['contracts', 'security', 'config', 'workspace', 'models', 'backends', 'sessions'],
    packages: [],
  },
  integrations: { mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'backends'], packages: [] },

  testing: { mayImport: [], packages: [], private: true },

  server: { app: true, mayImport: 'all but integrations', packages: ['@modelcontextprotocol/sdk', 'zod'] },
  cli: { app: true, mayImport: 'all but integrations', packages: ['@stricli/core'] },
  setup: {
    app: true,
    mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'integrations'],
    packages: ['@modelcontextprotocol/sdk'],
  },
  vscode: {
    app: true,
    mayImport: ['contracts', 'security', 'storage', 'runtime', 'config', 'integrations'],
    packages: ['vscode'],
  },
};

/** Builtins that have one door: every other room asks the owner instead. */
export const DOORS = [
  { modules: ['node:child_process', 'child_process'], owner: 'runtime', ask: 'runtime spawns every process' },
  { modules: ['node:sqlite', 'sqlite'], owner: 'storage', ask: 'storage owns locks' },
  { modules: ['node:cluster', 'cluster', 'node:worker_threads', 'worker_threads'], owner: null, ask: 'no room starts workers' },
  { modules: ['node:http', 'http', 'node:https', 'https', 'node:net', 'net'], owner: null, ask: 'no room opens sockets' },
];

/** Functions of `node:fs` and `node:fs/promises` that change the disk: storage is their only door. */
export const DISK_WRITES = [
  'appendFile', 'appendFileSync', 'chmod', 'chmodSync', 'copyFile', 'copyFileSync', 'cp', 'cpSync', 'createWriteStream',
  'link', 'linkSync', 'mkdir', 'mkdirSync', 'mkdtemp', 'mkdtempSync', 'open', 'openSync', 'rename', 'renameSync', 'rm',
  'rmSync', 'rmdir', 'rmdirSync', 'symlink', 'symlinkSync', 'truncate', 'truncateSync', 'unlink', 'unlinkSync',
  'utimes', 'utimesSync', 'writeFile', 'writeFileSync',
];

/** Rooms of `libs/`, lowest floor first. */
export const LIBS = Object.keys(LAW).filter((room) => !LAW[room].app);

/** The rooms of `libs/` that `room` may import. */
export function importsOf(room) {
  const { mayImport } = LAW[room];
  return mayImport === 'all but integrations' ? LIBS.filter((lib) => lib !== 'integrations' && lib !== 'testing') : mayImport;
}

/** The Nx tag of a room: the only thing its `package.json` says about the law. */
export function tagOf(room) {
  return `${LAW[room].app ? 'app' : 'lib'}:${room}`;
}

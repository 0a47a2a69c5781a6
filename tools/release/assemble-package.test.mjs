import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { assemblePackage } from './assemble-package.mjs';

const BUNDLES = ['apps/cli/dist/index.cjs', 'apps/cli/dist/cli/main.cjs', 'apps/server/dist/main.cjs'];
const PACKAGE = [
  'LICENSE',
  'README.md',
  'cli/main.cjs',
  'coagent8-mcp.cjs',
  'index.cjs',
  'package.json',
  'server/chunk.cjs',
  'server/main.cjs',
];

/** @type {string} */
let root;
/** @type {string} */
let target;

/** @param {string} name @param {string} text */
function write(name, text) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const filesOf = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** npm without a look at the user's cache or the network. */
const npm = (/** @type {string[]} */ ...args) =>
  execFileSync('npm', args, {
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: join(root, '.npm'), npm_config_update_notifier: 'false' },
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'coagent8-assemble-'));
  target = join(root, 'dist', 'coagent8');
  const manifest = { name: 'coagent8', version: '9.8.7', description: 'd', license: 'MIT', type: 'module' };
  write(
    'apps/cli/package.json',
    JSON.stringify({ ...manifest, engines: { node: '>=24.15' }, dependencies: { a: '1' } }),
  );
  write('LICENSE', 'licence');
  write('apps/cli/dist/index.cjs', 'console.log(process.argv.slice(2).join());');
  for (const name of BUNDLES.slice(1)) write(name, '');
  write('apps/server/dist/chunk.cjs', '');
  write('apps/server/dist/main.d.ts', '');
  write('apps/server/dist/tools/consult.js', '');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('assemblePackage', () => {
  it('makes the package and nothing else, also over an older one', () => {
    write('dist/coagent8/server/gone.cjs', '');
    assemblePackage({ root, target });
    expect(filesOf(target)).toEqual(PACKAGE);
    expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))).toEqual({
      name: 'coagent8',
      version: '9.8.7',
      description: 'd',
      license: 'MIT',
      type: 'commonjs',
      engines: { node: '>=24.15' },
      bin: { coagent8: 'index.cjs', 'coagent8-mcp': 'coagent8-mcp.cjs' },
      files: ['*.cjs', 'cli', 'server'],
    });
  });

  it.each([['https://code.example/issues'], [{ url: 'https://code.example/issues' }]])(
    'names the place for reports that the application names: %j',
    (bugs) => {
      const manifest = JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8'));
      write('apps/cli/package.json', JSON.stringify({ ...manifest, bugs }));
      assemblePackage({ root, target });
      expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).bugs).toEqual(bugs);
    },
  );

  it('makes its programs executable', () => {
    assemblePackage({ root, target });
    for (const bin of ['index.cjs', 'coagent8-mcp.cjs'])
      expect(statSync(join(target, bin)).mode & 0o777).toBe(0o755);
  });

  it('has a program that drops its arguments', () => {
    assemblePackage({ root, target });
    const ran = (/** @type {string} */ bin) =>
      execFileSync(process.execPath, [join(target, bin), 'a', 'b'], { encoding: 'utf8' });
    expect(ran('index.cjs')).toBe('a,b\n');
    expect(ran('coagent8-mcp.cjs')).toBe('\n');
  });

  it('packs what it made', () => {
    assemblePackage({ root, target });
    const [packed] = JSON.parse(npm('pack', '--dry-run', '--json', target));
    expect(packed.files.map((/** @type {{ path: string }} */ { path }) => path).sort()).toEqual(PACKAGE);
  });

  it.each(BUNDLES)('says that %s is missing and leaves what there was', (missing) => {
    write('dist/coagent8/index.cjs', 'older');
    rmSync(join(root, missing));
    expect(() => assemblePackage({ root, target })).toThrow(
      `${missing} is missing; build it with \`npx nx build`,
    );
    expect(readFileSync(join(target, 'index.cjs'), 'utf8')).toBe('older');
  });
});

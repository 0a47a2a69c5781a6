/** The parts of `prepare.mjs`: what is installed, which Node is new enough, who holds the clone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { isAtLeast } from './choose-node.mjs';
import { isInstalled } from './install.mjs';
import { canSeeProcesses, findNewProcesses, findProcesses } from './processes.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ca8-prepare-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('isInstalled', () => {
  const WANTED = {
    '': {},
    'libs/room': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
  };
  const INSTALLED = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };

  /**
   * @param {object} installed
   * @param {object} [wanted]
   */
  function lay(installed, wanted = WANTED) {
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    writeFileSync(
      join(folder, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
  }

  it('is true when everything but other platforms is there', () => {
    lay(INSTALLED);
    expect(isInstalled(folder)).toBe(true);
  });

  it('is false in a fresh clone', () => {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
    expect(isInstalled(folder)).toBe(false);
  });

  it('is false after an installation that was cut short', () => {
    lay(INSTALLED);
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{"packages": {"node_mod');
    expect(isInstalled(folder)).toBe(false);
  });

  it('is false when a version, a digest or a link differs, or a package is new or gone', () => {
    for (const entry of [{ version: '1.0.1' }, { integrity: 'sha512-b' }, { link: true }]) {
      lay(INSTALLED, { 'node_modules/a': { ...INSTALLED['node_modules/a'], ...entry } });
      expect(isInstalled(folder)).toBe(false);
    }
    lay(INSTALLED, { ...WANTED, 'libs/room/node_modules/b': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(false);
    lay(INSTALLED);
    rmSync(join(folder, 'node_modules', 'a'), { recursive: true });
    expect(isInstalled(folder)).toBe(false);
  });
});

describe('isAtLeast', () => {
  it.each([
    ['24.15.0', true],
    ['24.14.9', false],
    ['25.0.0', true],
    ['20.20.2', false],
    ['', false],
  ])('%s meets 24.15: %s', (version, expected) => expect(isAtLeast(version, '24.15')).toBe(expected));
});

/**
 * A Node that runs a line of code in the folder until its input ends.
 * @param {string} code
 * @param {NodeJS.ProcessEnv} [env]
 */
function start(code, env = process.env) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${code}; process.stdin.resume();`], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, end: async () => (child.stdin.end(), child.exitCode ?? (await once(child, 'exit'))) };
}

describe('holdClone', () => {
  const module = JSON.stringify(new URL('hold-clone.mjs', import.meta.url).href);
  const HOLD = `import { holdClone } from ${module}; await holdClone('.', (pid) => console.log('waits for', pid)); console.log('holds')`;
  const said = async (/** @type {import('node:child_process').ChildProcess} */ child) =>
    child.stdout && String((await once(child.stdout, 'data'))[0]).trim();

  it('lets one wait until the other has ended, and leaves nothing', async () => {
    const first = start(HOLD);
    expect(await said(first.child)).toBe('holds');
    const second = start(HOLD);
    expect(await said(second.child)).toBe(`waits for ${first.child.pid}`);
    await first.end();
    expect(await said(second.child)).toBe('holds');
    await second.end();
    expect(existsSync(join(folder, '.artifacts', 'gate.lock'))).toBe(false);
  });

  it('takes over from one that was killed', async () => {
    const first = start(HOLD);
    await said(first.child);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = start(HOLD);
    expect(await said(second.child)).toBe('holds');
    await second.end();
  });
});

(canSeeProcesses ? describe : describe.skip)('findProcesses', () => {
  const ready = `console.log('ready')`;

  it('finds what runs in the folder or bears the mark, and not what was there before', async () => {
    const before = findProcesses(folder, 'MARK=1');
    const inFolder = start(ready);
    const marked = spawn(process.execPath, ['-e', `${ready}; process.stdin.resume()`], {
      cwd: tmpdir(),
      env: { ...process.env, MARK: '1' },
    });
    await Promise.all([
      once(/** @type {import('node:stream').Readable} */ (inFolder.child.stdout), 'data'),
      once(marked.stdout, 'data'),
    ]);
    const found = findProcesses(folder, 'MARK=1');
    expect(before).toEqual([]);
    expect(found.map(({ command }) => Number.parseInt(command)).sort()).toEqual(
      [inFolder.child.pid, marked.pid].sort(),
    );
    expect(await findNewProcesses(folder, 'MARK=1', found, 0)).toEqual([]);
    marked.stdin.end();
    await Promise.all([inFolder.end(), once(marked, 'exit')]);
    expect(await findNewProcesses(folder, 'MARK=1', [], 5_000)).toEqual([]);
  });
});

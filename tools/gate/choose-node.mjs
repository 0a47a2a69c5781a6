/** Which Node runs a gate. Node builtins only, for Node 20 and up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { read, ROOT } from './run.mjs';

/**
 * The Node that was installed with the packages where there is one for this platform, else the one that runs this.
 * @returns {string} Its path.
 * @throws {Error} Saying what is needed, when neither is new enough.
 */
export function chooseNode() {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const floor = String(engines.node).replace(/^>=/, '');
  const chosen = [join(ROOT, 'node_modules', '.bin', 'node'), process.execPath].find((path) =>
    isAtLeast(versionOf(path), floor),
  );
  if (chosen) return chosen;
  throw new Error(
    `This needs Node ${floor} or newer. The Node that started it is ${process.version}, and none was installed with ` +
      `the packages for ${process.platform}-${process.arch}. Install Node 24 and run the command again.`,
  );
}

/**
 * @param {string} version - Like `24.21.0`; empty for unknown.
 * @param {string} floor - Like `24.15`.
 * @returns {boolean}
 */
export function isAtLeast(version, floor) {
  if (version === '') return false;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

/** @param {string} path */
function versionOf(path) {
  try {
    return read(path, ['-p', 'process.versions.node']).trim();
  } catch {
    return '';
  }
}

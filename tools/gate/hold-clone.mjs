/** One gate at a time in a clone: they share `node_modules` and `.artifacts`. Node builtins only, for Node 20 and up. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 500;

/**
 * Waits until no other living process holds the clone, then holds it until this process exits.
 * @param {string} root - The clone.
 * @param {(holder: number) => void} onWait - Called once when it has to wait, with the process id of the holder.
 */
export async function holdClone(root, onWait) {
  const folder = join(root, '.artifacts');
  const lock = join(folder, 'gate.lock');
  const mine = join(folder, `gate.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(mine, String(process.pid));
  try {
    for (let waiting = false; !tryLink(mine, lock);) {
      const holder = readHolder(lock);
      if (holder !== undefined && !isAlive(holder)) rmSync(lock, { force: true });
      else {
        if (!waiting && holder !== undefined) onWait(holder);
        waiting ||= holder !== undefined;
        await sleep(POLL_INTERVAL_MS);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  process.once('exit', () => rmSync(lock, { force: true }));
}

/**
 * A hard link appears with its content, unlike a file that is created and then written.
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lock */
function readHolder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

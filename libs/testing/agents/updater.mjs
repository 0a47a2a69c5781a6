/** The updater of agy: a process of its own that outlives the program. Here it only leaves its mark. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long agy does not look again, in milliseconds. */
const CHECK_EVERY_MS = 15 * 60_000;

/**
 * Only the exact word switches it off: `1` and `TRUE` do not (disassembled from 1.2.15).
 * @param {string} program - This program's file.
 * @param {string} appFolder
 * @param {NodeJS.ProcessEnv} environment
 */
export function startUpdater(program, appFolder, environment) {
  if (environment['AGY_CLI_DISABLE_AUTO_UPDATE'] === 'true' || isFresh(appFolder)) return;
  mkdirSync(join(appFolder, 'updater'), { recursive: true });
  writeFileSync(checkFile(appFolder), String(Date.now()));
  const args = [program, '--bg-updater', `--gemini_dir=${join(appFolder, '..')}`];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
}

/** @param {string} appFolder */
export function leaveMark(appFolder) {
  const status = { success: true, message: 'Update successful, restart CLI to use' };
  mkdirSync(join(appFolder, 'updater'), { recursive: true });
  writeFileSync(join(appFolder, 'updater', 'update_status.json'), JSON.stringify(status));
}

/** @param {string} appFolder */
function isFresh(appFolder) {
  try {
    return Date.now() - Number(readFileSync(checkFile(appFolder), 'utf8')) < CHECK_EVERY_MS;
  } catch {
    return false;
  }
}

const checkFile = (/** @type {string} */ appFolder) => join(appFolder, 'updater', 'last_check.timestamp');

/** Which processes belong to a clone, read from `/proc`. Node builtins only, for Node 20 and up. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 250;

/**
 * @typedef {object} Found
 * @property {string} identity - Process id and start, so that a reused id is another process.
 * @property {string} command
 */

/** Whether this system tells about its processes. */
export const canSeeProcesses = existsSync('/proc/self/stat');

/**
 * Living processes, other than this one and those that started it, that run in the folder, run something from it, or
 * have the trace in their environment.
 * @param {string} folder
 * @param {string} trace - A text that no other environment holds: a variable of our own, or the path of a folder.
 * @returns {Found[]}
 */
export function findProcesses(folder, trace) {
  const own = ancestors();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !own.has(name))
    .flatMap((pid) => {
      const status = readStatus(pid);
      if (!status || /[ZX]/.test(status.state)) return [];
      const command = readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
      const isOurs =
        [command, readLink(pid, 'cwd'), readLink(pid, 'exe')].some((text) => isBelow(text, folder)) ||
        readProc(pid, 'environ').includes(trace);
      return isOurs ? [{ identity: `${pid} ${status.startedAt}`, command: `${pid} ${command}` }] : [];
    });
}

/**
 * The same, once the processes that are just ending have ended.
 * @param {string} folder
 * @param {string} trace
 * @param {readonly Found[]} known - Processes that were there before.
 * @param {number} graceMs
 * @returns {Promise<Found[]>}
 */
export async function findNewProcesses(folder, trace, known, graceMs) {
  const identities = known.map(({ identity }) => identity);
  for (const deadline = Date.now() + graceMs; ; await sleep(POLL_INTERVAL_MS)) {
    const found = findProcesses(folder, trace).filter(({ identity }) => !identities.includes(identity));
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

/**
 * @param {string} text
 * @param {string} folder
 */
const isBelow = (text, folder) =>
  text === folder || text.includes(`${folder}/`) || text.endsWith(` ${folder}`);

function ancestors() {
  const found = new Set([String(process.pid)]);
  for (let pid = String(process.ppid); pid !== '0' && !found.has(pid); pid = readStatus(pid)?.parent ?? '0') {
    found.add(pid);
  }
  return found;
}

/** @param {string} pid */
function readStatus(pid) {
  // The name in parentheses may itself hold spaces and parentheses.
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [state, parent] = fields;
  const startedAt = fields[19];
  return state && parent && startedAt ? { state, parent, startedAt } : undefined;
}

/**
 * @param {string} pid
 * @param {string} name
 */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} pid
 * @param {string} name
 */
function readLink(pid, name) {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return '';
  }
}

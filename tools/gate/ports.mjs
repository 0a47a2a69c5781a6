/** Which ports are open, read from `/proc`. Node builtins only, for Node 20 and up. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 250;
/** `TCP_LISTEN` of the kernel, as `/proc/net/tcp` writes it. */
const LISTENING = '0A';

/**
 * Inodes of the sockets that listen in this network namespace, with their ports.
 * @returns {Map<string, number>}
 */
export function findListeners() {
  return new Map(['tcp', 'tcp6'].flatMap((table) => parseListeners(readText(`/proc/net/${table}`))));
}

/**
 * @param {string} table - Text of `/proc/net/tcp`.
 * @returns {[inode: string, port: number][]}
 */
export function parseListeners(table) {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local = '', , state] = fields;
      const inode = fields[9];
      return state === LISTENING && inode ? [[inode, parseInt(local.split(':')[1] ?? '', 16)]] : [];
    });
}

/**
 * Ports that were opened since, once those that are just closing have closed. A port of a living process without the
 * trace in its environment is somebody else's.
 * @param {ReadonlyMap<string, number>} before
 * @param {string} trace - A text that no other environment holds.
 * @param {number} graceMs
 * @returns {Promise<number[]>}
 */
export async function findNewPorts(before, trace, graceMs) {
  for (const deadline = Date.now() + graceMs; ; await sleep(POLL_INTERVAL_MS)) {
    const opened = [...findListeners()].filter(([inode]) => !before.has(inode));
    const strangers = opened.length === 0 ? new Set() : socketsOfStrangers(trace);
    const left = opened.filter(([inode]) => !strangers.has(inode)).map(([, port]) => port);
    if (left.length === 0 || Date.now() > deadline) return left;
  }
}

/**
 * Inodes of the sockets of processes without the trace.
 * @param {string} trace
 */
function socketsOfStrangers(trace) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const strangers = pids.filter((pid) => !readText(`/proc/${pid}/environ`).includes(trace));
  return new Set(strangers.flatMap(socketsOf));
}

/** @param {string} pid */
function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return attempt(() => readdirSync(folder), []).flatMap((fd) => {
    const target = attempt(() => readlinkSync(`${folder}/${fd}`), '');
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
}

/** @param {string} path */
const readText = (path) => attempt(() => readFileSync(path, 'utf8'), '');

/**
 * A process may end while it is looked at, or be another user's.
 * @template T
 * @param {() => T} look
 * @param {T} otherwise
 */
function attempt(look, otherwise) {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

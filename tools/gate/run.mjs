/**
 * How the gates start other programs. Only Node builtins and nothing newer than Node 20, because `prepare.mjs` runs
 * before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with this process's output and no input, and resolves with its exit code (128 + n for a signal,
 * 127 when it cannot be started). A stop signal is handed on; once the program has ended, this process ends, too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, isQuiet?: boolean }} [options] - `isQuiet`: what it prints is shown
 *   when it fails, on standard error.
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = ROOT, env = process.env, isQuiet = false } = {}) {
  return new Promise((resolve) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    let stoppedBy = 0;
    const handOn = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy = constants.signals[signal];
      child.kill(signal);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, handOn);
    const settle = (/** @type {number} */ code) => {
      for (const signal of STOP_SIGNALS) process.off(signal, handOn);
      if (stoppedBy > 0) process.exit(128 + stoppedBy);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      settle(127);
    });
    // A pipe is read to its end; without one, what the program left running is not waited for.
    child.once(isQuiet ? 'close' : 'exit', (code, signal) => {
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      settle(code ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    });
  });
}

/**
 * Runs a short program and returns what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {string} Its standard output.
 * @throws {Error} With its standard error when it fails or cannot be started.
 */
export function read(command, args, { cwd = ROOT, env = process.env } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed (${status}): ${stderr || stdout}`);
  return stdout;
}

/**
 * Names of the files that git tracks or would track, relative to the folder, `/` as separator.
 * @param {string} [root]
 * @returns {string[]}
 */
export function listFiles(root = ROOT) {
  // A tracked file that was deleted is still listed.
  const listed = read(
    'git',
    ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
    },
  );
  return listed
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .sort();
}

/**
 * @param {number} startedAt - From `performance.now()`.
 * @returns {string} Like `12.3 s`.
 */
export const since = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

import { run } from './run.mjs';
import { readTally } from './tally.mjs';

/** @typedef {import('./tally.mjs').Row} Row */

/**
 * One run of jest without Nx, whose cache must not answer for what depends on more than the files of a project.
 * @param {string} name
 * @param {string} folder
 * @param {string} config
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [args] - More arguments of jest, e.g. a pattern of file names.
 * @returns {Promise<Row>}
 */
export async function runJest(name, folder, config, env, args = []) {
  const code = await run('jest', ['--config', config, '--runInBand', ...args], {
    cwd: folder,
    env: { ...env, COAGENT8_TALLY: name, NODE_OPTIONS: '--experimental-vm-modules', FORCE_COLOR: '0' },
  });
  const row = readTally(name);
  return code === 0 || row.failed > 0
    ? row
    : { ...row, failed: 1, note: `jest ended with exit code ${code}` };
}

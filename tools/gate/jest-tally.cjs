const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const FOLDER = join(__dirname, '..', '..', '.artifacts', 'jest');
/** How long jest may live after its last test. It ends by itself at once, unless a test left something open. */
const ENDING_GRACE_MS = 10_000;

/**
 * Writes what one run of jest counted to `.artifacts/jest/<project>.json`, where `tally.mjs` reads it. jest counts no
 * test of a suite that it could not load, so each such suite counts as one failure; so does what a test left open.
 */
module.exports = class JestTally {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const project = process.env.COAGENT8_TALLY ?? process.env.NX_TASK_TARGET_PROJECT;
    if (!project) return;
    const tally = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.testResults.flatMap(({ testResults }) =>
        testResults
          .filter(({ status }) => status === 'pending' || status === 'todo')
          .map(({ fullName }) => fullName),
      ),
    };
    write(project, tally);
    // Does not keep the process alive: it fires only when something else does.
    setTimeout(() => {
      console.error(`${project}: a test left a process, a server or a timer open; jest is stopped`);
      write(project, { ...tally, failed: tally.failed + 1 });
      process.exit(1);
    }, ENDING_GRACE_MS).unref();
  }
};

/**
 * @param {string} project
 * @param {object} tally
 */
function write(project, tally) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${project}.json`), JSON.stringify(tally));
}

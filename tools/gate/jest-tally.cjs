const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const FOLDER = join(__dirname, '..', '..', '.artifacts', 'jest');

/**
 * Writes what one jest run counted to `.artifacts/jest/<project>.json`, where `tally.mjs` adds it up. A suite that
 * could not be loaded counts as a failure: jest itself counts no test for it.
 */
module.exports = class JestTally {
  onRunComplete(_contexts, results) {
    const project = process.env.COAGENT8_TALLY ?? process.env.NX_TASK_TARGET_PROJECT;
    if (!project) return;
    const skipped = results.testResults.flatMap(({ testResults }) =>
      testResults.filter(({ status }) => status === 'pending' || status === 'todo').map(({ fullName }) => fullName),
    );
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(
      join(FOLDER, `${project}.json`),
      JSON.stringify({
        passed: results.numPassedTests,
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped,
      }),
    );
  }
};

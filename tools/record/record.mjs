/**
 * Records what the agents say: runs the cases of each against the pinned binary and a model server on loopback (agy:
 * against its stand-in), and writes the trimmed transcripts that the tests of `libs/backends` replay. Running it again
 * changes nothing. `record claude` records one agent, `record claude e401 answer` some of its cases. Needs the agents of
 * `e2e/agents`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// The model server and the profile are TypeScript: they have to be built before what imports them can be loaded.
const projects = ['testing', 'backends'].map((lib) => `libs/${lib}/tsconfig.lib.json`);
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...projects], {
  cwd: ROOT,
  stdio: 'inherit',
});
const { writeTranscripts } = await import('./write-transcripts.mjs');
await writeTranscripts(process.argv.slice(2));

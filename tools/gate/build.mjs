/** `npm run build`: the bundles of the applications, then the package as users get it in `dist/coagent8`. */
import { join } from 'node:path';

import { ROOT, run } from './run.mjs';

/**
 * @param {{ isQuiet?: boolean }} [options] - `isQuiet`: only what fails prints.
 * @returns {Promise<string | undefined>} What failed, after its output; undefined when `dist/coagent8` is there.
 */
export async function build(options) {
  const bundles = ['run-many', '--targets=build', '--projects=server,cli', '--outputStyle=static'];
  if ((await run('nx', bundles, options)) !== 0) return 'the bundles could not be built';
  if ((await run('node', [join(ROOT, 'tools', 'release', 'assemble.mjs')], options)) !== 0) {
    return 'dist/coagent8 could not be assembled';
  }
  return undefined;
}

if (import.meta.main) {
  const failed = await build();
  if (failed !== undefined) {
    console.error(failed);
    process.exitCode = 1;
  }
}

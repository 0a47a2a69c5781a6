/** Makes `dist/coagent8` anew. Run it after `apps/cli` and `apps/server` are built; `npm run build` does. */
import { join } from 'node:path';

import { assemblePackage } from './assemble-package.mjs';

const root = join(import.meta.dirname, '..', '..');

try {
  assemblePackage({ root, target: join(root, 'dist', 'coagent8') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

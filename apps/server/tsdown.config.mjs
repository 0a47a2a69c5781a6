import { readFileSync } from 'node:fs';

import { defineConfig } from 'tsdown';

/** What users install, and so what a client is told: the version of the package `coagent8`, and where its problems go. */
const { version, bugs } = JSON.parse(readFileSync(new URL('../cli/package.json', import.meta.url), 'utf8'));

/** One CommonJS bundle from sources: nothing stays external, each dynamic import is a file of its own. */
export default defineConfig({
  entry: { main: 'src/launcher.ts' },
  outDir: 'dist',
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  minify: true,
  dts: false,
  checks: { legacyCjs: false },
  tsconfig: 'tsconfig.lib.json',
  define: {
    SERVER_VERSION: JSON.stringify(version),
    SERVER_BUGS_URL: JSON.stringify((typeof bugs === 'string' ? bugs : bugs?.url) ?? ''),
  },
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  inputOptions: {
    resolve: { conditionNames: ['@coagent8/source', 'node'], mainFields: ['module', 'main'] },
  },
});

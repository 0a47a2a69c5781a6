import { readFileSync } from 'node:fs';

import { defineConfig } from 'tsdown';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const bundle = {
  format: 'cjs',
  platform: 'node',
  minify: true,
  logLevel: 'warn',
  dts: false,
  hash: false,
  fixedExtension: true,
  tsconfig: 'tsconfig.lib.json',
  deps: { alwaysBundle: [/^[^.]/], onlyBundle: false },
  inputOptions: { resolve: { conditionNames: ['@coagent8/source', 'node'], mainFields: ['module', 'main'] } },
};

/** `dist` holds the package's entry and the folder `cli`; `tools/release/assemble.mjs` puts the server beside them. */
export default defineConfig([
  {
    ...bundle,
    entry: { index: 'src/launcher.ts' },
    outDir: 'dist',
    target: 'node18',
    banner: { js: '#!/usr/bin/env node' },
    deps: { ...bundle.deps, neverBundle: [/\/main\.cjs$/] },
  },
  {
    ...bundle,
    entry: { main: 'src/main.ts' },
    outDir: 'dist/cli',
    target: 'node24',
    define: { COAGENT8_VERSION: JSON.stringify(version) },
  },
]);

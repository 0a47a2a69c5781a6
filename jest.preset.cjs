const { join } = require('node:path');

const nxPreset = require('@nx/jest/preset').default;

/** Tests run on the sources themselves: the `@coagent8/source` export condition needs no build. */
module.exports = {
  ...nxPreset,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@coagent8/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.e2e\\.test\\.ts$'],
  extensionsToTreatAsEsm: ['.ts', '.mts'],
  transform: {
    '^.+\\.m?ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.spec.json', useESM: true }],
  },
  testTimeout: 30_000,
  // Within the clone, so that the temporary folder holds only what a test leaves there.
  cacheDirectory: join(__dirname, '.nx', 'jest'),
  reporters: ['default', require.resolve('./tools/gate/jest-tally.cjs')],
};

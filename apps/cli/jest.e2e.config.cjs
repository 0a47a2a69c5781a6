/** End-to-end tests: they run the packed package that `COAGENT8_E2E_PACKAGE` names, with the real agents. */
module.exports = {
  displayName: 'cli e2e',
  preset: '../../jest.preset.cjs',
  testMatch: ['<rootDir>/test/**/*.e2e.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
};

const preset = require('../jest.preset.cjs');

/** Tests of the tools themselves. They may import rooms, whose sources are transformed as in the rooms' own tests. */
module.exports = {
  ...preset,
  displayName: 'tools',
  rootDir: __dirname,
  testMatch: ['<rootDir>/**/*.test.mjs'],
  transform: { '^.+\\.m?ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.base.json', useESM: true }] },
  testTimeout: 180_000,
};

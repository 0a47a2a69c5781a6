import { expect, it } from '@jest/globals';

import { isInside } from './is-inside.js';

it.each([
  ['/w', true],
  ['/w/', true],
  ['/w/a/b', true],
  ['/w/..a', true],
  ['/w/a/../..', false],
  ['/', false],
  ['/w-beside', false],
  ['/elsewhere', false],
])('%s inside /w: %s', (path, expected) => {
  expect(isInside(path, '/w')).toBe(expected);
});

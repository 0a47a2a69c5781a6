import { describe, expect, it } from '@jest/globals';

import { isNestedTurn, NESTED_TURN_VARIABLE } from './nested-turn.js';

const nowhere = { platform: 'darwin', homeDirectory: '/', workingDirectory: '/' } as const;

describe('isNestedTurn in our own environment', () => {
  it.each([
    [{ [NESTED_TURN_VARIABLE]: '1' }, true],
    [{ coagent8_NESTED_TURN: 'yes' }, true],
    [{ [NESTED_TURN_VARIABLE]: '' }, false],
    [{ [NESTED_TURN_VARIABLE]: undefined }, false],
    [{}, false],
  ])('with %p: %s', async (variables, expected) => {
    expect(await isNestedTurn({ ...nowhere, variables })).toBe(expected);
  });
});

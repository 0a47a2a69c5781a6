import { describe, expect, it } from '@jest/globals';

import { createScriptedWorld } from '../../test/scripted-world.js';
import { isCapable, styleFor } from './style.js';

const on = (terminals: boolean, variables: Record<string, string>) => {
  const { world } = createScriptedWorld({ terminals, variables });
  return {
    dim: styleFor(world.stderr, world.environment).dim('x'),
    capable: isCapable(world.stderr, world.environment),
  };
};

describe('styleFor', () => {
  it('styles on a terminal', () => {
    expect(on(true, {})).toEqual({ dim: '\u001b[2mx\u001b[22m', capable: true });
    expect(on(true, { NO_COLOR: '' }).dim).not.toBe('x');
  });

  it.each([
    ['no terminal', false, {}, false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, true],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('leaves text alone: %s', (_, terminals, variables, capable) => {
    expect(on(terminals, variables)).toEqual({ dim: 'x', capable });
  });
});

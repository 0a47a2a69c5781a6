import { describe, expect, it } from '@jest/globals';

import { createUnknownEvents, UNKNOWN_EVENTS_MAX, UNKNOWN_NAME_MAX_CHARACTERS } from './unknown-events.js';

describe('createUnknownEvents', () => {
  it('warns once for each name', () => {
    const unknown = createUnknownEvents('Codex');
    const warning = { code: 'UNKNOWN_EVENT', message: 'Codex did something unknown: x' };
    expect(unknown('did', 'x')).toEqual([{ type: 'warning', warning }]);
    expect(unknown('did', 'x')).toEqual([]);
    expect(unknown('sent', 'x')).toHaveLength(1);
  });

  it('repeats a name up to a length, and warns up to a number', () => {
    const unknown = createUnknownEvents('');
    const name = 'n'.repeat(UNKNOWN_NAME_MAX_CHARACTERS);
    expect(unknown('did', `${name}o`)).toMatchObject([
      { warning: { message: ` did something unknown: ${name}` } },
    ]);
    const told = Array.from(
      { length: UNKNOWN_EVENTS_MAX },
      (_, index) => unknown('did', String(index)).length,
    );
    expect(told).toEqual([...Array<number>(UNKNOWN_EVENTS_MAX - 1).fill(1), 0]);
  });
});

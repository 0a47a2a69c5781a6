import { describe, expect, it } from '@jest/globals';

import { openTurnRecord, WARNINGS_PER_CODE_MAX } from './turn-record.js';

const unknown = (message: string) => ({ code: 'UNKNOWN_EVENT', message }) as const;

describe('the warnings of a turn', () => {
  const record = () => openTurnRecord(() => 0, 0);

  it('are all kept up to the bound, and counted from there on', () => {
    const turn = record();
    const kept = Array.from({ length: WARNINGS_PER_CODE_MAX }, (_, index) => unknown(`event ${index}`));
    kept.forEach(turn.warn);
    expect(turn.warnings()).toEqual(kept);
    for (let more = 0; more < 20_000; more += 1) turn.warn(unknown(`more ${more}`));
    expect(turn.warnings()).toEqual([...kept, unknown('20000 more warnings like the last')]);
  });

  it('are kept once, however often they come', () => {
    const turn = record();
    for (let count = 0; count < 100; count += 1) turn.warn(unknown('the same'));
    expect(turn.warnings()).toEqual([unknown('the same')]);
  });

  it('of one kind take no place of another', () => {
    const turn = record();
    for (let count = 0; count < 100; count += 1) turn.warn(unknown(`event ${count}`));
    const alive = { code: 'MAY_BE_ALIVE', message: 'something may be alive' } as const;
    turn.warn(alive);
    expect(turn.warnings()).toContain(alive);
  });
});

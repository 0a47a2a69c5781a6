import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { handleOf } from '../../test/made-up-records.js';
import { HISTORY_BLOCK_BYTES, planEviction, reservedBytes } from './history-capacity.js';

describe('reservedBytes', () => {
  it('is the next multiple of a block', () => {
    const sizes = [0, 1, HISTORY_BLOCK_BYTES, HISTORY_BLOCK_BYTES + 1];
    expect(sizes.map(reservedBytes)).toEqual([
      0,
      HISTORY_BLOCK_BYTES,
      HISTORY_BLOCK_BYTES,
      2 * HISTORY_BLOCK_BYTES,
    ]);
  });
});

describe('planEviction', () => {
  it('never names the archive itself, and after all that it names there is room for it', () => {
    const archive = fc.record({
      handle: fc.constantFrom(...'0123456789abcdef').map(handleOf),
      bytes: fc.nat({ max: 100_000 }),
      writtenAtMs: fc.nat(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(archive, { selector: ({ handle }) => handle }),
        fc.nat({ max: 100_000 }),
        (archives, bytes) => {
          const handle = handleOf('0');
          const { excessBytes, candidates } = planEviction(archives, { handle, bytes }, 200_000);
          expect(candidates.some((candidate) => candidate.handle === handle)).toBe(false);
          const times = candidates.map(({ writtenAtMs }) => writtenAtMs);
          expect(times).toEqual([...times].sort((one, other) => one - other));
          const given = candidates.reduce((sum, candidate) => sum + reservedBytes(candidate.bytes), 0);
          expect(excessBytes - given).toBe(reservedBytes(bytes) - 200_000);
        },
      ),
    );
  });

  it('has no excess at the limit, and one byte past it', () => {
    const others = [{ handle: handleOf('1'), bytes: HISTORY_BLOCK_BYTES, writtenAtMs: 0 }];
    const excess = (bytes: number) =>
      planEviction(others, { handle: handleOf('0'), bytes }, 2 * HISTORY_BLOCK_BYTES).excessBytes;
    expect([excess(HISTORY_BLOCK_BYTES), excess(HISTORY_BLOCK_BYTES + 1)]).toEqual([0, HISTORY_BLOCK_BYTES]);
  });
});

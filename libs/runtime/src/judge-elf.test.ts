import { describe, expect, it } from '@jest/globals';

import { whyElfCannotRun } from './judge-elf.js';

const OTHER = 'it is a program for another machine';
const DAMAGED = 'it is damaged';

function header({ bits = 2, byteOrder = 1, machine = 62, bytes = 64 } = {}): Buffer {
  const start = Buffer.alloc(64);
  start.set([0x7f, 0x45, 0x4c, 0x46, bits, byteOrder, 1]);
  start.writeUInt16LE(machine, 18);
  return start.subarray(0, bytes);
}

describe('whyElfCannotRun', () => {
  it.each([
    ['x64', 2, 62],
    ['arm64', 2, 183],
    ['arm', 1, 40],
    ['ia32', 1, 3],
  ] as const)('lets %s run its own', (architecture, bits, machine) => {
    expect(whyElfCannotRun(header({ bits, machine }), architecture)).toBeUndefined();
    expect(whyElfCannotRun(header({ bits: 3 - bits, machine }), architecture)).toBe(OTHER);
    expect(whyElfCannotRun(header({ bits, machine, byteOrder: 2 }), architecture)).toBe(OTHER);
    expect(whyElfCannotRun(header({ bits, machine: machine + 1 }), architecture)).toBe(OTHER);
  });

  it.each([
    [{ bytes: 4 }, DAMAGED],
    [{ bytes: 19 }, DAMAGED],
    [{ bytes: 20 }, DAMAGED],
    [{ bytes: 63 }, DAMAGED],
    [{ bytes: 64 }, undefined],
    [{ bytes: 20, machine: 183 }, OTHER],
  ])('of a header %j says %s', (change, reason) => {
    expect(whyElfCannotRun(header(change), 'x64')).toBe(reason);
  });

  it('asks 52 bytes of a 32-bit program', () => {
    expect(whyElfCannotRun(header({ bits: 1, machine: 3, bytes: 51 }), 'ia32')).toBe(DAMAGED);
    expect(whyElfCannotRun(header({ bits: 1, machine: 3, bytes: 52 }), 'ia32')).toBeUndefined();
  });

  it('asks an architecture that it does not know for a whole header only', () => {
    expect(whyElfCannotRun(header({ machine: 7, byteOrder: 2 }), 's390x')).toBeUndefined();
    expect(whyElfCannotRun(header({ machine: 7, bytes: 63 }), 's390x')).toBe(DAMAGED);
  });
});

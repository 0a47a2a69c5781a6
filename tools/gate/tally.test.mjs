import { describe, expect, it } from '@jest/globals';

import { add, closingLine, failure, formatTable, readTally, success } from './tally.mjs';

describe('the closing line', () => {
  it('adds up every row', () => {
    const rows = [
      success('one'),
      failure('two', 'broken'),
      { name: 'three', passed: 40, failed: 2, skipped: ['a', 'b'] },
    ];
    expect(closingLine(add(rows))).toBe('41 passed, 3 failed, 2 skipped');
  });

  it('does not speak of skipped tests when there are none', () => {
    expect(closingLine(add([success('one')]))).toBe('1 passed, 0 failed');
  });
});

describe('the table', () => {
  it('names each failure and each skipped test below the rows', () => {
    const rows = [
      failure('package', 'no bundle'),
      { name: 'server', passed: 3, failed: 0, skipped: ['needs a network'] },
    ];
    expect(formatTable(rows).split('\n')).toEqual([
      'project   passed   failed  skipped',
      'package        0        1        0',
      'server         3        0        1',
      'failed: package: no bundle',
      'skipped: server: needs a network',
    ]);
  });
});

describe('a run of jest without a tally', () => {
  it('counts as one failure', () => {
    expect(readTally('a project that does not exist')).toMatchObject({ passed: 0, failed: 1 });
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { ANSWERED, createScriptedWorld } from '../../test/scripted-world.js';
import { createEventsReport, PULSE_MS } from './events.js';

describe('createEventsReport', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('writes while the turn is silent, and each line is still one object', () => {
    const { world, written } = createScriptedWorld();
    const report = createEventsReport(world.stdout);
    report.progress({ type: 'phase', phase: 'working' });
    jest.advanceTimersByTime(3 * PULSE_MS);
    report.ended(ANSWERED);
    const lines = written.stdout.split('\n');
    expect(lines[1]).toMatch(/^ {3}\{/);
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual([
      { type: 'phase', phase: 'working' },
      { type: 'outcome', outcome: ANSWERED },
    ]);
  });

  it.each(['ended', 'refused'] as const)('writes nothing after it has %s', (last) => {
    const { world, written } = createScriptedWorld();
    const failed = { status: 'failed', failure: { code: 'ABORTED', message: 'm' } } as const;
    createEventsReport(world.stdout)[last]({
      ...failed,
      meta: { durationMs: 0, operations: 0 },
      warnings: [],
    });
    jest.advanceTimersByTime(3 * PULSE_MS);
    expect(written.stdout.endsWith('}\n')).toBe(true);
  });
});

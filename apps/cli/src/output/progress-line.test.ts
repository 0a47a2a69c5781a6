import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { createScriptedWorld } from '../../test/scripted-world.js';
import { createProgressLine } from './progress-line.js';

const CLEAR = '\r\u001b[2K';

describe('createProgressLine', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows the last text and the time, and turns', () => {
    const { world, written } = createScriptedWorld();
    const line = createProgressLine(world.stderr, () => jest.now());
    line.show('working');
    expect(written.stderr).toBe(`${CLEAR}⠋ working · 0 s`);
    written.stderr = '';
    jest.advanceTimersByTime(100);
    expect(written.stderr).toBe(`${CLEAR}⠙ working · 0 s`);
    jest.advanceTimersByTime(2_000);
    expect(written.stderr.endsWith('working · 2 s')).toBe(true);
    line.end();
  });

  it('stays within the width of the terminal', () => {
    const { world, written } = createScriptedWorld();
    const line = createProgressLine(world.stderr, () => 0);
    line.show('x'.repeat(100));
    expect(written.stderr.slice(CLEAR.length)).toHaveLength(39);
    line.end();
  });

  it('goes away until it is shown again', () => {
    const { world, written } = createScriptedWorld();
    const line = createProgressLine(world.stderr, () => 0);
    line.show('working');
    line.hide();
    expect(written.stderr.endsWith(CLEAR)).toBe(true);
    written.stderr = '';
    jest.advanceTimersByTime(1_000);
    expect(written.stderr).toBe('');
    line.show('working');
    jest.advanceTimersByTime(100);
    expect(written.stderr.split(CLEAR)).toHaveLength(3);
    line.end();
  });

  it('goes away for good', () => {
    const { world, written } = createScriptedWorld();
    const line = createProgressLine(world.stderr, () => 0);
    line.show('working');
    line.end();
    expect(written.stderr.endsWith(CLEAR)).toBe(true);
    written.stderr = '';
    jest.advanceTimersByTime(1_000);
    expect(written.stderr).toBe('');
  });
});

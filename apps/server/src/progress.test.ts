import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';

import { PROGRESS_HEARTBEAT_MS, PROGRESS_INTERVAL_MS, startProgress } from './progress.js';

interface Sent {
  readonly at: number;
  readonly progress: number;
  readonly message: string | undefined;
}

function start() {
  const sent: Sent[] = [];
  const progress = startProgress((count, message) => sent.push({ at: Date.now(), progress: count, message }));
  return { ...progress, sent, messages: () => sent.map(({ message }) => message) };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('startProgress', () => {
  it('keeps to its contract: twice a second at most, and never ten seconds without a word', () => {
    expect(PROGRESS_INTERVAL_MS).toBe(500);
    expect(PROGRESS_HEARTBEAT_MS).toBeLessThan(10_000);
  });

  it('sends the first step at once and, of those that come too fast, the newest', () => {
    const { report, messages } = start();
    for (const step of ['a', 'b', 'c']) report(step);
    expect(messages()).toEqual(['a']);
    jest.advanceTimersByTime(PROGRESS_INTERVAL_MS - 1);
    expect(messages()).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(messages()).toEqual(['a', 'c']);
  });

  it('repeats itself when nothing happens', () => {
    const { report, messages } = start();
    report('thinking');
    jest.advanceTimersByTime(PROGRESS_HEARTBEAT_MS);
    expect(messages()).toEqual(['thinking', 'thinking']);
  });

  it('shows a sign of life before there is anything to say', () => {
    const { messages } = start();
    jest.advanceTimersByTime(PROGRESS_HEARTBEAT_MS);
    expect(messages()).toEqual([undefined]);
  });

  it('sends nothing once stopped, and leaves no timer', () => {
    const { report, stop, messages } = start();
    report('a');
    report('b');
    stop();
    report('c');
    jest.advanceTimersByTime(60_000);
    expect(messages()).toEqual(['a']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('keeps its rules whatever the rhythm of the steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 25_000 }), { maxLength: 30 }), (pauses) => {
        const began = Date.now();
        const { report, stop, sent } = start();
        for (const [index, pause] of pauses.entries()) {
          jest.advanceTimersByTime(pause);
          report(`step ${index}`);
        }
        jest.advanceTimersByTime(PROGRESS_INTERVAL_MS);
        stop();
        const times = sent.map(({ at }) => at);
        const gaps = times.map((at, index) => at - (times[index - 1] ?? began));
        expect(sent.map(({ progress }) => progress)).toEqual(sent.map((_, index) => index + 1));
        expect(gaps.slice(1).every((gap) => gap >= PROGRESS_INTERVAL_MS)).toBe(true);
        expect(gaps.every((gap) => gap < 10_000)).toBe(true);
        expect(sent.at(-1)?.message).toBe(pauses.length === 0 ? undefined : `step ${pauses.length - 1}`);
      }),
    );
  });
});

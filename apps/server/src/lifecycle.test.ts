import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, jest } from '@jest/globals';

import { createLifecycle, END_MAX_WAIT_MS, endWith } from './lifecycle.js';

function open() {
  const exit = jest.fn<(exitCode: number) => void>();
  const exited = new Promise<number>((resolve) => exit.mockImplementation(resolve));
  const lifecycle = createLifecycle(exit);
  const causes = { stdin: new EventEmitter(), stdout: new EventEmitter(), signals: new EventEmitter() };
  endWith(lifecycle, causes);
  return { lifecycle, exit, exited, ...causes };
}

describe('the end of the process', () => {
  it.each([
    ['stdin', 'end', 0],
    ['stdin', 'close', 0],
    ['stdin', 'error', 0],
    ['stdout', 'error', 0],
    ['signals', 'SIGTERM', 128 + constants.signals.SIGTERM],
    ['signals', 'SIGINT', 128 + constants.signals.SIGINT],
    ['signals', 'SIGHUP', 128 + constants.signals.SIGHUP],
  ] as const)('%s %s aborts the turns and exits', async (emitter, event, exitCode) => {
    const opened = open();
    opened[emitter].emit(event, new Error('EPIPE'));
    expect(opened.lifecycle.signal.aborted).toBe(true);
    expect(await opened.exited).toBe(exitCode);
  });

  it('waits for running calls, failing ones too, and exits once', async () => {
    const { lifecycle, exit, exited, signals, stdout } = open();
    let finish: (value: string) => void = () => undefined;
    const running = lifecycle.track(new Promise<string>((resolve) => (finish = resolve)));
    lifecycle.track(Promise.reject(new Error('failed'))).catch(() => undefined);
    signals.emit('SIGTERM');
    signals.emit('SIGINT');
    stdout.emit('error', new Error('EPIPE'));
    await setImmediate();
    await setImmediate();
    expect(exit).not.toHaveBeenCalled();
    finish('done');
    expect(await running).toBe('done');
    expect(await exited).toBe(128 + constants.signals.SIGTERM);
    await setImmediate();
    await setImmediate();
    expect(exit).toHaveBeenCalledTimes(1);
  });

  it('waits for what a call leaves behind', async () => {
    const { lifecycle, exit, exited, stdin } = open();
    let finish: (value: string) => void = () => undefined;
    const left = new Promise<string>((resolve) => (finish = resolve));
    const call = lifecycle.track(setImmediate().finally(() => void lifecycle.track(left)));
    stdin.emit('end');
    await call;
    await setImmediate();
    await setImmediate();
    expect(exit).not.toHaveBeenCalled();
    finish('done');
    expect(await exited).toBe(0);
  });

  it('does not wait for ever', async () => {
    const { lifecycle, exited, stdin } = open();
    lifecycle.track(new Promise(() => undefined));
    const began = performance.now();
    stdin.emit('end');
    await exited;
    expect(performance.now() - began).toBeGreaterThanOrEqual(END_MAX_WAIT_MS - 5);
    expect(performance.now() - began).toBeLessThan(END_MAX_WAIT_MS + 1_000);
  });
});

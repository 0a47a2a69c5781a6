import type { ProcessEnd } from '@coagent8/runtime';
import { describe, expect, it, jest } from '@jest/globals';

import { controlProcess, hasCrashed } from './agent-process.js';

const end: ProcessEnd = {
  ...{ pid: 1, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
  remains: { groupAlive: false, pipeHeld: false },
};

/** A process that ends when it is told to, by its test or by `stop`. */
function createProcess() {
  const ended = Promise.withResolvers<ProcessEnd>();
  const stop = jest.fn(async (_options?: { readonly graceMs?: number }) => {
    ended.resolve({ ...end, exitCode: null, signal: 'SIGTERM' });
    return ended.promise;
  });
  return { ended: ended.promise, exit: () => ended.resolve(end), endInput: jest.fn(), stop };
}

describe('controlProcess', () => {
  it('closes the input and waits for the end', async () => {
    const process = createProcess();
    const closed = controlProcess(process).close(100);
    expect(process.endInput).toHaveBeenCalled();
    process.exit();
    expect(await closed).toEqual({ ...end, wasStopped: false });
    expect(process.stop).not.toHaveBeenCalled();
  });

  it('stops what does not end in time, with its grace', async () => {
    const process = createProcess();
    const { close } = controlProcess(process, { stopGraceMs: 7 });
    expect(await close(1)).toMatchObject({ signal: 'SIGTERM', wasStopped: true });
    expect(process.stop).toHaveBeenCalledWith({ graceMs: 7 });
  });

  it('waits for the end that follows the end of the output', async () => {
    const process = createProcess();
    const ending = controlProcess(process).endOfOutput();
    process.exit();
    expect(await ending).toEqual({ ...end, wasStopped: false });
    expect(process.endInput).not.toHaveBeenCalled();
  });

  it('has not stopped what had ended', async () => {
    const process = createProcess();
    const { stop } = controlProcess(process);
    process.exit();
    await process.ended;
    expect((await stop()).wasStopped).toBe(false);
  });
});

describe('hasCrashed', () => {
  it.each([
    [{ exitCode: 0, wasStopped: false }, false],
    [{ exitCode: 3, wasStopped: false }, true],
    [{ exitCode: null, wasStopped: false }, true],
    [{ exitCode: 143, wasStopped: true }, false],
  ])('of %j is %s', (how, isCrash) => {
    expect(hasCrashed({ ...end, ...how })).toBe(isCrash);
  });
});

import { describe, expect, it } from '@jest/globals';

import { createScriptedWorld } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import { tellReport } from './tell-report.js';

const NESTED = { COAGENT8_NESTED_TURN: '1' };

/** A command that prints `done`, and exits with 6. */
async function told(script: Script & { json?: boolean; make?: () => Promise<string> } = {}) {
  let isMade = false;
  const { world, written, timesComposed } = createScriptedWorld(script);
  const exitCode = await tellReport(world, {
    waitingFor: 'waiting',
    make: async () => {
      isMade = true;
      return script.make === undefined ? 'done' : script.make();
    },
    show: (report) => {
      world.stdout.write(report);
      return 6;
    },
    json: script.json ?? false,
  });
  return { exitCode, isMade, composed: timesComposed(), stdout: written.stdout, stderr: written.stderr };
}

describe('tellReport', () => {
  it('shows the report, and ends with its exit code once all is settled', async () => {
    const events: string[] = [];
    const { exitCode, stdout } = await told({
      settled: () => {
        events.push('settled');
        return Promise.resolve();
      },
    });
    expect({ exitCode, stdout, events }).toEqual({ exitCode: 6, stdout: 'done', events: ['settled'] });
  });

  it('is refused inside a turn before anything is started', async () => {
    expect(await told({ variables: NESTED })).toEqual({
      exitCode: 3,
      isMade: false,
      composed: 0,
      stdout: '',
      stderr: expect.stringMatching(/^POLICY_DENIED: .*inside a turn.*; .*\n$/),
    });
  });

  it('is refused in one object where one is wanted', async () => {
    const { exitCode, stdout, stderr } = await told({ variables: NESTED, json: true });
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });

  it('ends with 130 when it is stopped, and shows nothing of what it has', async () => {
    const stop = new AbortController();
    const make = () => {
      stop.abort();
      return Promise.resolve('half');
    };
    const { exitCode, stdout, stderr } = await told({ signal: stop.signal, make });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
    expect(stderr).toMatch(/^ABORTED: .*; start it again\n$/);
  });

  it('waits no longer for what goes on in the background once it is stopped', async () => {
    const stop = new AbortController();
    const settled = () => {
      queueMicrotask(() => {
        stop.abort();
      });
      return new Promise<void>(() => undefined);
    };
    expect(await told({ signal: stop.signal, settled })).toMatchObject({ exitCode: 6, stdout: 'done' });
  });

  it('tells what keeps the report from being made', async () => {
    const make = () => Promise.reject(new Error('bug'));
    expect(await told({ make })).toMatchObject({
      exitCode: 11,
      stdout: '',
      stderr: 'PROCESS_ERROR: unexpected failure: bug; run `coagent8 doctor --health`\n',
    });
  });
});

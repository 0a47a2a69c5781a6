import type { ErrorCode } from '@coagent8/contracts';
import type { OwnedProcess } from '@coagent8/runtime';
import { expect } from '@jest/globals';

import type { Cases, StagedTurn } from './stage.js';
import { kill } from './witness.js';

/** By when an agent is given up that cannot be talked to any more, in milliseconds: it would run for ever. */
const GIVE_UP_MS = 10_000;

/** Turns that fail without our doing. */
export const FAILURES = {
  'tells that nobody is signed in': async ({ play }) => {
    expectFailure(await play('signed-out'), 'AUTH_REQUIRED');
  },
  'tells an unknown model': async ({ play }) => {
    expectFailure(await play('unknown-model', { model: 'no-such-model' }), 'MODEL_UNAVAILABLE');
  },
  'tells a reply that breaks off, and keeps what it had said': async ({ play }) => {
    const turn = await play('cut');
    expectFailure(turn, 'PROTOCOL_ERROR');
    expect(turn.partial.text).toMatch(/^half a/);
  },
  'tells that it was killed, and keeps what it had said': async ({ play }) => {
    let agent: OwnedProcess | undefined;
    const turn = await play('slow', {
      onSpawn: (spawned) => (agent = spawned),
      onEvent: ({ type }) => {
        if (agent && type === 'message-delta') kill(agent.pid);
      },
    });
    expectFailure(turn, 'PROCESS_ERROR', /SIGKILL/);
    expect(turn.partial.text).toMatch(/^word/);
  },
  'may print what is no message': async ({ playFault }) => {
    const turn = await playFault('malformed');
    expectFault(turn, 'PROTOCOL_ERROR');
    expect(turn.durationMs).toBeLessThan(GIVE_UP_MS);
  },
  'may print a line of any length': async ({ playFault }) => {
    expectFault(await playFault('huge-line'), 'BUFFER_LIMIT');
  },
  'may end within a line': async ({ playFault }) => {
    expectFault(await playFault('torn'), 'PROTOCOL_ERROR');
  },
  'may end without an ending': async ({ playFault }) => {
    expectFault(await playFault('quits'), 'PROTOCOL_ERROR');
  },
  'may exit with an error': async ({ playFault }) => {
    expectFault(await playFault('fails'), 'PROCESS_ERROR', /code 3: .*something broke/);
  },
} satisfies Cases;

function expectFailure({ ending }: StagedTurn, code: ErrorCode, message = /./): void {
  expect(ending).toMatchObject({
    failure: { code, message: expect.stringMatching(message), remedy: expect.stringMatching(/./) },
  });
}

/** Whatever went wrong, what had been said is kept. */
function expectFault(turn: StagedTurn, code: ErrorCode, message?: RegExp): void {
  expectFailure(turn, code, message);
  expect(turn.partial.text).toBe('half a sen');
}

import { CoAgentError } from '@coagent8/contracts';
import type { BackendEvent } from '@coagent8/contracts';
import type { OwnedProcess } from '@coagent8/runtime';
import { isAlive } from '@coagent8/testing';
import { expect } from '@jest/globals';

import { CANCELLED } from './stage.js';
import type { Cases, PlayOptions, StagedTurn } from './stage.js';

/** How long an agent that obeys may take to end, in milliseconds. */
const OBEYED_MS = 2_000;
/** When a deadline passes that nothing else ends, in milliseconds. */
const DEADLINE_MS = 500;
/** In the life of a turn, in milliseconds from its beginning. */
const MOMENTS_MS = [0, 60, 120, 180, 240, 400, 600];

const timeout = new CoAgentError('TIMEOUT', 'the time limit was reached');
const at = (type: BackendEvent['type']): PlayOptions => ({
  onEvent: (event, stop) => {
    if (event.type === type) stop();
  },
});

/** Turns that are stopped. */
export const STOPS = {
  'asks nothing where it is stopped already': async ({ begin, spoken }) => {
    const events: BackendEvent[] = [];
    for await (const event of begin('answer', AbortSignal.abort(CANCELLED))) events.push(event);
    expect(events).toMatchObject([{ type: 'failed', failure: { code: 'ABORTED' } }]);
    expect(spoken()).toBe('');
  },
  'ends once and soon whenever it is interrupted': async ({ play }) => {
    for (const stopAfterMs of MOMENTS_MS) {
      expectStopped(await play('hang', { stopAfterMs }));
    }
  },
  'is interrupted before it has the prompt': async ({ play, spoken }) => {
    expectStopped(await play('answer', { onSpawn: (_agent, stop) => stop() }));
    expect(spoken()).toBe('');
  },
  'is interrupted straight after the prompt': async ({ play }) => {
    expectStopped(await play('hang', at('started')));
  },
  'is interrupted while it speaks': async ({ play }) => {
    const turn = await play('slow', at('message-delta'));
    expectStopped(turn);
    expect(turn.partial.text).toMatch(/^word/);
  },
  'is interrupted while it uses a tool': async ({ play }) => {
    const turn = await play('long-tool', at('operation-started'));
    expectStopped(turn);
    expect(turn.events).not.toContainEqual(expect.objectContaining({ status: 'succeeded' }));
  },
  'is interrupted while it waits to ask again': async ({ play, spoken }) => {
    let asked = '';
    const turn = await play('cut', {
      onEvent: ({ type }, stop) => {
        if (type !== 'messages-superseded') return;
        asked = spoken();
        stop();
      },
    });
    expectStopped(turn);
    expect(asked.match(/SCENARIO=cut/g)).toHaveLength(1);
    expect(turn.partial.text).toMatch(/^half a/);
  },
  'runs out of time, and what it had said is kept': async ({ play }) => {
    const turn = await play('slow', { ...at('message-delta'), reason: timeout });
    expectStopped(turn, 'TIMEOUT');
    expect(turn.partial.text).toMatch(/^word/);
  },
  'runs out of time in silence': async ({ subject, playFault }) => {
    const turn = await playFault('silent', { stopAfterMs: DEADLINE_MS, reason: timeout });
    expectStopped(turn, 'TIMEOUT', subject.killBoundMs);
    expect(turn.partial.text).toBe('');
  },
  /** A question without the end of a line is no message yet, and nobody is there to answer it. */
  'runs out of time where it asks on its output': async ({ subject, playFault }) => {
    const turn = await playFault('asks', { stopAfterMs: DEADLINE_MS, reason: timeout });
    expectStopped(turn, 'TIMEOUT', subject.killBoundMs);
    expect(turn.partial.text).toBe('');
  },
  'ends where nobody listens any more': async ({ begin }) => {
    const seen: string[] = [];
    for await (const { type } of begin('slow', new AbortController().signal)) {
      seen.push(type);
      if (type === 'message-delta') break;
    }
    expect(seen.at(-1)).toBe('message-delta');
  },
  'cannot take the stop back with a late result': async ({ playFault }) => {
    const turn = await playFault('late-result', at('message-delta'));
    expectStopped(turn);
    expect(turn.partial.text).toBe('too late');
  },
  'is not killed where it ends itself, however slowly': async ({ subject, playFault }) => {
    let agent: OwnedProcess | undefined;
    const turn = await playFault('ends-slowly', {
      onSpawn: (spawned) => (agent = spawned),
      ...at('message-delta'),
    });
    expectStopped(turn, 'ABORTED', subject.killBoundMs);
    expect(await agent?.ended).toMatchObject({ exitCode: 0 });
  },
  'is killed where it ignores every signal': async ({ subject, playFault }) => {
    const turn = await playFault('deaf', at('message-delta'));
    expectStopped(turn, 'ABORTED', subject.killBoundMs);
    expect(isAlive(Number(turn.partial.text))).toBe(false);
  },
} satisfies Cases;

/** The first reason to stop is the one that is told. */
function expectStopped(
  { ending, stopMs, warnings }: StagedTurn,
  code = 'ABORTED',
  boundMs = OBEYED_MS,
): void {
  expect({ ending, warnings }).toMatchObject({ ending: { failure: { code } }, warnings: [] });
  expect(stopMs).toBeLessThan(boundMs);
}

import { ACTIVE_STATES, SESSION_STATES, SETTLED_STATES } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isActive, SESSION_STEPS, stateAfter } from './session-state.js';
import type { SessionStep } from './session-state.js';

const ENDS: readonly SessionStep[] = ['answer', 'fail', 'cancel', 'interrupt'];
const step = fc.constantFrom(...SESSION_STEPS);
const state = fc.constantFrom(...SESSION_STATES);

describe('stateAfter', () => {
  it('is this table', () => {
    const table = Object.fromEntries(
      SESSION_STATES.map((from) => [
        from,
        SESSION_STEPS.map((what) => stateAfter(from, what) ?? '-').join(' '),
      ]),
    );
    // begin run stop answer fail cancel interrupt close
    expect(table).toEqual({
      starting: '- running stopping answered failed cancelled interrupted -',
      running: '- running stopping answered failed cancelled interrupted -',
      stopping: '- stopping stopping answered failed cancelled interrupted -',
      answered: 'starting - - - - - - closed',
      failed: 'starting - - - - - - closed',
      cancelled: 'starting - - - - - - closed',
      interrupted: 'starting - - - - - - closed',
      closed: '- - - - - - - -',
    });
  });

  it.each(ACTIVE_STATES)(
    'lets a turn that is %s end in every way, but neither begin again nor close',
    (from) => {
      for (const end of ENDS) expect(SETTLED_STATES).toContain(stateAfter(from, end));
      expect(stateAfter(from, 'begin')).toBeUndefined();
      expect(stateAfter(from, 'close')).toBeUndefined();
    },
  );

  it('never runs on after it was asked to stop, and never leaves closed', () => {
    fc.assert(
      fc.property(state, fc.array(step, { maxLength: 30 }), (first, steps) => {
        let now = first;
        for (const what of steps) {
          const next = stateAfter(now, what);
          if (now === 'closed') expect(next).toBeUndefined();
          if (now === 'stopping') expect(next).not.toBe('running');
          // What begins a turn is the only way into one, and an end the only way out.
          if (next && !isActive(now) && isActive(next)) expect(what).toBe('begin');
          if (next && isActive(now) && !isActive(next)) expect(ENDS).toContain(what);
          now = next ?? now;
        }
      }),
    );
  });
});

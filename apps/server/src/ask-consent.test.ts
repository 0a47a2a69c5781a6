import type { ConsentAnswer, ConsentQuestion } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { consentForm, createAskConsent, readConsent } from './ask-consent.js';

const QUESTION: ConsentQuestion = {
  backend: 'codex',
  model: 'big-model',
  basis: 'output_price_above',
  reason: 'it costs more than your limit',
  isRememberable: true,
};
const never = new AbortController().signal;

const given = (isToBeRemembered: boolean): ConsentAnswer => ({ isGiven: true, isToBeRemembered });
const refused = (why: 'declined' | 'unanswered' | 'unreachable' | 'unclear'): ConsentAnswer => ({
  isGiven: false,
  why,
});
const accept = (content: unknown) => ({ action: 'accept', content });

describe('consentForm', () => {
  it('asks for approval, and offers to remember it where it may be', () => {
    const { mode, requestedSchema } = consentForm(QUESTION);
    expect(mode).toBe('form');
    expect(requestedSchema).toEqual({
      type: 'object',
      properties: {
        approve: {
          type: 'boolean',
          title: 'Run big-model for this request',
          description: expect.stringContaining('anything else runs nothing'),
        },
        remember: {
          type: 'boolean',
          title: 'Do not ask again for this model',
          description: expect.stringContaining('codex/big-model'),
        },
      },
      required: ['approve'],
    });
    const once = consentForm({ ...QUESTION, isRememberable: false }).requestedSchema;
    expect(Object.keys(once.properties)).toEqual(['approve']);
  });
});

describe('readConsent', () => {
  it.each<[unknown, ConsentAnswer]>([
    [accept({ approve: true }), given(false)],
    [accept({ approve: true, remember: true }), given(true)],
    [accept({ approve: true, remember: false }), given(false)],
    [accept({ approve: true, remember: 'true' }), given(false)],
    [accept({ approve: true, remember: 1 }), given(false)],
    [{ ...accept({ approve: true, more: 1 }), _meta: {} }, given(false)],
    [accept({ approve: false }), refused('declined')],
    [accept({ approve: false, remember: true }), refused('declined')],
    [{ action: 'decline' }, refused('declined')],
    [{ action: 'decline', content: { approve: true } }, refused('declined')],
    [{ action: 'cancel' }, refused('unanswered')],
    [{ action: 'cancel', content: { approve: true } }, refused('unanswered')],
    [accept(undefined), refused('unclear')],
    [accept(null), refused('unclear')],
    [accept({}), refused('unclear')],
    [accept([true]), refused('unclear')],
    [accept(true), refused('unclear')],
    [accept({ approve: 'true' }), refused('unclear')],
    [accept({ approve: 1 }), refused('unclear')],
    [accept({ approve: [true] }), refused('unclear')],
    [accept({ remember: true }), refused('unclear')],
    [{ action: 'ACCEPT', content: { approve: true } }, refused('unclear')],
    [{ action: 'yes' }, refused('unclear')],
    [{ content: { approve: true } }, refused('unclear')],
    [{ approve: true }, refused('unclear')],
    [[accept({ approve: true })], refused('unclear')],
    ['accept', refused('unclear')],
    [true, refused('unclear')],
    [null, refused('unclear')],
    [undefined, refused('unclear')],
  ])('takes %j for %j', (result, answer) => {
    expect(readConsent(result, QUESTION)).toEqual(answer);
  });

  it('remembers only what it offered to', () => {
    const answer = readConsent(accept({ approve: true, remember: true }), { isRememberable: false });
    expect(answer).toEqual(given(false));
  });

  it('finds consent in nothing but an accepted and approved form', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const close = fc.record(
      {
        action: fc.oneof(fc.constantFrom('accept', 'decline', 'cancel', 'Accept'), anything),
        content: fc.oneof(
          fc.record({ approve: fc.oneof(fc.boolean(), anything), remember: anything }),
          anything,
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(close, anything), fc.boolean(), (result, isRememberable) => {
        const answer = readConsent(result, { isRememberable });
        const { action, content } = Object(result);
        const isConsent = action === 'accept' && Object(content).approve === true;
        expect(answer.isGiven && !isConsent).toBe(false);
        if (answer.isGiven) {
          expect(answer.isToBeRemembered).toBe(isRememberable && content.remember === true);
        }
      }),
    );
  });
});

describe('createAskConsent', () => {
  const yes = accept({ approve: true, remember: true });

  it('shows the form of the question and reads what comes back', async () => {
    const shown: unknown[] = [];
    const ask = createAskConsent(async (form) => (shown.push(form), yes));
    expect(await ask(QUESTION, never)).toEqual(given(true));
    expect(shown).toEqual([consentForm(QUESTION)]);
  });

  it('takes a form that cannot be shown for an unreachable user', async () => {
    const ask = createAskConsent(() => Promise.reject(new Error('-32601')));
    expect(await ask(QUESTION, never)).toEqual(refused('unreachable'));
    const broken = createAskConsent(() => {
      throw new Error('gone');
    });
    expect(await broken(QUESTION, never)).toEqual(refused('unreachable'));
  });

  it.each(['a refusal', 'a yes'])(
    'takes a form that was withdrawn for unanswered, whatever follows: %s',
    async (which) => {
      const asking = new AbortController();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const answer = createAskConsent(() => promise)(QUESTION, asking.signal);
      asking.abort();
      if (which === 'a yes') resolve(yes);
      else reject(new Error('withdrawn'));
      expect(await answer).toEqual(refused('unanswered'));
    },
  );
});

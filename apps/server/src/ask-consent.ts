import type { AskConsent, ConsentAnswer, ConsentQuestion } from '@coagent8/contracts';
import { z } from 'zod';

import { consentMessage, safeName } from './consent-message.js';

/** One yes-or-no question of a {@link ConsentForm}. */
export type FormField = { readonly type: 'boolean'; readonly title: string; readonly description: string };

/** A question as MCP has it shown: parameters of `elicitation/create` in form mode (revision 2025-11-25). */
export type ConsentForm = {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<'approve', FormField> & Partial<Record<'remember', FormField>>>;
    readonly required: ['approve'];
  };
};

/**
 * Has the client show a form; gives what it sends back, as it is. Rejects where the client does not show it, where it is
 * gone, and once the signal aborts: the form is then withdrawn.
 */
export type ShowForm = (form: ConsentForm, signal: AbortSignal) => Promise<unknown>;

const cancelled = z.looseObject({ action: z.literal('cancel') });
const declined = z.union([
  z.looseObject({ action: z.literal('decline') }),
  z.looseObject({ action: z.literal('accept'), content: z.looseObject({ approve: z.literal(false) }) }),
]);
const approved = z.looseObject({
  action: z.literal('accept'),
  content: z.looseObject({ approve: z.literal(true), remember: z.unknown().optional() }),
});

/**
 * Asks the user by a form of the client. Never rejects: a form that could not be shown is `unreachable`, and one that was
 * withdrawn `unanswered`, whatever comes back later.
 */
export function createAskConsent(showForm: ShowForm): AskConsent {
  return async (question, signal) => {
    try {
      const result = await showForm(consentForm(question), signal);
      return signal.aborted ? refused('unanswered') : readConsent(result, question);
    } catch {
      return refused(signal.aborted ? 'unanswered' : 'unreachable');
    }
  };
}

/** The form of a question. `remember` is offered only where it may be. Pure. */
export function consentForm(question: ConsentQuestion): ConsentForm {
  const { backend, model, isRememberable } = question;
  const approve = {
    type: 'boolean',
    title: `Run ${safeName(model)} for this request`,
    description: 'Yes runs this one request with this model; anything else runs nothing',
  } as const;
  const remember = {
    type: 'boolean',
    title: 'Do not ask again for this model',
    description: `Yes adds ${backend}/${safeName(model)} to the allowed models of your CoAgent8 configuration`,
  } as const;
  return {
    mode: 'form',
    message: consentMessage(question),
    requestedSchema: {
      type: 'object',
      properties: isRememberable ? { approve, remember } : { approve },
      required: ['approve'],
    },
  };
}

/**
 * What an answer to the form says: consent is `accept` with `approve` true and nothing else; it is remembered where that
 * was offered and `remember` is true. Pure.
 */
export function readConsent(
  result: unknown,
  { isRememberable }: Pick<ConsentQuestion, 'isRememberable'>,
): ConsentAnswer {
  const consent = approved.safeParse(result).data;
  if (consent !== undefined) {
    return { isGiven: true, isToBeRemembered: isRememberable && consent.content.remember === true };
  }
  if (declined.safeParse(result).success) return refused('declined');
  return refused(cancelled.safeParse(result).success ? 'unanswered' : 'unclear');
}

function refused(why: Exclude<ConsentAnswer, { isGiven: true }>['why']): ConsentAnswer {
  return { isGiven: false, why };
}

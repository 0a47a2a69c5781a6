import type { AskConsent, ConsentAnswer } from '@coagent8/contracts';

import { consentText } from './output/consent-text.js';
import { styleFor } from './output/style.js';
import type { World } from './world.js';

/**
 * Asks the person at the terminal before a model runs that needs their consent. Nothing but a line that they type there
 * is an answer: what is piped in is none. Without a terminal, and where standard error is none, nobody can be reached.
 *
 * @param makeRoom - Called before the question is shown: what else is on the screen goes away.
 */
export function createTerminalConsent(world: World, makeRoom: () => void): AskConsent {
  const { stderr, environment } = world;
  return async (question, signal) => {
    const terminal = stderr.isTerminal ? await world.openTerminal() : undefined;
    if (terminal === undefined) return refused('unreachable');
    try {
      if (signal.aborted) return refused('unanswered');
      makeRoom();
      const [asked, ...lines] = consentText(question).toReversed();
      const style = styleFor(stderr, environment);
      stderr.write(
        [...lines.toReversed().map((line) => `${line}\n`), `${style.strong(asked ?? '')} `].join(''),
      );
      const line = await terminal.readLine(signal);
      // The person ended their line themselves, unless there is none.
      if (line === undefined) stderr.write('\n');
      return signal.aborted ? refused('unanswered') : readAnswer(line ?? '', question.isRememberable);
    } finally {
      terminal.close();
    }
  };
}

/** What a typed line says: consent is a plain yes; everything else is none. Pure. */
export function readAnswer(line: string, isRememberable: boolean): ConsentAnswer {
  const word = line.trim().toLowerCase();
  if (['y', 'yes'].includes(word)) return { isGiven: true, isToBeRemembered: false };
  if (isRememberable && ['a', 'always'].includes(word)) return { isGiven: true, isToBeRemembered: true };
  return refused('declined');
}

function refused(why: Exclude<ConsentAnswer, { isGiven: true }>['why']): ConsentAnswer {
  return { isGiven: false, why };
}

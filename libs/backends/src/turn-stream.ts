import { failureOf } from '@coagent8/contracts';
import type { BackendEvent } from '@coagent8/contracts';

import { turnLeft } from './errors.js';

/** How a turn ends. */
export type TurnEnding = Extract<BackendEvent, { type: 'completed' | 'failed' }>;
/** What a turn says before its end. */
export type TurnNews = Exclude<BackendEvent, TurnEnding>;

/** The ending of a turn that failed of `error`. */
export function failedWith(error: unknown): TurnEnding {
  return { type: 'failed', failure: failureOf(error) };
}

/**
 * Runs a turn as a stream and guarantees what every consumer relies on, whatever the adapter does: `started` comes
 * before all else but warnings, exactly one ending comes last, nothing follows it, and nothing is thrown. News from
 * before `started` wait for it, and are dropped where it never comes.
 *
 * @param run - Does the work. What it throws becomes the ending. Its signal is aborted when the consumer leaves early;
 * the consumer then waits until the work has settled.
 */
export async function* createTurnStream(
  run: (emit: (news: TurnNews) => void, left: AbortSignal) => Promise<TurnEnding>,
): AsyncGenerator<BackendEvent, void, undefined> {
  const consumer = new AbortController();
  let ready: BackendEvent[] = [];
  let held: TurnNews[] | undefined = [];
  let news = Promise.withResolvers<void>();

  const push = (...events: BackendEvent[]) => {
    ready.push(...events);
    news.resolve();
  };
  const emit = (event: TurnNews) => {
    if (event.type === 'started' && held) {
      push(event, ...held);
      held = undefined;
    } else if (held && event.type !== 'warning') held.push(event);
    else push(event);
  };
  const work = perform().then((ending) => push(ending));

  try {
    for (;;) {
      await news.promise;
      news = Promise.withResolvers();
      const batch = ready;
      ready = [];
      for (const event of batch) {
        yield event;
        if (event.type === 'completed' || event.type === 'failed') return;
      }
    }
  } finally {
    consumer.abort(turnLeft());
    await work;
  }

  async function perform(): Promise<TurnEnding> {
    try {
      return await run(emit, consumer.signal);
    } catch (error) {
      return failedWith(error);
    }
  }
}

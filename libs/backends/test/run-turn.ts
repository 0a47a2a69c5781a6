import type { BackendEvent } from '@coagent8/contracts';

import { collectAnswer } from '../src/answer-collector.js';
import type { CollectedAnswer } from '../src/answer-collector.js';
import type { Backend, BackendTurn } from '../src/backend.js';

/** A turn as it was, and its parts that tests look at. */
export interface PlayedTurn extends CollectedAnswer {
  readonly events: readonly BackendEvent[];
  readonly ending: Extract<BackendEvent, { type: 'completed' | 'failed' }>;
  /** `completed`, or the code of the failure. */
  readonly end: string;
  readonly warnings: readonly string[];
  readonly durationMs: number;
}

/** Plays a turn to its end and checks what holds for every turn. `onEvent` sees each event as it comes. */
export async function playTurn(
  backend: Backend,
  turn: BackendTurn,
  onEvent: (event: BackendEvent) => void = () => undefined,
): Promise<PlayedTurn> {
  const started = performance.now();
  const events: BackendEvent[] = [];
  for await (const event of backend.startTurn(turn)) {
    events.push(event);
    onEvent(event);
  }
  const endings = events.filter((event) => event.type === 'completed' || event.type === 'failed');
  const [ending] = endings;
  if (ending === undefined || endings.length > 1 || events.at(-1) !== ending) {
    throw new Error(`not one ending at the end: ${JSON.stringify(events)}`);
  }
  return {
    ...collectAnswer(events),
    events,
    ending,
    end: ending.type === 'failed' ? ending.failure.code : 'completed',
    warnings: events.flatMap((event) => (event.type === 'warning' ? [event.warning.code] : [])),
    durationMs: performance.now() - started,
  };
}

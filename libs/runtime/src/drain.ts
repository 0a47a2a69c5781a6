import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** How long output is still read after the process has ended, while another process holds its pipes, in milliseconds. */
export const DRAIN_MS = 2_000;

/** Resolves when `emitter` emits `event`. Unlike `events.once` it ignores errors, and so never rejects. */
export function happens(emitter: EventEmitter, event: string): Promise<void> {
  return new Promise((resolve) => {
    emitter.once(event, () => resolve());
  });
}

/**
 * Turns of the event loop that news needs to get through: one to read a pipe's end, and one more, since a closed pipe
 * is reported after a turn's immediates.
 */
const TURNS_OF_GRACE = 2;

/**
 * Whether `event` settles within `timeoutMs`. When the time is up the event loop gets a few more turns: what had
 * arrived while the loop was busy counts as arrived. `event` must not reject.
 */
export async function settlesWithin(event: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const settled = new AbortController();
  const timeUp = delay(timeoutMs, undefined, { signal: settled.signal }).then(giveUp);
  try {
    return await Promise.race([event.then(() => true), timeUp]);
  } finally {
    settled.abort();
  }
}

async function giveUp(): Promise<false> {
  for (let turn = 0; turn < TURNS_OF_GRACE; turn += 1) await nextTurn();
  return false;
}

import { networkAwaited } from './errors.js';

/** How long Codex may wait for the network, in milliseconds: by itself it would wait for ever (0.148 to 0.171). */
export const NETWORK_WAIT_MS = 30_000;

/** Bounds the time for which an agent waits for the network. */
export interface NetworkWatch {
  /** The agent says that it waits. The first word counts; more of them do not prolong it. */
  readonly waiting: () => void;
  /** The agent has got further. Codex says nothing when it has connected, only when the model does something. */
  readonly working: () => void;
  /** Rejects with `PROCESS_ERROR` when the time is over; never settles otherwise. */
  readonly exceeded: Promise<never>;
  readonly dispose: () => void;
}

/** Starts watching. Dispose it, or a timer may stay. */
export function createNetworkWatch(waitMs = NETWORK_WAIT_MS): NetworkWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    waiting: () => (timer ??= setTimeout(() => reject(networkAwaited(waitMs)), waitMs)),
    working: stop,
    exceeded: promise,
    dispose: stop,
  };
}

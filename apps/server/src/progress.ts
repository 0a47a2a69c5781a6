/** Least time between two notifications, in milliseconds. */
export const PROGRESS_INTERVAL_MS = 500;
/** Longest silence of a running call, in milliseconds: below the ten seconds that hosts are promised. */
export const PROGRESS_HEARTBEAT_MS = 9_000;

/** Sends one notification. `progress` rises by one each time; `message` is absent until there is something to say. */
export type NotifyProgress = (progress: number, message: string | undefined) => void;

/** The progress of one call. */
export interface Progress {
  /** Takes the newest step: sent at once, or, while the last notification is too recent, in its turn. */
  readonly report: (message: string) => void;
  /** Ends it: nothing is sent any more. */
  readonly stop: () => void;
}

/**
 * Tells a client how a call is getting on: never more often than {@link PROGRESS_INTERVAL_MS}, and the last message
 * again after {@link PROGRESS_HEARTBEAT_MS} without news. Its timer does not keep the process alive.
 */
export function startProgress(notify: NotifyProgress): Progress {
  let sent = 0;
  let message: string | undefined;
  let waiting = false;
  let tooRecent = false;
  let stopped = false;
  let timer = after(PROGRESS_HEARTBEAT_MS, send);

  function send() {
    clearTimeout(timer);
    waiting = false;
    tooRecent = true;
    timer = after(PROGRESS_INTERVAL_MS, allow);
    notify(++sent, message);
  }

  function allow() {
    tooRecent = false;
    if (waiting) send();
    else timer = after(PROGRESS_HEARTBEAT_MS - PROGRESS_INTERVAL_MS, send);
  }

  return {
    report(newest) {
      if (stopped) return;
      message = newest;
      waiting = true;
      if (!tooRecent) send();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const after = (delayMs: number, act: () => void) => setTimeout(act, delayMs).unref();

import type { World } from './world.js';

/** Where the wish to stop comes from: the process for its signals, a stream for its errors. */
export interface StopSource {
  readonly on: (event: string, listener: () => void) => unknown;
  readonly off: (event: string, listener: () => void) => unknown;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes a runner whose work is told to end by SIGINT, SIGTERM, SIGHUP or a standard output that nobody reads any more.
 * The work is only told: it ends its agent in bounded time and still reports. Without work those signals keep their
 * usual effect.
 */
export function createStoppable(signals: StopSource, output: StopSource): World['stoppable'] {
  return async (work) => {
    const controller = new AbortController();
    const stop = () => {
      controller.abort();
    };
    for (const name of STOP_SIGNALS) signals.on(name, stop);
    output.on('error', stop);
    try {
      return await work(controller.signal);
    } finally {
      for (const name of STOP_SIGNALS) signals.off(name, stop);
      output.off('error', stop);
    }
  };
}

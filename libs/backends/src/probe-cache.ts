/** How long a probe's result holds, in milliseconds. */
export const PROBE_TTL_MS = 5 * 60_000;

/** Results of probes, by what they were made of. */
export interface ProbeCache<Result> {
  /**
   * The result under `key`, from the cache or by `load`. Calls that miss together share one load; it is aborted when
   * the last of them has been aborted, which then waits until the load has settled: it may tell what it leaves.
   *
   * @throws What `load` throws, also where it has been aborted, or the reason of `signal`. Neither is kept.
   */
  readonly get: (
    key: string,
    load: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<Result>;
  /** Puts `result`, which was loaded elsewhere, in the place of what is kept or being loaded under `key`. */
  readonly keep: (key: string, result: Result) => void;
}

/** How a {@link ProbeCache} decides. */
export interface ProbeCacheOptions<Result> {
  /** Whether a result may be served again: a failed probe must not. */
  readonly isKept: (result: Result) => boolean;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

interface Probe<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiters: number;
  /** Set when the result has come and is kept. */
  expiresAt?: number;
}

/** Keeps results in memory for {@link PROBE_TTL_MS}. */
export function createProbeCache<Result>({
  isKept,
  now = () => performance.now(),
}: ProbeCacheOptions<Result>): ProbeCache<Result> {
  const probes = new Map<string, Probe<Result>>();
  return { get, keep };

  function keep(key: string, result: Result): void {
    probes.set(key, {
      result: Promise.resolve(result),
      controller: new AbortController(),
      waiters: 0,
      expiresAt: now() + PROBE_TTL_MS,
    });
  }

  async function get(
    key: string,
    load: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const known = probes.get(key);
    const isStale = known?.expiresAt !== undefined && known.expiresAt <= now();
    const probe = known === undefined || isStale ? start(key, load) : known;
    const leave = Promise.withResolvers<never>();
    const abort = () => leave.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    probe.waiters += 1;
    try {
      return await Promise.race([probe.result, leave.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      probe.waiters -= 1;
      if (probe.waiters === 0 && probe.expiresAt === undefined) {
        forget(key, probe);
        probe.controller.abort(signal.reason);
        await probe.result;
      }
    }
  }

  function start(key: string, load: (signal: AbortSignal) => Promise<Result>): Probe<Result> {
    for (const [other, { expiresAt }] of probes) {
      if (expiresAt !== undefined && expiresAt <= now()) probes.delete(other);
    }
    const controller = new AbortController();
    const probe: Probe<Result> = { controller, waiters: 0, result: load(controller.signal).then(settle) };
    probe.result.catch(() => forget(key, probe));
    probes.set(key, probe);
    return probe;

    function settle(result: Result): Result {
      if (isKept(result)) probe.expiresAt = now() + PROBE_TTL_MS;
      else forget(key, probe);
      return result;
    }
  }

  function forget(key: string, probe: Probe<Result>): void {
    if (probes.get(key) === probe) probes.delete(key);
  }
}

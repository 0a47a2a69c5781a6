import type { BackendId } from '@coagent8/contracts';

import { examinationTimedOut } from './errors.js';

/** How long one agent may take to answer all that it is asked, in milliseconds. */
export const EXAMINATION_TIMEOUT_MS = 20_000;

/** Longest wait for a store that another process holds, in milliseconds: as long as a turn waits. */
export const STORES_MAX_WAIT_MS = 2_000;

/** A signal that aborts when a store has been waited for long enough, or as `signal` does. */
export function limitWait(waitMs: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), waitMs).unref();
  return signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
}

/** A signal that aborts with `TIMEOUT` when an agent has had `timeoutMs` milliseconds, or as `signal` does. */
export function limitTime(backend: BackendId, timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const reason = examinationTimedOut(backend, timeoutMs);
  setTimeout(() => controller.abort(reason), timeoutMs).unref();
  return signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
}

import type { BackendId } from '@coagent8/contracts';

import { examinationTimedOut } from './errors.js';

/** How long one agent may take to answer all that it is asked, in milliseconds. */
export const EXAMINATION_TIMEOUT_MS = 20_000;

/** A signal that aborts with `TIMEOUT` when an agent has had `timeoutMs` milliseconds, or as `signal` does. */
export function limitTime(backend: BackendId, timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const reason = examinationTimedOut(backend, timeoutMs);
  setTimeout(() => controller.abort(reason), timeoutMs).unref();
  return signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
}

import type { BackendQuota } from '@coagent8/contracts';

/** The age up to which a measurement counts, in milliseconds: an older one says nothing. */
export const MEASUREMENT_FRESH_MS = 15 * 60_000;
/** What an agent of which nothing is known ranks as, in percent. It is no measurement. */
export const UNKNOWN_HEADROOM_PERCENT = 50;

/** How far an agent can still go, as far as anyone knows. */
export interface Headroom {
  /** What is left of its tightest limit that counts, 0 to 100. Absent where nobody knows. */
  readonly leftPercent?: number;
  /** When that was measured, ISO 8601 in UTC. */
  readonly readAt?: string;
  /** Present where a turn would only meet the limit. `until`: ISO 8601 in UTC; `source`: who said so. */
  readonly limited?: { readonly until: string; readonly source: 'turn' | 'reading' };
}

/** What headroom is judged for. */
export interface HeadroomQuestion {
  /** The model that the turn names, or its configuration; absent: the agent's own default. */
  readonly model?: string | undefined;
  /** Wall clock, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** To be written. Pure. */
export function headroomOf(_quota: BackendQuota | undefined, _question: HeadroomQuestion): Headroom {
  return {};
}

import type { TurnMeta, Warning } from '@coagent8/contracts';

type Noted = Partial<{ [Key in keyof TurnMeta]: TurnMeta[Key] | undefined }>;

/** What is known of a turn so far: it grows as the turn goes on and is complete at whatever point the turn ends. */
export interface TurnRecord {
  /** Keeps facts; a field that is `undefined` changes nothing. */
  readonly note: (facts: Noted) => void;
  readonly warn: (...warnings: readonly Warning[]) => void;
  /** The facts so far, with the time since the turn began. */
  readonly meta: () => TurnMeta;
  readonly warnings: () => Warning[];
}

/** Opens the record of a turn that began at `startedAtMs` of the clock `now`; a failure reports that time as well. */
export function openTurnRecord(now: () => number, startedAtMs: number): TurnRecord {
  const warnings: Warning[] = [];
  let facts: Partial<TurnMeta> = {};
  return {
    note: (noted) => {
      const known = Object.entries(noted).filter(([, value]) => value !== undefined);
      facts = { ...facts, ...Object.fromEntries(known) };
    },
    warn: (...added) => {
      warnings.push(...added);
    },
    meta: () => ({ operations: 0, ...facts, durationMs: Math.max(0, now() - startedAtMs) }),
    warnings: () => [...warnings],
  };
}

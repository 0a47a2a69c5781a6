import type { TurnMeta, Warning } from '@coagent8/contracts';

/** How many warnings of one kind are kept. The others are counted: an agent may cause them by the thousand. */
export const WARNINGS_PER_CODE_MAX = 5;

type Noted = Partial<{ [Key in keyof TurnMeta]: TurnMeta[Key] | undefined }>;

/** What is known of a turn so far: it grows as the turn goes on and is complete at whatever point the turn ends. */
export interface TurnRecord {
  /** Keeps facts; a field that is `undefined` changes nothing. */
  readonly note: (facts: Noted) => void;
  /** Takes a fact back: it is not known any more. */
  readonly withdraw: (fact: keyof TurnMeta) => void;
  /** Keeps a warning. One that is kept already says nothing more. */
  readonly warn: (warning: Warning) => void;
  /** The facts so far, with the time since the turn began. */
  readonly meta: () => TurnMeta;
  /** In the order of their kinds' first ones. */
  readonly warnings: () => Warning[];
}

/** Opens the record of a turn that began at `startedAtMs` of the clock `now`; a failure reports that time as well. */
export function openTurnRecord(now: () => number, startedAtMs: number): TurnRecord {
  const kinds = new Map<Warning['code'], { readonly kept: Warning[]; omitted: number }>();
  let facts: Partial<TurnMeta> = {};
  return {
    note: (noted) => {
      const known = Object.entries(noted).filter(([, value]) => value !== undefined);
      facts = { ...facts, ...Object.fromEntries(known) };
    },
    withdraw: (fact) => {
      facts = { ...facts };
      delete facts[fact];
    },
    warn: (warning) => {
      const kind = kinds.get(warning.code) ?? { kept: [], omitted: 0 };
      kinds.set(warning.code, kind);
      if (kind.kept.some(({ message }) => message === warning.message)) return;
      if (kind.kept.length < WARNINGS_PER_CODE_MAX) kind.kept.push(warning);
      else kind.omitted += 1;
    },
    meta: () => ({ operations: 0, ...facts, durationMs: Math.max(0, now() - startedAtMs) }),
    warnings: () =>
      [...kinds].flatMap(([code, { kept, omitted }]) =>
        omitted === 0 ? kept : [...kept, { code, message: `${omitted} more warnings like the last` }],
      ),
  };
}

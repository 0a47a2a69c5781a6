import type { SessionHandle } from '@coagent8/contracts';

import { isKept } from './retention.js';
import type { RecordFault, SessionRecord } from './session-record.js';
import { isActive } from './session-state.js';

/** What is known of one file of a record. */
export type FoundRecord =
  | {
      readonly handle: SessionHandle;
      readonly record: SessionRecord;
      /** Whether the owner of its turn lives; counts in active states alone. */
      readonly isOwnerAlive: boolean;
      /** Token of the turn whose whole answer is stored; absent where none is, or only a part. */
      readonly answeredToken?: string;
    }
  | {
      readonly handle: SessionHandle;
      /** Why the file holds no record; `unreadable`: the disk refused. */
      readonly fault: RecordFault | 'unreadable';
      /** When the file was last written, in milliseconds since 1970. */
      readonly writtenAtMs: number;
    };

/**
 * What is made of a record. `answer` and `interrupt`: its owner is dead, and its turn ended with or without a stored
 * answer. `remove`: it is older than seven days.
 */
export type Reconciliation = 'leave' | 'answer' | 'interrupt' | 'remove';

/**
 * What a restart makes of a record: nothing stays under way whose owner is dead, nothing is taken from an owner who
 * lives, an answer that was stored is never lost to the death of its server, and what this version does not
 * understand is left to those that do.
 */
export function planReconciliation(found: FoundRecord, nowMs: number): Reconciliation {
  if ('fault' in found) return mayGo(found) && !isKept(found.writtenAtMs, nowMs) ? 'remove' : 'leave';
  const { record, isOwnerAlive, answeredToken } = found;
  if (isActive(record.state)) {
    if (isOwnerAlive) return 'leave';
    return answeredToken === record.turn.token ? 'answer' : 'interrupt';
  }
  return isKept(record.usedAt, nowMs) ? 'leave' : 'remove';
}

function mayGo({ fault }: { readonly fault: RecordFault | 'unreadable' }): boolean {
  return fault === 'damaged' || fault === 'older';
}

import type { BackendId, SessionHandle, Warning } from '@coagent8/contracts';
import { failureLine, failureOf } from '@coagent8/contracts';
import { secureText } from '@coagent8/security';

import type { AgentMarks } from './agent-marks.js';
import { beginNextTurn, newRecord, stepTurn } from './change-record.js';
import type { NewSession, TurnFacts } from './change-record.js';
import { checkContinuation, continueModel } from './continue-session.js';
import type { ModelWish } from './continue-session.js';
import { leaseLost, sessionBusy } from './errors.js';
import type { PersistenceOperation } from './persistence-steps.js';
import type { RecordAccess } from './record-access.js';
import type { ResultFiles, TurnResult } from './result-files.js';
import type { ServerPresence } from './server-presence.js';
import { createSessionHandle, randomHex } from './session-handle.js';
import { ERROR_MAX_CHARACTERS } from './session-record.js';
import type { SessionRecord } from './session-record.js';
import { isActive } from './session-state.js';

/** What leases need. */
export interface LeaseDependencies {
  readonly access: RecordAccess;
  readonly presence: ServerPresence;
  readonly results: ResultFiles;
  readonly marks: AgentMarks;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** A session that a turn is to continue, and what it is to run with where that changes. */
export interface ContinueOptions extends ModelWish {
  readonly handle: SessionHandle;
  readonly workspace: string;
  readonly backend?: BackendId;
  readonly profile: SessionRecord['profile'];
  /** Whether two names mean one model. */
  readonly isSameModel?: (one: string, other: string) => boolean;
}

/** How a turn ended. */
export interface TurnEnd extends TurnFacts {
  readonly step: 'answer' | 'fail' | 'cancel';
  /** What is to be fetched later; absent where the agent said nothing. */
  readonly result?: TurnResult;
}

/**
 * The exclusive right to run the turn of a session. It is this server's until it ends it or dies; nobody can take it
 * from a server that lives, however slow it is. Each call rejects with `SESSION_INVALID` if the record says otherwise.
 */
export interface TurnLease {
  /** The record as this turn last wrote it. */
  readonly record: () => SessionRecord;
  /**
   * To be called before the agent is started. The path of a file that is there until `end`: should this server die, whoever
   * ends the agent removes the file then, and the next turn waits for that, `AGENT_END_MAX_MS` at most.
   *
   * @throws CoAgentError `PROCESS_ERROR` as `writeAtomic`.
   */
  readonly markAgent: () => Promise<string>;
  /** Keeps what the agent told of itself: it works. */
  readonly run: (facts?: TurnFacts) => Promise<SessionRecord>;
  /** Keeps that the agent was asked to stop. */
  readonly stop: () => Promise<SessionRecord>;
  /**
   * Ends the turn; to be called when its agent is gone. The result is stored first, then the record, so that no death in
   * between loses an answer. A result that cannot be stored is a warning. Whatever happens, this server runs the turn no
   * longer.
   *
   * @throws CoAgentError where the record cannot be written: then other servers take the turn to be under way until this one
   * ends, continues the session or reconciles.
   */
  readonly end: (
    end: TurnEnd,
  ) => Promise<{ readonly record: SessionRecord; readonly warnings: readonly Warning[] }>;
}

/** Gives turns to one server at a time. */
export interface TurnLeases {
  /** Stores a new session and begins its first turn; to be called before the agent is started. */
  readonly begin: (session: Omit<NewSession, 'handle'>) => Promise<TurnLease>;
  /**
   * Begins the next turn of a session. Where the server of the last one is dead, its agent is waited for first.
   *
   * @throws CoAgentError `SESSION_BUSY` or `SESSION_INVALID` as `checkContinuation`.
   */
  readonly continue: (options: ContinueOptions) => Promise<TurnLease>;
  /** Whether somebody who lives runs the turn of a record. */
  readonly isTurnAlive: (record: SessionRecord) => Promise<boolean>;
}

/** The leases of one server. */
export function createTurnLeases(dependencies: LeaseDependencies): TurnLeases {
  const { access, presence, marks, now } = dependencies;
  /** Tokens of the turns that this server runs: its own word on them, also where the disk keeps an old one. */
  const own = new Set<string>();
  const at = () => new Date(now()).toISOString();

  const isTurnAlive = async ({ state, owner, turn }: SessionRecord) => {
    if (!isActive(state) || owner === undefined) return false;
    return owner === presence.ownId() ? own.has(turn.token) : presence.isAlive(owner);
  };

  const requireContinuable = async (options: ContinueOptions): Promise<SessionRecord> => {
    const record = await access.require(options.handle, options.workspace);
    checkContinuation(record, options, { nowMs: now(), isOwnerAlive: await isTurnAlive(record) });
    return record;
  };

  const take = async (
    handle: SessionHandle,
    operation: PersistenceOperation,
    change: (ownership: { readonly owner: string; readonly token: string }) => Promise<SessionRecord>,
  ): Promise<TurnLease> => {
    const ownership = { owner: await presence.announce(), token: randomHex() };
    own.add(ownership.token);
    try {
      const first = await access.alone(handle, operation, async () =>
        access.write(await change(ownership), operation),
      );
      return createLease(dependencies, first, () => own.delete(ownership.token));
    } catch (error) {
      own.delete(ownership.token);
      throw error;
    }
  };

  return {
    begin: (session) => {
      const handle = createSessionHandle();
      return take(handle, 'begin', async (ownership) => newRecord({ ...session, handle }, ownership, at()));
    },
    continue: async (options) => {
      const known = await requireContinuable(options);
      await marks.untilGone(known.turn.token);
      return take(options.handle, 'continue', async (ownership) => {
        const record = await requireContinuable(options);
        // Meanwhile another server may have begun a turn, and died.
        if (record.turn.token !== known.turn.token && marks.isPlaced(record.turn.token))
          throw sessionBusy(record.handle, record.turn.number);
        return beginNextTurn(record, ownership, continueModel(record, options, options.isSameModel), at());
      });
    },
    isTurnAlive,
  };
}

function createLease(
  { access, results, marks, now }: LeaseDependencies,
  first: SessionRecord,
  forget: () => void,
): TurnLease {
  const { handle } = first;
  let last = first;

  const change = async (
    operation: 'run' | 'stop' | 'end',
    step: 'run' | 'stop' | TurnEnd['step'],
    facts: TurnFacts,
    before: () => Promise<void> = async () => undefined,
  ) => {
    const secured = await securedFacts(facts);
    return access.alone(handle, operation, async () => {
      const current = await access.recall(last);
      requireOwn(current, last);
      const next = stepTurn(current, step, secured, new Date(now()).toISOString());
      await before();
      last = await access.write(next, operation);
      return last;
    });
  };

  return {
    record: () => last,
    markAgent: () => marks.place(last.turn.token),
    run: (facts = {}) => change('run', 'run', facts),
    stop: () => change('stop', 'stop', {}),
    end: async ({ step, result, ...facts }) => {
      const warnings: Warning[] = [];
      const storeResult = async () => {
        if (result) warnings.push(...(await keepResult(results, last, result)));
        access.passed('end:stored');
      };
      await marks.remove(last.turn.token);
      try {
        return { record: await change('end', step, facts, storeResult), warnings };
      } finally {
        forget();
      }
    },
  };
}

function requireOwn(current: SessionRecord, { owner, turn }: SessionRecord): void {
  if (current.turn.token !== turn.token) throw leaseLost(current.handle, 'another turn has begun since');
  if (current.owner !== owner) throw leaseLost(current.handle, `it was marked ${current.state}`);
}

async function securedFacts(facts: TurnFacts): Promise<TurnFacts> {
  if (facts.lastError === undefined) return facts;
  const { code, message } = facts.lastError;
  return {
    ...facts,
    lastError: { code, message: (await secureText(message)).slice(0, ERROR_MAX_CHARACTERS) },
  };
}

async function keepResult(
  results: ResultFiles,
  record: SessionRecord,
  result: TurnResult,
): Promise<readonly Warning[]> {
  try {
    await results.write(record, result);
    return [];
  } catch (error) {
    const why = failureLine(failureOf(error));
    return [{ code: 'STORE_FAILED', message: `the result is not kept and can be read here only; ${why}` }];
  }
}

import type { SessionHandle } from '@coagent8/contracts';
import { CoAgentError } from '@coagent8/contracts';
import { removeFile } from '@coagent8/storage';

import type { AgentMarks } from './agent-marks.js';
import { settleDead } from './change-record.js';
import type { HistoryArchives } from './history/history-archive.js';
import { planReconciliation } from './plan-reconciliation.js';
import type { FoundRecord, Reconciliation } from './plan-reconciliation.js';
import type { RecordAccess } from './record-access.js';
import { listFiles, listRecordFiles, readRecordFile } from './record-files.js';
import type { SessionFile } from './record-files.js';
import type { ResultFiles } from './result-files.js';
import { isKept } from './retention.js';
import type { ServerPresence } from './server-presence.js';
import { recordLockPath } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import type { TurnLeases } from './turn-leases.js';

/** How many records are read, or locks held, at a time. */
const AT_ONCE = 16;
/** How many files are mended under one lock. Who wants to write near them waits meanwhile, for some ten milliseconds. */
const FILES_PER_LOCK = 16;

/** What reconciliation needs. */
export interface ReconciliationDependencies {
  readonly places: SessionPlaces;
  readonly access: RecordAccess;
  readonly presence: ServerPresence;
  readonly results: ResultFiles;
  readonly archives: Pick<HistoryArchives, 'sweep'>;
  readonly marks: AgentMarks;
  readonly leases: TurnLeases;
  readonly now: () => number;
}

/** What a reconciliation did. */
export interface ReconciliationReport {
  /** Sessions whose turn was ended because its server is dead. */
  readonly settled: readonly SessionHandle[];
  /** How many files were removed: old ones, and what killed writers left behind. */
  readonly removedFiles: number;
  /** What could not be done, each as a sentence. */
  readonly problems: readonly string[];
}

/** A file that needs something, and what is done to it under the lock of its session. */
interface Repair {
  readonly handle: SessionHandle;
  readonly mend: () => Promise<Reconciliation>;
}

/**
 * Ends the turns whose servers are dead, and removes what is older than seven days and what killed writers left behind.
 * Any number of servers may do it at once. One record that cannot be mended keeps no other from it. Never rejects.
 *
 * Every file is looked at without a lock first. What needs something is looked at again under its lock, several files that
 * share one together.
 */
export async function reconcileSessions(
  dependencies: ReconciliationDependencies,
): Promise<ReconciliationReport> {
  const { places, access, presence, archives, marks, now } = dependencies;
  const settled: SessionHandle[] = [];
  const problems: string[] = [];
  let removedFiles = 0;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      problems.push(CoAgentError.is(error) ? error.message : String(error));
    }
  };
  const mendOne = async ({ handle, mend }: Repair) => {
    const done = await mend();
    if (done === 'remove') removedFiles++;
    if (done === 'answer' || done === 'interrupt') settled.push(handle);
  };

  const repairs = repairsOfResults(dependencies);
  await inBatches(listRecordFiles(places), (file) =>
    attempt(async () => {
      if (await needsRepair(dependencies, file))
        repairs.push({ handle: file.handle, mend: () => mendRecord(dependencies, file) });
    }),
  );
  await inBatches(groupByLock(places, repairs), ({ handle, group }) =>
    attempt(() =>
      access.alone(handle, 'settle', async () => {
        await Promise.all(group.map((repair) => attempt(() => mendOne(repair))));
      }),
    ),
  );
  await attempt(presence.sweep);
  await attempt(archives.sweep);
  await attempt(() => marks.sweep(now()));
  return { settled, removedFiles, problems };
}

/** The first look: without a lock, and at no result. */
async function needsRepair(dependencies: ReconciliationDependencies, file: SessionFile): Promise<boolean> {
  if (file.isLitter) return true;
  const found = await lookAt(dependencies, file);
  return found !== undefined && planReconciliation(found, dependencies.now()) !== 'leave';
}

/** The second look, and what follows: since the first, others may have done it, or begun a turn. */
async function mendRecord(
  dependencies: ReconciliationDependencies,
  file: SessionFile,
): Promise<Reconciliation> {
  const { access, results, now } = dependencies;
  if (file.isLitter) return removed(file.path);
  const found = await lookAt(dependencies, file);
  if (found === undefined) return 'leave';
  const plan = planReconciliation(await withAnswer(found, results), now());
  if (plan === 'remove') {
    await results.remove(file.handle);
    return removed(file.path);
  }
  if (plan !== 'leave' && 'record' in found) await access.write(settleDead(found.record, plan), 'settle');
  return plan;
}

async function lookAt(
  { leases }: ReconciliationDependencies,
  { handle, path, writtenAtMs }: SessionFile,
): Promise<FoundRecord | undefined> {
  const reading = await readRecordFile(path);
  if (reading === undefined) return undefined;
  if (!reading.ok) return { handle, fault: reading.fault, writtenAtMs };
  const { record } = reading;
  return { handle, record, isOwnerAlive: await leases.isTurnAlive(record) };
}

async function withAnswer(found: FoundRecord, results: ResultFiles): Promise<FoundRecord> {
  if ('fault' in found || found.isOwnerAlive || found.record.owner === undefined) return found;
  const answeredToken = await results.answeredToken(found.handle);
  return { ...found, ...(answeredToken && { answeredToken }) };
}

function repairsOfResults({ places, now }: ReconciliationDependencies): Repair[] {
  return listFiles(places.resultsDirectory)
    .filter(({ isLitter, writtenAtMs }) => isLitter || !isKept(writtenAtMs, now()))
    .map(({ handle, path }) => ({ handle, mend: () => removed(path) }));
}

/** Repairs that share a lock, with a handle that it belongs to. */
interface LockedGroup {
  readonly handle: SessionHandle;
  readonly group: readonly Repair[];
}

function groupByLock(places: SessionPlaces, repairs: readonly Repair[]): readonly LockedGroup[] {
  const byLock = Map.groupBy(repairs, ({ handle }) => recordLockPath(places, handle));
  return [...byLock.values()].flatMap((all) =>
    all.flatMap(({ handle }, index) =>
      index % FILES_PER_LOCK === 0 ? [{ handle, group: all.slice(index, index + FILES_PER_LOCK) }] : [],
    ),
  );
}

async function removed(path: string): Promise<Reconciliation> {
  return (await removeFile(path)) ? 'remove' : 'leave';
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
}

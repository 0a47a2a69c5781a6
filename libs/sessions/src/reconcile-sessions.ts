import type { SessionHandle } from '@coagent8/contracts';
import { CoAgentError } from '@coagent8/contracts';
import { removeFile } from '@coagent8/storage';

import { settleDead } from './change-record.js';
import { planReconciliation } from './plan-reconciliation.js';
import type { FoundRecord, Reconciliation } from './plan-reconciliation.js';
import type { RecordAccess } from './record-access.js';
import { listFiles, listRecordFiles, readRecordFile } from './record-files.js';
import type { RecordReading, SessionFile } from './record-files.js';
import type { ResultFiles } from './result-files.js';
import { isKept } from './retention.js';
import type { ServerPresence } from './server-presence.js';
import type { SessionPlaces } from './session-places.js';
import type { TurnLeases } from './turn-leases.js';

/** How many records are read at a time. */
const READS_AT_ONCE = 16;

/** What reconciliation needs. */
export interface ReconciliationDependencies {
  readonly places: SessionPlaces;
  readonly access: RecordAccess;
  readonly presence: ServerPresence;
  readonly results: ResultFiles;
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

/**
 * Ends the turns whose servers are dead, and removes what is older than seven days and what killed writers left behind.
 * Any number of servers may do it at once. One record that cannot be mended keeps no other from it. Never rejects.
 */
export async function reconcileSessions(
  dependencies: ReconciliationDependencies,
): Promise<ReconciliationReport> {
  const { places, presence } = dependencies;
  const settled: SessionHandle[] = [];
  const problems: string[] = [];
  let removedFiles = 0;
  const attempt = async (work: () => Promise<Reconciliation | 'nothing'>, handle?: SessionHandle) => {
    try {
      const done = await work();
      if (done === 'remove') removedFiles++;
      if (handle && (done === 'answer' || done === 'interrupt')) settled.push(handle);
    } catch (error) {
      problems.push(CoAgentError.is(error) ? error.message : String(error));
    }
  };
  await inBatches(listRecordFiles(places), (file) =>
    attempt(() => reconcileFile(dependencies, file), file.handle),
  );
  await inBatches(listFiles(places.resultsDirectory), (file) =>
    attempt(() => reconcileResult(dependencies, file)),
  );
  await attempt(async () => presence.sweep().then(() => 'nothing'));
  return { settled, removedFiles, problems };
}

async function reconcileFile(
  dependencies: ReconciliationDependencies,
  file: SessionFile,
): Promise<Reconciliation> {
  const { access, results } = dependencies;
  const isLeft = async () => (await planFor(dependencies, file, await readRecordFile(file.path))) === 'leave';
  if (!file.isLitter && (await isLeft())) return 'leave';
  return access.alone(file.handle, 'settle', async () => {
    if (file.isLitter) return removed(file.path);
    // Anew: between the first look and the lock others may have done it, or begun a turn.
    const reading = await readRecordFile(file.path);
    const plan = await planFor(dependencies, file, reading);
    if (plan === 'remove') {
      await results.remove(file.handle);
      return removed(file.path);
    }
    if (plan !== 'leave' && reading?.ok) await access.write(settleDead(reading.record, plan), 'settle');
    return plan;
  });
}

async function planFor(
  { leases, results, now }: ReconciliationDependencies,
  { handle, writtenAtMs }: SessionFile,
  reading: RecordReading | undefined,
): Promise<Reconciliation> {
  if (reading === undefined) return 'leave';
  if (!reading.ok) return planReconciliation({ handle, fault: reading.fault, writtenAtMs }, now());
  const { record } = reading;
  const isOwnerAlive = await leases.isTurnAlive(record);
  const isDead = record.owner !== undefined && !isOwnerAlive;
  const answeredToken = isDead ? await results.answeredToken(handle) : undefined;
  const found: FoundRecord = { handle, record, isOwnerAlive, ...(answeredToken && { answeredToken }) };
  return planReconciliation(found, now());
}

async function reconcileResult(
  { access, now }: ReconciliationDependencies,
  { path, handle, writtenAtMs, isLitter }: SessionFile,
): Promise<Reconciliation> {
  if (!isLitter && isKept(writtenAtMs, now())) return 'leave';
  return access.alone(handle, 'settle', () => removed(path));
}

async function removed(path: string): Promise<Reconciliation> {
  return (await removeFile(path)) ? 'remove' : 'leave';
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += READS_AT_ONCE)
    await Promise.all(items.slice(start, start + READS_AT_ONCE).map(work));
}

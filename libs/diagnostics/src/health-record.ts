import type { BackendId } from '@coagent8/contracts';

import { problemsIn } from './health-problems.js';
import type { Problem } from './health-problems.js';
import type { BackendHealth, HealthReport, Standing } from './health-report.js';
import { profileStanding } from './judge-health.js';

/** A report of health that is complete by itself: with what its texts say beside its facts. */
export interface HealthRecord extends HealthReport {
  /** What is wrong, with what to do about it, as the texts begin with it. */
  readonly problems: readonly Problem[];
  /** How sure the facts are that do not say it themselves. */
  readonly standings: {
    readonly configuration: Standing;
    readonly dataRoot: Standing;
    readonly priceList: Standing;
    readonly backends: Readonly<Partial<Record<BackendId, BackendStandings>>>;
  };
}

/** How sure it is where an agent is, which version it has, and what its checks say. */
export interface BackendStandings {
  readonly executable: Standing;
  readonly version: Standing;
  readonly evidence: Standing;
}

/** Adds to a report what its texts say beside its facts. Pure. */
export function healthRecord(report: HealthReport): HealthRecord {
  const { configuration, dataRoot, priceList, backends } = report;
  return {
    ...report,
    problems: problemsIn(report),
    standings: {
      configuration: seen(configuration.file),
      dataRoot: dataRoot.state === 'unknown' ? 'unknown' : 'observed',
      priceList: seen(priceList.readAt),
      backends: Object.fromEntries(backends.map((health) => [health.backend, standingsOf(health)])),
    },
  };
}

function standingsOf(health: BackendHealth): BackendStandings {
  return {
    executable: seen(health.executable),
    version: seen(health.version),
    evidence: profileStanding(health),
  };
}

const seen = (fact: unknown): Standing => (fact === undefined ? 'unknown' : 'observed');

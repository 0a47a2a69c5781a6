import type { BackendId } from '@coagent8/contracts';
import type { HealthReport, IssueReport, IssueRequest, ModelReport } from '@coagent8/diagnostics';

/** What a diagnosis is about, and who may end it. */
export interface DiagnosisOptions {
  /** The only agent to look at. Default: all of them. */
  readonly backend?: BackendId;
  /** Ends the waiting, and every agent that was started for it. */
  readonly signal: AbortSignal;
}

/** What the process knows of the agents beside their turns. */
export interface Diagnoses {
  /** Whether an agent that a turn started is asking. */
  readonly isNested: () => Promise<boolean>;
  /** The models, from what is known; starts an agent only where nothing is. Never rejects. */
  readonly reportModels: (options: DiagnosisOptions) => Promise<ModelReport>;
  /** The agents as they are now: starts each of them. Never rejects. */
  readonly examineHealth: (options: DiagnosisOptions) => Promise<HealthReport>;
  /** A report of a problem, for the user to read and send. Rejects where the signal aborts. */
  readonly reportIssue: (
    request: IssueRequest,
    options: Pick<DiagnosisOptions, 'signal'>,
  ) => Promise<IssueReport>;
}

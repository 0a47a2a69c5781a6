/**
 * Says what a turn would meet here: which agents are found, where, in which version, whether their profile can be
 * verified, which models they offer, what those cost, which of them ask, and how far the accounts' limits reach. Starts no
 * turn and asks no model. Execution never imports it.
 *
 * @packageDocumentation
 */
export { examineHealth } from './examine-health.js';
export type { Problem } from './health-problems.js';
export type { BackendStandings, HealthRecord } from './health-record.js';
export type { HealthDependencies } from './examine-health.js';
export type {
  BackendHealth,
  ConfigurationDetails,
  HealthReport,
  LimitsHealth,
  ModelsHealth,
  SignIn,
  Standing,
} from './health-report.js';
export { healthSummary } from './health-summary.js';
export { healthLines } from './health-text.js';
export { modelSummary } from './models-summary.js';
export { fact, TEXT_WIDTH } from './fact-lines.js';
export { EXAMINATION_TIMEOUT_MS, STORES_MAX_WAIT_MS } from './limit-time.js';
export type { ReportedModelRow } from './list-rows.js';
export type { DataRootHealth } from './look-at-data-root.js';
export { modelLines } from './models-text.js';
export { overviewLines } from './overview-text.js';
export type { ConfigurationHealth } from './read-configuration.js';
export type { Product } from './product.js';
export { ISSUE_URL_MAX_CHARACTERS } from './issue-url.js';
export { reportIssue } from './report-issue.js';
export type { IssueDependencies, IssueReport, IssueRequest } from './report-issue.js';
export type { PriceListHealth } from './read-listed-prices.js';
export { reportModels } from './report-models.js';
export type { BackendModels, ModelReport, ModelReportDependencies } from './report-models.js';
export { REPORT_MAX_BYTES, REPORT_TEXT_MAX_BYTES, structuredReport } from './structured-report.js';
export { shownTime } from '@coagent8/models';
export { ageText } from './age-text.js';
export { SUMMARY_MAX_BYTES } from './summary.js';
export { padColumns, wrapText } from './text-columns.js';
export { TEXT_MIN_COLUMNS } from './text-look.js';
export type { TextLook, TextMarks } from './text-look.js';

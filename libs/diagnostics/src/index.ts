/**
 * Says what a turn would meet here: which agents are found, where, in which version, whether their profile can be
 * verified, which models they offer, what those cost, and which of them ask. Starts no turn and asks no model. Execution
 * never imports it.
 *
 * @packageDocumentation
 */
export { examineHealth, EXAMINATION_TIMEOUT_MS } from './examine-health.js';
export type { BackendHealth, HealthDependencies, HealthReport } from './examine-health.js';
export { healthSummary } from './health-summary.js';
export { healthLines } from './health-text.js';
export { modelSummary } from './models-summary.js';
export { TEXT_WIDTH } from './fact-lines.js';
export { modelLines, TEXT_MIN_COLUMNS } from './models-text.js';
export type { TextLook, TextMarks } from './models-text.js';
export type { ConfigurationHealth } from './read-configuration.js';
export type { Product } from './product.js';
export { ISSUE_URL_MAX_CHARACTERS, reportIssue } from './report-issue.js';
export type { IssueDependencies, IssueReport, IssueRequest } from './report-issue.js';
export { reportModels } from './report-models.js';
export type {
  BackendModels,
  ModelReport,
  ModelReportDependencies,
  ReportedModelRow,
} from './report-models.js';
export { REPORT_TEXT_MAX_BYTES, structuredReport } from './structured-report.js';
export { SUMMARY_MAX_BYTES } from './summary.js';

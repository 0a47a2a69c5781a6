/**
 * Says what a turn would meet here: which agents are found, where, in which version, whether their profile can be
 * verified, which models they offer, what those cost, and which of them ask. Starts no turn and asks no model. Execution
 * never imports it.
 *
 * @packageDocumentation
 */
export { examineHealth, EXAMINATION_TIMEOUT_MS } from './examine-health.js';
export type { BackendHealth, HealthDependencies, HealthReport } from './examine-health.js';
export { healthLines } from './health-text.js';
export { modelLines } from './models-text.js';
export type { TextLook, TextMarks } from './models-text.js';
export type { ConfigurationHealth } from './read-configuration.js';
export { reportModels } from './report-models.js';
export type {
  BackendModels,
  ModelReport,
  ModelReportDependencies,
  ReportedModelRow,
} from './report-models.js';

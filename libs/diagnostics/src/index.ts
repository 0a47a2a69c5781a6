/**
 * Says what a turn would meet here: which agents are found, where, in which version, and whether their profile can be
 * verified. Starts no turn and asks no model. Execution never imports it.
 *
 * @packageDocumentation
 */
export { examineHealth, EXAMINATION_TIMEOUT_MS } from './examine-health.js';
export type {
  BackendHealth,
  ConfigurationHealth,
  HealthDependencies,
  HealthReport,
} from './examine-health.js';
export { healthLines } from './health-text.js';

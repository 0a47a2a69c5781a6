/**
 * Words that two rooms share. Data and its run-time truth (zod), nothing that acts.
 *
 * @packageDocumentation
 */
export {
  BACKEND_CHOICES,
  BACKEND_IDS,
  backendChoiceSchema,
  backendIdSchema,
  EXECUTABLE_VARIABLES,
} from './backend-id.js';
export type { BackendChoice, BackendId } from './backend-id.js';
export type { BackendEvent, MessageRole, OperationStatus } from './backend-event.js';
export type { AskConsent, ConsentAnswer, ConsentBasis, ConsentQuestion } from './consent.js';
export { withSoundHome } from './environment.js';
export type { Environment } from './environment.js';
export {
  CoAgentError,
  ERROR_CODES,
  errorCodeSchema,
  failureLine,
  failureOf,
  failureSchema,
} from './error.js';
export type { CoAgentErrorOptions, ErrorCode, Failure } from './error.js';
export { PHASES, turnEventSchema } from './event.js';
export type { Phase, TurnEvent, TurnProgress } from './event.js';
export type { TurnHost, TurnOperations } from './operations.js';
export { turnMetaSchema, turnOutcomeSchema, WARNING_CODES, warningSchema } from './outcome.js';
export type { Answered, Failed, TurnMeta, TurnOutcome, Warning, WarningCode } from './outcome.js';
export { priceEvidenceSchema } from './price.js';
export type { PriceEvidence } from './price.js';
export { profileEvidenceSchema } from './profile.js';
export type { Assurance, ProfileCheck, ProfileEvidence } from './profile.js';
export {
  QUOTA_TEXT_MAX_CHARACTERS,
  QUOTA_WINDOWS_MAX,
  cooldownSchema,
  quotaReadingSchema,
  quotaWindowSchema,
} from './quota.js';
export type { BackendQuota, Cooldown, QuotaReading, Quotas, QuotaWindow } from './quota.js';
export {
  CONTEXT_FILES_MAX,
  TASK_TYPES,
  TIMEOUT_DEFAULT_MS,
  TIMEOUT_MAX_MS,
  TIMEOUT_MIN_MS,
  turnRequestSchema,
} from './request.js';
export type { ConsultRequest, TaskType, TurnOrigin, TurnRequest } from './request.js';
export {
  ACTIVE_STATES,
  SESSION_HANDLE_DIGITS,
  SESSION_HANDLE_PREFIX,
  SESSION_STATES,
  SETTLED_STATES,
  sessionHandleSchema,
  sessionStateSchema,
} from './session.js';
export type { ActiveState, SessionHandle, SessionState, SettledState } from './session.js';
export { SHOWN_MAX_CHARACTERS, shownText } from './shown-text.js';
export { workspaceChoiceSchema } from './workspace-choice.js';
export type { WorkspaceChoice, WorkspaceSource } from './workspace-choice.js';

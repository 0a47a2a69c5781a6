import { z } from 'zod';

import { backendIdSchema } from './backend-id.js';
import { failureSchema } from './error.js';
import { priceEvidenceSchema } from './price.js';
import { profileEvidenceSchema } from './profile.js';
import { workspaceChoiceSchema } from './workspace-choice.js';

/** Kinds of warning. A warning never changes the outcome; it says what the reader should know beside it. */
export const WARNING_CODES = [
  'ACTIONS_DENIED',
  'ANSWER_TRUNCATED',
  'CATALOG_UNAVAILABLE',
  'CONSENT_NOT_REMEMBERED',
  'INSTRUCTIONS_READ',
  'MAY_BE_ALIVE',
  'MODEL_DIFFERS',
  'PRICES_UNAVAILABLE',
  'PRICE_UNKNOWN',
  'STORE_FAILED',
  'UNKNOWN_EVENT',
] as const;
/** One of {@link WARNING_CODES}. */
export type WarningCode = (typeof WARNING_CODES)[number];

/** Run-time truth of {@link Warning}. */
export const warningSchema = z.strictObject({ code: z.enum(WARNING_CODES), message: z.string() });

/** Something the reader should know beside the outcome. */
export type Warning = z.infer<typeof warningSchema>;

/** Run-time truth of {@link TurnMeta}. */
export const turnMetaSchema = z.strictObject({
  /** Wall-clock time from the call's entry to its outcome, clean-up included. */
  durationMs: z.number().min(0),
  /** Tool items that the agent completed. */
  operations: z.int().min(0),
  backend: backendIdSchema.optional(),
  /** Why this backend was chosen, where the choice was ours. */
  backendReason: z.string().optional(),
  /** The model that the agent reported. */
  model: z.string().optional(),
  reasoningEffort: z.string().optional(),
  agentVersion: z.string().optional(),
  /** What the model costs; present where the request set a price limit, or the user was asked. */
  price: priceEvidenceSchema.optional(),
  evidence: profileEvidenceSchema.optional(),
  workspace: workspaceChoiceSchema.optional(),
});

/** Facts about a turn, the same for success and failure. A field is absent where the turn did not get that far. */
export type TurnMeta = z.infer<typeof turnMetaSchema>;

const answeredSchema = z.strictObject({
  status: z.literal('answered'),
  /** The agent's answer, redacted and free of terminal controls. */
  answer: z.string(),
  /** Whether the answer was cut at a bound. */
  truncated: z.boolean(),
  meta: turnMetaSchema,
  warnings: z.array(warningSchema),
});

const failedSchema = z.strictObject({
  status: z.literal('failed'),
  failure: failureSchema,
  /** Text that the agent had produced, secured like an answer. Absent where there was none. */
  partialAnswer: z.string().optional(),
  meta: turnMetaSchema,
  warnings: z.array(warningSchema),
});

/** The agent answered. */
export type Answered = z.infer<typeof answeredSchema>;
/** The turn failed; what it had produced is kept. */
export type Failed = z.infer<typeof failedSchema>;

/** Run-time truth of {@link TurnOutcome}. */
export const turnOutcomeSchema = z.discriminatedUnion('status', [answeredSchema, failedSchema]);

/** How a turn ended. A plain record: printable as JSON, and all that a bug report needs. */
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;

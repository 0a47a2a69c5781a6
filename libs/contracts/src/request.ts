import { z } from 'zod';

import { backendChoiceSchema } from './backend-id.js';

/** Shortest time limit a caller may set, in milliseconds. */
export const TIMEOUT_MIN_MS = 100;
/** Time limit of a call that sets none, in milliseconds. */
export const TIMEOUT_DEFAULT_MS = 900_000;
/** Longest time limit a caller may set, in milliseconds. */
export const TIMEOUT_MAX_MS = 1_800_000;
/** How many context files one request may name. */
export const CONTEXT_FILES_MAX = 100;

/** What a consultation is about. */
export const TASK_TYPES = ['architecture', 'debug', 'implementation'] as const;
/** One of {@link TASK_TYPES}. */
export type TaskType = (typeof TASK_TYPES)[number];

const originSchema = z.strictObject({
  /** Directory that the server or the command was started in. */
  directory: z.string().min(1),
  /** Client roots as absolute paths; none where the client has none. */
  roots: z.array(z.string().min(1)).default([]),
  /** Name of the calling client, as it calls itself. It affects preference only. */
  caller: z.string().optional(),
});

/** Where a request comes from, as neutral data. */
export type TurnOrigin = z.infer<typeof originSchema>;

const executionFields = {
  schemaVersion: z.literal(1),
  backend: backendChoiceSchema.default('auto'),
  model: z.string().min(1).optional(),
  reasoningEffort: z.string().min(1).optional(),
  /** The model must cost less, in USD per million output tokens. */
  outputPriceBelow: z.number().positive().optional(),
  timeoutMs: z.int().min(TIMEOUT_MIN_MS).max(TIMEOUT_MAX_MS).default(TIMEOUT_DEFAULT_MS),
  workspacePath: z.string().min(1).optional(),
  origin: originSchema,
};

const consultRequestSchema = z.strictObject({
  ...executionFields,
  operation: z.literal('consult'),
  proposal: z.string().min(1),
  taskType: z.enum(TASK_TYPES).optional(),
  contextFiles: z.array(z.string().min(1)).max(CONTEXT_FILES_MAX).optional(),
  specificQuestions: z.array(z.string().min(1)).optional(),
});

/** A request for a second opinion. */
export type ConsultRequest = z.infer<typeof consultRequestSchema>;

/** Run-time truth of {@link TurnRequest}. One record carries everything: it crosses process boundaries as JSON. */
export const turnRequestSchema = z.discriminatedUnion('operation', [consultRequestSchema]);

/** A request that runs one turn on a backend. */
export type TurnRequest = z.infer<typeof turnRequestSchema>;

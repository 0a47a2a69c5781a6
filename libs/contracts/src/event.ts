import { z } from 'zod';

import { backendIdSchema } from './backend-id.js';
import { turnOutcomeSchema } from './outcome.js';

/** The steps of a turn, in order. `asking`: for the user's consent; most turns need none. */
export const PHASES = ['gathering', 'planning', 'asking', 'verifying', 'working', 'settling'] as const;
/** One of {@link PHASES}. */
export type Phase = (typeof PHASES)[number];

const phaseSchema = z.strictObject({
  type: z.literal('phase'),
  phase: z.enum(PHASES),
  backend: backendIdSchema.optional(),
});

const operationSchema = z.strictObject({
  type: z.literal('operation'),
  /** How many tool items the agent has completed so far. */
  operations: z.int().min(0),
  /** What the agent is doing, one redacted line. */
  label: z.string(),
});

/** Run-time truth of {@link TurnEvent}. */
export const turnEventSchema = z.discriminatedUnion('type', [
  phaseSchema,
  operationSchema,
  z.strictObject({ type: z.literal('outcome'), outcome: turnOutcomeSchema }),
]);

/** One line of the event stream of `coagent8 run`: progress, and last of all exactly one `outcome`. */
export type TurnEvent = z.infer<typeof turnEventSchema>;

/** A step of a running turn, for a person or a host to watch. It never carries answer text. */
export type TurnProgress = Exclude<TurnEvent, { type: 'outcome' }>;

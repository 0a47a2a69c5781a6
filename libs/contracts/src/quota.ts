import { z } from 'zod';

import type { BackendId } from './backend-id.js';

/** How many windows a reading may have. */
export const QUOTA_WINDOWS_MAX = 64;
/** Longest name of a window, of a model that it is for, of a plan, and longest reason, in characters. */
export const QUOTA_TEXT_MAX_CHARACTERS = 200;

const textSchema = z.string().min(1).max(QUOTA_TEXT_MAX_CHARACTERS);

/** Run-time truth of {@link QuotaWindow}. */
export const quotaWindowSchema = z.strictObject({
  /** As the agent calls it. */
  name: textSchema,
  /** How much of it is used, 0 to 100. Absent where the agent does not say: then nobody knows. */
  usedPercent: z.number().min(0).max(100).optional(),
  /** When it begins anew, ISO 8601 in UTC. */
  resetsAt: z.iso.datetime().optional(),
  /** How long it is, in minutes. */
  windowMinutes: z.number().positive().optional(),
  /** What it counts where that is not everything: models or groups of them, in the agent's words, which need not be names. */
  models: z.array(textSchema).min(1).max(QUOTA_WINDOWS_MAX).optional(),
});

/** One limit of an account over time. */
export type QuotaWindow = z.infer<typeof quotaWindowSchema>;

/** Run-time truth of {@link QuotaReading}. */
export const quotaReadingSchema = z.strictObject({
  /** When the agent was asked, ISO 8601 in UTC. */
  readAt: z.iso.datetime(),
  windows: z.array(quotaWindowSchema).max(QUOTA_WINDOWS_MAX),
  /** The account's plan, as the agent calls it. */
  plan: textSchema.optional(),
  /** Whether the agent itself says that the account can ask no more for now. Absent where it says neither. */
  isLimited: z.boolean().optional(),
  /** Why the agent tells no window, as a sentence without a full stop. */
  unknownBecause: textSchema.optional(),
});

/** What an agent tells of its account's limits, without anything that says whose account it is. */
export type QuotaReading = z.infer<typeof quotaReadingSchema>;

/** Longest name of a model that a turn wanted, in characters. */
export const COOLDOWN_MODEL_MAX_CHARACTERS = 256;

/** Run-time truth of {@link Cooldown}. */
export const cooldownSchema = z.strictObject({
  /** When a turn ran into the limit, ISO 8601 in UTC. */
  observedAt: z.iso.datetime(),
  /** When the agent says that it answers again, ISO 8601 in UTC. */
  until: z.iso.datetime(),
  /**
   * What it holds for where that is not every turn: those that want this model, or, where it is null, those that want none
   * in particular.
   */
  forModel: z.string().min(1).max(COOLDOWN_MODEL_MAX_CHARACTERS).nullable().optional(),
});

/** A limit that a turn ran into, as the agent told it in fields of its own: until it is over, a turn would only meet it again. */
export type Cooldown = z.infer<typeof cooldownSchema>;

/** What is known of the limits of one agent's account, from its own words. */
export interface BackendQuota {
  /** What it last said when it was asked. */
  readonly reading?: QuotaReading;
  /** What turns ran into. */
  readonly cooldowns: readonly Cooldown[];
}

/** What is known of the limits of all agents; an agent that nothing is known of is absent. */
export type Quotas = Readonly<Partial<Record<BackendId, BackendQuota>>>;

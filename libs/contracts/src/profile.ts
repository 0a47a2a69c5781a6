import { z } from 'zod';

const assuranceSchema = z.enum(['verified', 'requested']);

/**
 * How sure we are of a profile. `verified`: all that the agent can be asked was asked and compared before the prompt
 * was sent. `requested`: the agent was told, and cannot be asked.
 */
export type Assurance = z.infer<typeof assuranceSchema>;

const profileCheckSchema = z.strictObject({
  name: z.string(),
  passed: z.boolean(),
  detail: z.string(),
});

/** One thing that was asked of the agent, and what it answered. */
export type ProfileCheck = z.infer<typeof profileCheckSchema>;

/** Run-time truth of {@link ProfileEvidence}. */
export const profileEvidenceSchema = z.strictObject({
  profile: z.literal('read-only'),
  assurance: assuranceSchema,
  checks: z.array(profileCheckSchema),
});

/** The permission profile a turn ran with, and what was asked to establish it. */
export type ProfileEvidence = z.infer<typeof profileEvidenceSchema>;

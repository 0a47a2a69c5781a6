import { z } from 'zod';

/** Run-time truth of {@link PriceEvidence}. */
export const priceEvidenceSchema = z.strictObject({
  /** USD per million output tokens, as the list says: a unit price, not an estimate, a quota or a bill. */
  outputUsdPerMillion: z.number().min(0),
  /** USD per million input tokens that come from no cache. */
  inputUsdPerMillion: z.number().min(0).optional(),
  cachedInputUsdPerMillion: z.number().min(0).optional(),
  /** Name of the list's entry that the price is from: of several that match, the dearest. */
  entry: z.string(),
  /** `exact`: the entry has the model's name. `approximate`: its name begins with the model's, or is
   * the model's without an effort at its end. */
  match: z.enum(['exact', 'approximate']),
  /** Where the list is from, without anything secret that its address may hold. */
  source: z.string(),
  /** When the list was read, ISO 8601 in UTC. */
  readAt: z.iso.datetime(),
  /** How old the list was when it was used, in milliseconds. */
  ageMs: z.number().min(0),
});

/** What a model costs, and where that is known from. */
export type PriceEvidence = z.infer<typeof priceEvidenceSchema>;

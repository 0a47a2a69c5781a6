import { CoAgentError, quotaReadingSchema } from '@coagent8/contracts';
import type { ErrorCode, QuotaReading } from '@coagent8/contracts';
import { expect } from '@jest/globals';
import fc from 'fast-check';

/** Anything at all, and often a number where an agent may tell one. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.integer({ min: -200, max: 200 }),
  fc.constant(null),
);

/** A reply of these members, each of which may be missing, right or anything at all. */
export function replies(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  const odd = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      fc.oneof({ weight: 4, arbitrary: member }, anything),
    ]),
  );
  return fc.record(odd, { requiredKeys: [] });
}

/** What {@link replies} has for a number, and for a text. */
export const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -200, max: 200 }));
export const text = fc.string({ unit: 'binary' });

/** Requires that a reading is one, or fails with one of `codes`: by default as all does that an agent says wrongly. */
export async function requireSound(
  reading: Promise<QuotaReading>,
  codes: readonly ErrorCode[] = ['PROTOCOL_ERROR'],
): Promise<void> {
  const read = await reading.catch((error: unknown) => error);
  if (CoAgentError.is(read)) expect(codes).toContain(read.code);
  else expect(quotaReadingSchema.safeParse(read).error).toBeUndefined();
}

import { CoAgentError, QUOTA_WINDOWS_MAX, quotaReadingSchema } from '@coagent8/contracts';
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

/** What a member may be that should be something else, as JSON. The last is no number to whoever reads it. */
const WRONG = [
  'null',
  'true',
  '""',
  '"NaN"',
  '"\\u001b[31m\\n"',
  '-1',
  '-1e308',
  '1e308',
  '[]',
  '{}',
  '1e999',
];
const PLACE = '"in the place of a member"';

/** Requires the same of every reply that is `reply` but for one member, at any depth, that is missing or wrong. */
export async function requireSoundSpoiled(
  reply: unknown,
  read: (json: string) => Promise<QuotaReading>,
  codes?: readonly ErrorCode[],
): Promise<void> {
  for (const [spoilt, json] of spoiled(reply))
    await requireSound(read(json), codes).catch((error: unknown) => {
      throw new Error(`where it is ${spoilt}`, { cause: error });
    });
}

/** Those replies as JSON, by what is wrong with them. */
function spoiled(reply: unknown): [path: string, json: string][] {
  return pathsIn(reply).flatMap((path) => {
    const replaced = JSON.stringify(changed(reply, path, JSON.parse(PLACE)));
    const name = path.join('.');
    return [
      [`${name} missing`, JSON.stringify(changed(reply, path, undefined))],
      ...WRONG.map((wrong): [string, string] => [`${name} ${wrong}`, replaced.replace(PLACE, wrong)]),
    ];
  });
}

type Path = readonly string[];

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...pathsIn(member).map((path) => [name, ...path]),
  ]);
}

function changed(value: unknown, [name = '', ...rest]: Path, member: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    if (key !== name) return [key, each];
    return [key, rest.length === 0 ? member : changed(each, rest, member)];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** A name that nobody should be shown as it is: over its bound, with what moves a terminal's cursor. */
export const HOSTILE_NAME = `\u001b]0;owned\u0007\r\n\u202eswift\u2028${'x'.repeat(500)}`;
/** How many windows a hostile reply has. */
export const MANY_WINDOWS = 10_000;

/** Requires that a reading holds no more windows than it may, and that nothing in it leaves its line. */
export function requireBounded(reading: QuotaReading): void {
  expect(quotaReadingSchema.safeParse(reading).error).toBeUndefined();
  expect(reading.windows).toHaveLength(QUOTA_WINDOWS_MAX);
  const texts = reading.windows.flatMap(({ name: each, models = [] }) => [each, ...models]);
  expect([...texts, reading.plan ?? ''].filter((each) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(each))).toEqual(
    [],
  );
}

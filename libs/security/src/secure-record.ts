/** Makes a text fit to leave: `secureText`, `redactDiagnostic`, or a mixture of both. */
export type SecureText = (text: string) => Promise<string>;

/**
 * A plain record with every text in it secured, names of members left as they are. What a whole record is made of need
 * not be known: a member that is added later is secured as well.
 */
export async function secureRecord<Value>(value: Value, secure: SecureText): Promise<Value> {
  return (await securePart(value, secure)) as Value;
}

async function securePart(value: unknown, secure: SecureText): Promise<unknown> {
  if (typeof value === 'string') return secure(value);
  if (Array.isArray(value)) return Promise.all(value.map((part) => securePart(part, secure)));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(
    async ([name, part]) => [name, await securePart(part, secure)] as const,
  );
  return Object.fromEntries(await Promise.all(parts));
}

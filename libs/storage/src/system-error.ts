/** The code of an error of the system (`ENOENT`) or of Node (`ERR_…`), from whatever realm it comes. */
export function codeOf(error: unknown): string | undefined {
  return stringIn(error, 'code');
}

/** What went wrong in the system's own word (`EACCES`); SQLite and Node only have sentences. */
export function wordOf(error: unknown): string {
  const code = codeOf(error);
  return code === undefined || code.startsWith('ERR_') ? (stringIn(error, 'message') ?? String(error)) : code;
}

function stringIn(error: unknown, key: 'code' | 'message'): string | undefined {
  const value =
    error !== null && typeof error === 'object' && key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

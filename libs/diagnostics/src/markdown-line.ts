/**
 * `text` as prose within one line of Markdown: no line end, no HTML, no link or picture, and at most `maxBytes` bytes of
 * UTF-8, cut where it is longer. Pure.
 */
export function proseLine(text: string, maxBytes: number): string {
  return clipBytes(
    text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/[<[\]]/g, String.raw`\$&`),
    maxBytes,
  );
}

/** `text` as code within one line of Markdown, whatever backticks it holds. Pure. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const runs = line.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${line}\``;
  const fence = '`'.repeat(1 + Math.max(...runs.map(({ length }) => length)));
  return `${fence} ${line} ${fence}`;
}

const CUT = '…';

/** The longest beginning of `text` that has at most `maxBytes` bytes of UTF-8, with a mark at its end where it was cut. Pure. */
export function clipBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text.toWellFormed();
  const room = new Uint8Array(Math.max(0, maxBytes - Buffer.byteLength(CUT)));
  const { read } = new TextEncoder().encodeInto(text, room);
  return `${text.slice(0, read).toWellFormed()}${CUT}`;
}

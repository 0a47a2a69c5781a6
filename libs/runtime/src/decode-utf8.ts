/** A UTF-8 character has at most three bytes after its first. */
const CONTINUATION_MAX_BYTES = 3;

/** Which side of the bytes was cut off, wherever the cut fell. */
export type CutSide = 'start' | 'end' | 'neither';

/**
 * UTF-8 bytes as text. The part of a character that a cut left behind is dropped; what is not UTF-8 at all becomes
 * U+FFFD. A byte order mark stays.
 */
export function decodeUtf8(bytes: Uint8Array, cut: CutSide = 'neither'): string {
  const start = cut === 'start' ? firstWholeCharacter(bytes) : 0;
  const end = cut === 'end' ? endOfWholeCharacters(bytes) : bytes.length;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

function firstWholeCharacter(bytes: Uint8Array): number {
  let start = 0;
  while (start < CONTINUATION_MAX_BYTES && isContinuation(bytes[start])) start += 1;
  return start;
}

function endOfWholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 1 - CONTINUATION_MAX_BYTES && isContinuation(bytes[lead])) lead -= 1;
  return lead + characterLength(bytes[lead]) > bytes.length ? Math.max(lead, 0) : bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

function characterLength(lead: number | undefined): number {
  if (lead === undefined || lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

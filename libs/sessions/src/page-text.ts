/** Which part of its end a page may give up for a better boundary: a quarter. */
const LOOK_BACK = 4;
/** How far a boundary moves at most to keep together what is drawn as one character. */
const CLUSTER_MAX_CHARACTERS = 64;

/**
 * Where a page of `text` that begins at `start` ends: after a line where one ends near the limit, else after a word, else
 * at a character, never within one. All pages together are the text. Lengths are in UTF-16 code units.
 *
 * @param maxCharacters - At least 1; a page of one character may be longer than that.
 */
export function pageEnd(text: string, start: number, maxCharacters: number): number {
  const limit = start + maxCharacters;
  if (text.length <= limit) return text.length;
  const earliest = limit - Math.floor(maxCharacters / LOOK_BACK);
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > start && line >= earliest) return line;
  const word = text.lastIndexOf(' ', limit - 1) + 1;
  if (word > start && word >= earliest && !isWithin(text, word)) return word;
  return characterEnd(text, start, limit);
}

/** The beginnings of all pages of `text`. */
export function pageStarts(text: string, maxCharacters: number): readonly number[] {
  const starts = [0];
  for (let end = pageEnd(text, 0, maxCharacters); end < text.length; end = pageEnd(text, end, maxCharacters))
    starts.push(end);
  return starts;
}

function characterEnd(text: string, start: number, limit: number): number {
  const earliest = Math.max(start + 1, limit - CLUSTER_MAX_CHARACTERS);
  for (let end = limit; end >= earliest; end--) if (!isWithin(text, end)) return end;
  // No end of a character: at least no half of a pair.
  if (!isWithinPair(text, limit)) return limit;
  return limit - 1 > start ? limit - 1 : limit + 1;
}

function isWithin(text: string, at: number): boolean {
  if (isWithinPair(text, at)) return true;
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return (
    /^(?:\p{M}|\p{Emoji_Modifier}|\u200d)/u.test(next) ||
    text[at - 1] === '\u200d' ||
    (text[at - 1] === '\r' && text[at] === '\n')
  );
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

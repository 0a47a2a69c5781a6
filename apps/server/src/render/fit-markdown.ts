import { showMarkdown } from './show-markdown.js';
import type { ShownMarkdown } from './show-markdown.js';

/** How far before the limit a line end is looked for, in characters. */
const LINE_SEARCH_CHARACTERS = 2_000;

/** Longest run of fence characters that is kept: a fence must be answered by one as long. */
const FENCE_MAX_CHARACTERS = 200;
const LONG_FENCE = new RegExp(`\`{${FENCE_MAX_CHARACTERS + 1},}|~{${FENCE_MAX_CHARACTERS + 1},}`, 'g');

/** The longest beginning of `markdown` that can be shown in at most `maxCharacters`, a line for its note included. */
export function fitMarkdown(markdown: string, maxCharacters: number): ShownMarkdown {
  let body = markdown.replaceAll(LONG_FENCE, (run) => run.slice(0, FENCE_MAX_CHARACTERS));
  let shown = showMarkdown(body);
  while (lengthOf(shown) > maxCharacters && body !== '') {
    body = cut(body, Math.max(0, body.length - (lengthOf(shown) - maxCharacters)));
    shown = showMarkdown(body);
  }
  return shown;
}

function lengthOf({ text, note }: ShownMarkdown): number {
  return text.length + (note === undefined ? 0 : `\n> ${note}`.length);
}

/** Cuts at the end of a line where there is one near, else between two characters. */
function cut(text: string, maxCharacters: number): string {
  const head = text.slice(0, maxCharacters);
  const lineEnd = head.lastIndexOf('\n');
  const near = Math.max(maxCharacters - LINE_SEARCH_CHARACTERS, maxCharacters / 2);
  if (lineEnd > near) return head.slice(0, lineEnd);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

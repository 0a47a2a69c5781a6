import { closeOpenBlock } from './close-open-block.js';

/** How far before the limit a line end is looked for, in characters. */
const LINE_SEARCH_CHARACTERS = 2_000;

/** Longest run of fence characters that is kept: an opening fence must be answered by one as long. */
const FENCE_MAX_CHARACTERS = 200;
const LONG_FENCE = new RegExp(`\`{${FENCE_MAX_CHARACTERS + 1},}|~{${FENCE_MAX_CHARACTERS + 1},}`, 'g');

/** The longest beginning of `markdown` of at most `maxCharacters` that leaves no block open. */
export function fitMarkdown(markdown: string, maxCharacters: number): string {
  let body = markdown.replaceAll(LONG_FENCE, (run) => run.slice(0, FENCE_MAX_CHARACTERS));
  let closed = closeOpenBlock(body);
  while (closed.length > maxCharacters && body !== '') {
    body = cut(body, Math.max(0, body.length - (closed.length - maxCharacters)));
    closed = closeOpenBlock(body);
  }
  return closed;
}

/** Cuts at the end of a line where there is one near, else between two characters. */
function cut(text: string, maxCharacters: number): string {
  const head = text.slice(0, maxCharacters);
  const lineEnd = head.lastIndexOf('\n');
  const near = Math.max(maxCharacters - LINE_SEARCH_CHARACTERS, maxCharacters / 2);
  if (lineEnd > near) return head.slice(0, lineEnd);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

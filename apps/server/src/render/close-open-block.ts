/** A block that goes on until its end is met, whatever lies between. */
interface OpenBlock {
  readonly isEnd: (line: string) => boolean;
  /** What ends it. Absent where a blank line does. */
  readonly closer?: string;
}

/**
 * `markdown`, with its last block closed where it was left open: what follows after a blank line stands outside of it.
 * Blocks are read as CommonMark 0.31 does, fences inside list items included. Not followed: a
 * list item that goes on in a line without indent, and a lone inline tag as the start of a block.
 */
export function closeOpenBlock(markdown: string): string {
  let open: OpenBlock | undefined;
  let itemIndent = 0;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (open !== undefined) {
      if (open.isEnd(line)) open = undefined;
    } else if (itemIndent === 0 || (!isBlank(line) && indentOf(line) < itemIndent)) {
      itemIndent = itemIndentOf(line);
      if (itemIndent === 0) open = fenceOf(line) ?? htmlOf(line);
    }
  }
  return open?.closer === undefined ? markdown : `${markdown}\n${open.closer}`;
}

const isBlank = (line: string) => line.trim() === '';

/** Width of the white space that a line starts with; a tab reaches the next column of four. */
function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += 4 - (width % 4);
    else break;
  }
  return width;
}

/** Indent that keeps a line inside the list item that `line` begins; 0 where it begins none. */
function itemIndentOf(line: string): number {
  if (/^ {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$/.test(line)) return 0; // a rule
  const [, marker = '', rest = ''] = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))([ \t].*)?$/s.exec(line) ?? [];
  if (marker === '') return 0;
  const padding = indentOf(' '.repeat(marker.length) + rest) - marker.length;
  return marker.length + (isBlank(rest) || padding > 4 ? 1 : padding);
}

function fenceOf(line: string): OpenBlock | undefined {
  const [, indent = '', fence = '', info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
  const mark = fence.charAt(0);
  if (mark === '' || (mark === '`' && info.includes('`'))) return undefined;
  const end = new RegExp(`^ {0,3}${mark}{${fence.length},}[ \\t]*$`);
  return { isEnd: (next) => end.test(next), closer: indent + fence };
}

const BLANK = /^\s*$/;
const BLOCK_TAGS =
  'address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|option|p|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul';

const HTML_BLOCKS: readonly { readonly start: RegExp; readonly end: RegExp; readonly closer?: string }[] = [
  ...['pre', 'script', 'style', 'textarea'].map((tag) => ({
    start: new RegExp(`^ {0,3}<${tag}(?=\\s|>|$)`, 'i'),
    end: /<\/(?:pre|script|style|textarea)>/i,
    closer: `</${tag}>`,
  })),
  { start: /^ {0,3}<!--/, end: /-->/, closer: '-->' },
  { start: /^ {0,3}<\?/, end: /\?>/, closer: '?>' },
  { start: /^ {0,3}<![a-z]/i, end: />/, closer: '>' },
  { start: /^ {0,3}<!\[CDATA\[/, end: /\]\]>/, closer: ']]>' },
  { start: new RegExp(`^ {0,3}</?(?:${BLOCK_TAGS})(?=\\s|/?>|$)`, 'i'), end: BLANK },
];

function htmlOf(line: string): OpenBlock | undefined {
  const block = HTML_BLOCKS.find(({ start }) => start.test(line));
  if (block === undefined || block.end.test(line)) return undefined;
  const { end, closer } = block;
  return { isEnd: (next) => end.test(next), ...(closer === undefined ? {} : { closer }) };
}

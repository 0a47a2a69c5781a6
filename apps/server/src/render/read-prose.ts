/** A Markdown text beside its fenced code. */
export interface Prose {
  /** Its runs of lines without a blank line: a paragraph or several blocks each. */
  readonly runs: readonly string[];
  /** The line that ends the fenced code which the text leaves open. */
  readonly closer?: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** Column that it begins in. */
  readonly indent: number;
}

/** Alone in its line, or first in an item of a bullet list. */
const FENCE = /^( *[-+*] {1,4}|[ \t]*)(`{3,}|~{3,})(.*)$/s;
/** Behind whatever else may begin a block that holds blocks. */
const FENCE_IN_CONTAINER = /^(?:[ \t>*+-]|\d+[.)]|\[\^[^\]]*\]:)*(`{3,}|~{3,})(.*)$/s;
const FENCE_END = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/;
const QUOTED = /^[ \t]*>/;
const BLANK = /^[ \t]*$/;

/**
 * Takes the fenced code out of a Markdown text, as far as it begins and ends the same in every reading of the lines
 * around it: at the left margin, or between two fences of one column with nothing to their left. Undefined where it
 * does not: which list a line belongs to is then what decides, and there parsers differ. HTML is taken for prose.
 */
export function readProse(markdown: string): Prose | undefined {
  const runs: string[][] = [[]];
  let fence: Fence | undefined;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (fence !== undefined) {
      const place = placeOf(line, fence);
      if (place === 'unclear') return undefined;
      if (place === 'end') fence = undefined;
    } else if (QUOTED.test(line) || !opensFence(line)) {
      if (BLANK.test(line)) runs.push([]);
      else runs.at(-1)?.push(line);
    } else {
      fence = fenceOf(line);
      if (fence === undefined) return undefined;
      runs.push([]);
    }
  }
  if (fence !== undefined && fence.indent > 0) return undefined;
  return {
    runs: runs.map((lines) => lines.join('\n')).filter((run) => run !== ''),
    ...(fence === undefined ? {} : { closer: fence.mark.repeat(fence.length) }),
  };
}

function opensFence(line: string): boolean {
  const [, run = '', info = ''] = FENCE_IN_CONTAINER.exec(line) ?? [];
  return run.startsWith('~') || (run !== '' && !info.includes('`'));
}

function fenceOf(line: string): Fence | undefined {
  const [, before, run] = FENCE.exec(line) ?? [];
  if (before === undefined || run === undefined) return undefined;
  return { mark: run.charAt(0), length: run.length, indent: indentOf(before.replace(/[-+*]/, ' ')) };
}

function placeOf(line: string, { mark, length, indent }: Fence): 'inside' | 'end' | 'unclear' {
  const [, before = '', run = ''] = FENCE_END.exec(line) ?? [];
  const isEnd = run.startsWith(mark) && run.length >= length;
  if (indent === 0) return isEnd && indentOf(before) <= 3 ? 'end' : 'inside';
  if (isEnd) return indentOf(before) === indent ? 'end' : 'unclear';
  return BLANK.test(line) || indentOf(line) >= indent ? 'inside' : 'unclear';
}

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

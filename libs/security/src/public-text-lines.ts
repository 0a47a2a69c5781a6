import { isPlainCommand, PUBLIC_MARKS } from './public-text-words.js';

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly indent: number;
  /** Whether words stand behind it: it then opens, and never closes. */
  readonly hasInfo: boolean;
}

/** What is open at the end of a line. */
interface Open {
  /** As CommonMark reads fences. */
  fence: Fence | undefined;
  /** As those write who put fences of one length into each other. */
  nested: Fence[];
  /** Length of the backticks that code in a line began with. */
  span: number;
  /** Name of the element that holds code. */
  element: string;
  /** Whether lines belong to the changes of a file by how they begin. */
  isDiff: boolean;
}

const CONTAINERS = /(?:[ ]{0,3}(?:>|[-*•](?=[ \t])|#{1,6}(?=[ \t])))*/y;
/** A heading begins with a capital; a comment may not. */
const COMMENT = /^(?:[ >]|[-*•] )*#+ ?\p{Ll}/u;
const INDENTED = /^(?: {0,3}\t| {4})/;
const FENCE = /^([\s>]*)(`{3,}|~{3,})(.*)$/;
/** A fence behind the marks of lists. */
const OPENING_FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;
const DIFF_HEAD = /^(?:> ?)*(?:diff --|@@ |--- \S|\+\+\+ \S|index [0-9a-f]+\.\.)/;
const DIFF_LINE = /^(?:> ?)*(?:[ \t+\-\\@]|$)/;
const CODE_ELEMENT = /<(pre|code|samp|kbd|tt|script|style|textarea|xmp|details|!--)(?=[\s>/-]|$)/i;

const CODE = PUBLIC_MARKS.code;

/**
 * The text with a mark in the place of each code that its Markdown shows: fenced blocks of any length, indented blocks, code in a
 * line, elements that hold code, comments. Of each line the white space around it, and the marks of quotes and headings, are
 * gone. What can be read in two ways is code in both; where a fence is never closed, it is open which fence opens and
 * which closes, and all from the first one on is code. Pure; takes time that grows with the length of the text.
 */
export function takeCodeOut(text: string): string {
  const open: Open = { fence: undefined, nested: [], span: 0, element: '', isDiff: false };
  const lines = text.split('\n');
  let firstFence = lines.length;
  const read = lines.map((line, index) => {
    const kept = readLine(line, open);
    if (isFenced(open)) firstFence = Math.min(firstFence, index);
    return kept;
  });
  return read.map((line, index) => (isFenced(open) && index > firstFence ? CODE : line)).join('\n');
}

function readLine(line: string, open: Open): string {
  if (isFenced(open)) return (passFence(line, open), CODE);
  if (open.element !== '') return (closeElement(line, open), CODE);
  if (line.trim() === '') {
    open.span = 0;
    return open.isDiff ? CODE : '';
  }
  open.isDiff = DIFF_HEAD.test(line) || (open.isDiff && DIFF_LINE.test(line));
  if (open.isDiff) return CODE;
  CONTAINERS.lastIndex = 0;
  const containers = CONTAINERS.exec(line)?.[0] ?? '';
  const rest = line.slice(containers.length);
  if (open.span === 0 && isIndented(rest, containers)) return CODE;
  if (COMMENT.test(containers + rest.trimStart())) return CODE;
  const opened = OPENING_FENCE.exec(rest);
  if (opened !== null && open.span === 0 && !closesItself(opened)) {
    openFence({ ...fenceOf(opened), indent: line.length - rest.trimStart().length }, open);
    return CODE;
  }
  const prose = takeSpansOut(rest, open).trim();
  return prose !== CODE && /[-*•]/.test(containers) ? `- ${prose}` : prose;
}

/** One space behind the mark of a list or a quote belongs to the mark. */
function isIndented(rest: string, containers: string): boolean {
  return INDENTED.test(containers === '' ? rest : rest.replace(/^ /, ''));
}

/** Three backticks and as many behind them are code in a line. */
const closesItself = ([, run = '', info = '']: RegExpExecArray) => run.startsWith('`') && info.includes('`');

const fenceOf = ([, run = '', info = '']: readonly string[]) => ({
  mark: run.charAt(0),
  length: run.length,
  hasInfo: info.trim() !== '',
});

const isFenced = ({ fence, nested }: Open) => fence !== undefined || nested.length > 0;

function openFence(fence: Fence, open: Open): void {
  open.fence ??= fence;
  open.nested.push(fence);
}

/** What a line within a fence does to it. Both readings have to say that it is over. */
function passFence(line: string, open: Open): void {
  const found = FENCE.exec(line);
  if (found === null) return;
  const [, before = '', run = '', info = ''] = found;
  const fence = { ...fenceOf(['', run, info]), indent: before.length };
  if (fence.hasInfo) return openFence(fence, open);
  if (open.fence === undefined) open.fence = fence;
  else if (closes(fence, open.fence)) open.fence = undefined;
  const inner = open.nested.at(-1);
  if (inner === undefined) open.nested.push(fence);
  else if (closes(fence, inner)) open.nested.pop();
}

function closes({ mark, length, indent }: Fence, opened: Fence): boolean {
  return mark === opened.mark && length >= opened.length && indent <= opened.indent + 3;
}

/** The line with a mark in the place of each code in it. */
function takeSpansOut(line: string, open: Open): string {
  let kept = '';
  let from = 0;
  if (open.span > 0) {
    from = endOfSpan(line, 0, open.span);
    if (from === -1) return PUBLIC_MARKS.code;
    open.span = 0;
    kept = PUBLIC_MARKS.code;
  }
  const ticks = /`+/g;
  for (;;) {
    ticks.lastIndex = from;
    const run = ticks.exec(line);
    if (run === null) return openElement(kept + line.slice(from), open);
    const [{ length }] = run;
    const end = endOfSpan(line, ticks.lastIndex, length);
    const before = kept + line.slice(from, run.index);
    if (end === -1) {
      if (length < 3) open.span = length;
      else openFence({ mark: '`', length, indent: 0, hasInfo: true }, open);
      return `${openElement(before, open)} ${PUBLIC_MARKS.code}`;
    }
    const code = line.slice(ticks.lastIndex, end - length);
    kept = before + (isPlainCommand(code) ? `\`${code}\`` : PUBLIC_MARKS.code);
    from = end;
  }
}

/** Offset behind the next run of exactly `length` backticks; -1 where there is none. */
function endOfSpan(line: string, from: number, length: number): number {
  const ticks = /`+/g;
  ticks.lastIndex = from;
  for (let run = ticks.exec(line); run !== null; run = ticks.exec(line)) {
    if (run[0].length === length) return ticks.lastIndex;
  }
  return -1;
}

/** The line up to an element that holds code: the rest is code, also where the element ends in it. */
function openElement(line: string, open: Open): string {
  const found = CODE_ELEMENT.exec(line);
  if (found === null) return line;
  const name = (found[1] ?? '').toLowerCase();
  open.element = name;
  closeElement(line.slice(found.index), open);
  return `${line.slice(0, found.index)} ${PUBLIC_MARKS.code}`;
}

function closeElement(line: string, open: Open): void {
  const end = open.element === '!--' ? '-->' : `</${open.element}`;
  if (line.toLowerCase().includes(end)) open.element = '';
}

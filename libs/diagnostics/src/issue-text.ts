import { ERROR_CODES } from '@coagent8/contracts';

/** Most characters of a title. */
export const ISSUE_TITLE_MAX_CHARACTERS = 100;
/** Most characters of a body. */
export const ISSUE_BODY_MAX_CHARACTERS = 20_000;
/** Most characters of one text of the caller that are looked at. */
export const ISSUE_TEXT_MAX_CHARACTERS = 8_000;

/** What a body says, each part fit to be published. */
export interface IssueParts {
  readonly errorMessage?: string;
  readonly context?: string;
  readonly versions: string;
  /** Absent where nobody looked at the agents. */
  readonly agents?: string;
}

const CUT_LINE = '(The rest was too long and is left out.)';
const MARKS_LINE =
  'Made by CoAgent8. Secrets, paths, addresses, names and code were left out; a mark such as [path] stands where they were.';
const UNTOLD = 'not told';

/** The whole of a report as Markdown, at most {@link ISSUE_BODY_MAX_CHARACTERS}. Pure. */
export function issueBody({
  errorMessage = UNTOLD,
  context,
  versions,
  agents = 'not looked at',
}: IssueParts): string {
  const sections = [
    ['What happened', errorMessage],
    ...(context === undefined ? [] : [['What was being done', context]]),
    ['Versions', versions],
    ['Agents', agents],
  ];
  const text = sections.map(([head, body = '']) => `### ${head}\n\n${harmless(body) || UNTOLD}`).join('\n\n');
  return cutLines(`${text}\n\n${MARKS_LINE}`, ISSUE_BODY_MAX_CHARACTERS).text;
}

/** A mark and a colon at the start of a line would be taken for the address behind a link. */
const harmless = (text: string) => text.replaceAll(/^(- )?\[(?=\w+\]:)/gm, String.raw`$1\[`);

/** A title from the first sentence that says something. Pure. */
export function issueTitle(errorMessage = ''): string {
  const line =
    errorMessage.split('\n').find((each) => /\p{L}{2}/u.test(each.replaceAll(/\[\w+\]/g, ''))) ?? '';
  const [, code = '', rest = ''] = TITLE.exec(line.replace(/^- /, '')) ?? [];
  const [sentence = ''] = rest.split(/(?<=[.!?])\s|;\s/, 1);
  const said = sentence.replace(/[\s.:;]+$/, '');
  const title = code === '' || said === '' ? code + said : `${code}: ${said}`;
  return clipWords(title === '' ? 'A problem with CoAgent8' : title, ISSUE_TITLE_MAX_CHARACTERS);
}

const TITLE = new RegExp(`^(?:(${ERROR_CODES.join('|')})(?::\\s*|$))?(.*)$`, 's');

/** The beginning of a caller's text that is looked at, in whole words, with a line that says where the rest is. Pure. */
export function boundedText(text: string): string {
  if (text.length <= ISSUE_TEXT_MAX_CHARACTERS) return text;
  const head = text.slice(0, ISSUE_TEXT_MAX_CHARACTERS);
  const end = /\s/.test(text.charAt(ISSUE_TEXT_MAX_CHARACTERS)) ? head.length : lastSpace(head);
  return head.slice(0, end);
}

/** Whether {@link boundedText} leaves some of it out. Pure. */
export const isTooLong = (text: string) => text.length > ISSUE_TEXT_MAX_CHARACTERS;

/** `text` with a line that says that the rest is missing. Pure. */
export const withCutLine = (text: string) => `${text}\n\n${CUT_LINE}`;

/**
 * The first lines of a text whose sizes, a line end counted with each, are at most `max`, with a line that says that the rest is
 * missing. A single line that is too long is cut between two words. Pure.
 *
 * @param sizeOf - Size of a text; of two that are joined, the sum of theirs.
 */
export function cutLines(
  text: string,
  max: number,
  sizeOf: (part: string) => number = ({ length }) => length,
): { readonly text: string; readonly isCut: boolean } {
  if (sizeOf(text) <= max) return { text, isCut: false };
  let room = max - sizeOf(withCutLine(''));
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    room -= sizeOf(`${line}\n`);
    if (room < 0) break;
    kept.push(line);
  }
  return { text: withCutLine(kept.join('\n').trimEnd()), isCut: true };
}

function lastSpace(text: string): number {
  for (let index = text.length; index > 0; index--) if (/\s/.test(text.charAt(index - 1))) return index - 1;
  return 0;
}

function clipWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  return `${head.slice(0, lastSpace(head) || head.length).toWellFormed()}…`;
}

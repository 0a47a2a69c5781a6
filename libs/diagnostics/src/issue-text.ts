import { ERROR_CODES } from '@coagent8/contracts';

/** Most characters of a title. */
export const ISSUE_TITLE_MAX_CHARACTERS = 100;
/** Most characters of a body. */
export const ISSUE_BODY_MAX_CHARACTERS = 20_000;
/** Most characters of one text of the caller that are looked at. */
export const ISSUE_TEXT_MAX_CHARACTERS = 8_000;

/** Most characters of such a text in a body, with the line that says that it was cut: reading it can make it longer. */
export const ISSUE_SAID_MAX_CHARACTERS = 8_200;
/** The same, in a body that is to fit an address. */
export const ISSUE_SHORT_SAID_MAX_CHARACTERS = 1_500;
/** Most characters of what a body says of the agents. */
const AGENTS_MAX_CHARACTERS = 3_000;

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

/**
 * The whole of a report as Markdown, at most {@link ISSUE_BODY_MAX_CHARACTERS}. Each part is bounded by itself, so that none can
 * push out the others. Pure.
 *
 * @param saidMaxCharacters - Most characters of each text of the caller.
 */
export function issueBody(
  { errorMessage = UNTOLD, context, versions, agents = 'not looked at' }: IssueParts,
  saidMaxCharacters = ISSUE_SAID_MAX_CHARACTERS,
): string {
  const sections = [
    section('What happened', errorMessage, saidMaxCharacters),
    ...(context === undefined ? [] : [section('What was being done', context, saidMaxCharacters)]),
    section('Versions', versions, AGENTS_MAX_CHARACTERS),
    section('Agents', agents, AGENTS_MAX_CHARACTERS),
  ];
  return cutLines([...sections, MARKS_LINE].join('\n\n'), ISSUE_BODY_MAX_CHARACTERS).text;
}

function section(head: string, text: string, maxCharacters: number): string {
  return `### ${head}\n\n${cutLines(harmless(text), maxCharacters).text || UNTOLD}`;
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

/** The beginning of a caller's text that is looked at, in whole words. Pure. */
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
 * missing. Where the first line that does not fit is a long one, it is cut between two words. Pure.
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
    const size = sizeOf(`${line}\n`);
    if (size > room) {
      if (line.length >= LONG_LINE_MIN_CHARACTERS) kept.push(firstWords(line, room, sizeOf));
      break;
    }
    room -= size;
    kept.push(line);
  }
  return { text: withCutLine(kept.join('\n').trimEnd()), isCut: true };
}

/** Shortest line that is cut in the middle: less of one is better left out. */
const LONG_LINE_MIN_CHARACTERS = 400;

/** The first words of a line that fit, a line end counted with them. */
function firstWords(line: string, max: number, sizeOf: (part: string) => number): string {
  let room = max - sizeOf('\n');
  let end = 0;
  for (const { 0: word, index } of line.matchAll(/\s*\S+/g)) {
    room -= sizeOf(word);
    if (room < 0) break;
    end = index + word.length;
  }
  return line.slice(0, end);
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

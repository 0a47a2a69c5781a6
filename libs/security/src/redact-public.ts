import { stripControls } from './control-characters.js';
import { takeCodeOut } from './public-text-lines.js';
import { privateNamesOf } from './public-text-names.js';
import { publicProse } from './public-text-prose.js';
import { takeSpokenSecretsOut } from './public-text-secrets.js';
import type { TokenContext } from './public-text-token.js';
import { PUBLIC_MARKS } from './public-text-words.js';
import { redactDiagnostic } from './redact-diagnostic.js';
import type { DiagnosticContext } from './redact-diagnostic.js';

/** What {@link redactPublic} has to know. */
export interface PublicTextContext extends DiagnosticContext {
  /**
   * Names that say whose text it is: of the user, of the machine, of folders. Parts of them are looked for, too. Those of one or two
   * letters are not heeded, nor those that are everybody's, such as `root`.
   */
  readonly privateNames?: readonly string[];
  /** Words to keep although their form is one of code, such as `RATE_LIMITED`. */
  readonly publicWords?: readonly string[];
}

/**
 * The function for texts that anybody may read: no credential, no path, no code, no address, no name of a host; plain sentences,
 * versions and quantities stay. Whoever wrote the text, what is not known to be harmless is left out, with a short mark in
 * its place. The result is plain text with at most the marks of a list and commands of ours in backticks, and applying it twice changes
 * nothing more. It says less than the text: it is not for answers. Takes time that grows with the length of the text.
 */
export async function redactPublic(text: string, context: PublicTextContext): Promise<string> {
  const prose = takeCodeOut(plainCharacters(text));
  const secured = (await redactDiagnostic(prose, context)).replaceAll(REDACTED, PUBLIC_MARKS.secret);
  return leaveOut(takeSpokenSecretsOut(secured), tokenContext(context));
}

/** Fewest words of a line that is kept beside code. */
const FRAME_MIN_WORDS = 3;

const REDACTED = /\[redacted: [\w-]{1,40}\]/g;
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Slashes and backslashes that a font shows as such. */
const SLASHES = /[\u2044\u2215\u29f8\u29f6\u2571]/g;
const BACKSLASHES = /[\u2216\u29f5\u29f9\u2572]/g;

/** The text without characters that hide or imitate others. */
function plainCharacters(text: string): string {
  return stripControls(text.toWellFormed().replaceAll(LINE_ENDS, '\n'))
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .normalize('NFKC')
    .replaceAll(SLASHES, '/')
    .replaceAll(BACKSLASHES, '\\');
}

function tokenContext({
  homeDirectory,
  privateNames = [],
  publicWords = [],
}: PublicTextContext): TokenContext {
  const words = new Set(publicWords);
  const home = homeDirectory.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return { privateNames: privateNamesOf([...privateNames, home], words), publicWords: words };
}

/** Judges line by line, then together the lines that stand together. */
function leaveOut(text: string, context: TokenContext): string {
  const shown = blocksOf(text.split('\n')).flatMap((block) => shownBlock(block, context));
  return shown
    .filter((line, index) => !isRepeated(line, shown[index - 1]))
    .join('\n')
    .trim();
}

const isBoundary = (line: string) => line.trim() === '' || line === PUBLIC_MARKS.code;

const isRepeated = (line: string, before = '') =>
  (line === '' && before === '') || (line === PUBLIC_MARKS.code && before.endsWith(PUBLIC_MARKS.code));

/** Lines that stand together, and alone what parts them: blank lines, and code that was one by its Markdown. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (isBoundary(line)) blocks.push([line.trim()], []);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** What stands between lines of code, and all of a block that is mostly code, are code, too. */
function shownBlock(block: readonly string[], context: TokenContext): string[] {
  const lines = block.map((line) => (isBoundary(line) ? line : shownLine(line.trim(), context)));
  const isCode = (index: number) => lines[index] === PUBLIC_MARKS.code;
  const codes = lines.filter((_, index) => isCode(index)).length;
  const isMostlyCode = codes >= 2 && codes * 2 >= lines.length;
  return lines.map((line, index) => {
    const isBetween = isCode(index - 1) && isCode(index + 1);
    return isBetween || (isMostlyCode && !isFrame(line, index, lines.length)) ? PUBLIC_MARKS.code : line;
  });
}

/** A line that would be judged otherwise without what is left out of it is code. */
function shownLine(line: string, context: TokenContext): string {
  const shown = publicProse(line, context);
  return shown !== undefined && publicProse(shown, context) === shown ? shown : PUBLIC_MARKS.code;
}

/** Whether a line introduces the code below it, or ends as a sentence behind it. */
function isFrame(line: string, index: number, length: number): boolean {
  const words = line.split(' ', FRAME_MIN_WORDS).length;
  return words === FRAME_MIN_WORDS && (index === 0 || (index === length - 1 && /[.!?]$/.test(line)));
}

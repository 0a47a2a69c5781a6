import { BACKEND_IDS, ERROR_CODES } from '@coagent8/contracts';

/** From where on a run of lines is a quote, or reads like one. */
const QUOTE = /^[ \t*+\-\d.)[\]^:]*(?:\\?>|&(?:gt|#))/m;
const FACTS = new RegExp(
  `^[\\s\\d:]*(?:${BACKEND_IDS.join('|')}|no\\s*backend)(?!\\p{L}).*\\d\\s*s(?!\\p{L})`,
  'iu',
);
const PROFILE = /readonly(?:verified|requestednotproven)/i;
const ERROR = new RegExp(
  `^[\\s\\d:]*(?:${ERROR_CODES.map((code) => code.replaceAll('_', '')).join('|')})\\s*:`,
);
const REFERENCE = /&(?:#|[a-z]+;)/i;

/**
 * Whether a run of lines holds what could be taken for the footer or the error line of a result, whatever markup,
 * invisible characters or character references it is dressed in: a whole footer, or a quote that is like a part of one.
 */
export function imitatesFrame(run: string): boolean {
  const at = run.search(QUOTE);
  const quote = at === -1 ? '' : run.slice(at);
  const lines = linesOf(quote);
  return (
    REFERENCE.test(quote) ||
    isProfile(lines.join('')) ||
    lines.some((line) => FACTS.test(line) || ERROR.test(line)) ||
    linesOf(run).some((line) => FACTS.test(line) && isProfile(line))
  );
}

/** Letters, digits and colons, in lines and words. */
function linesOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}:\s]+/gu, '')
    .split('\n');
}

function isProfile(words: string): boolean {
  return PROFILE.test(words.replaceAll(/\s+/g, ''));
}

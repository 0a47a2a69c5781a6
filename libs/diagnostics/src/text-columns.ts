const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PRINTABLE_ASCII = /^[ -~]*$/;
/** Takes no column by itself. */
const NO_COLUMN = /^[\p{M}\p{Cc}\p{Cf}]+$/u;
/** East Asian wide and fullwidth characters, and those that are shown as emoji: two columns in terminals. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** How many columns of a terminal `text` takes, as far as that can be told without one. Pure. */
export function textColumns(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text))
    columns += NO_COLUMN.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** `text` with spaces after it up to `columns`; a longer one is left as it is. Pure. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textColumns(text)));
}

/** What stands between backticks, and a figure with its percent sign, is one word. */
const WORDS = /(?:`[^`]*`|\d{1,3} %|\S)+/g;
/** Longest word that is told whole, in characters, and what is left of a longer one at both of its ends. */
const LONG_WORD = /^(?=.{301})(.{180}).*(.{120})$/su;

/**
 * Lines of at most `columns` columns, broken at spaces: not inside of what is to be copied, where that fits a line. A longer
 * word stands alone; of one that is longer than any path should be, the middle is left out. Pure.
 */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsIn(text, columns)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textColumns(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function wordsIn(text: string, columns: number): string[] {
  return (text.match(WORDS) ?? []).flatMap((word) => {
    const parts = word.split(/\s+/);
    const whole = parts.join(' ');
    return textColumns(whole) <= columns ? [whole] : parts.map((part) => part.replace(LONG_WORD, '$1…$2'));
  });
}

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

/** Lines of at most `columns` columns, broken at spaces. A longer word stands alone. Pure. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textColumns(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

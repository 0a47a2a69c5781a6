/** Part of a summary: what it is about, and rows that may be left out. */
export interface Section {
  /** Line above the rows; empty: none. Never left out. */
  readonly head: string;
  /** One line each. */
  readonly rows: readonly Row[];
}

/** One fact of a {@link Section}. */
export interface Row {
  readonly line: string;
  /** Whether it goes only when all others of its section have gone. */
  readonly isKept?: boolean;
}

/**
 * The sections as Markdown of at most `maxBytes` bytes of UTF-8, a list under each head. Where they are too long, rows go:
 * always the last one of the list that then has the most, and each list says how many it lost. The heads alone
 * must fit; lines must hold no line end. Pure.
 */
export function fitSections(sections: readonly Section[], maxBytes: number): string {
  const dropped = sections.map(() => 0);
  const leaving = sections.map(({ rows }) => leavingOrder(rows));
  let bytes = Buffer.byteLength(textOf(sections, dropped));
  while (bytes > maxBytes) {
    const longest = longestList(sections, dropped);
    const count = dropped[longest] ?? 0;
    const row = leaving[longest]?.[count];
    if (row === undefined) break;
    bytes += moreBytes(count + 1) - moreBytes(count) - bytesOf(row.line);
    dropped[longest] = count + 1;
  }
  return textOf(
    sections.map(({ head, rows }, index) => ({ head, rows: without(rows, leaving[index], dropped[index]) })),
    dropped,
  );
}

/** Which of the lists has the most rows left; of equal ones the last. */
function longestList(sections: readonly Section[], dropped: readonly number[]): number {
  const left = sections.map(({ rows }, index) => rows.length - (dropped[index] ?? 0));
  return left.lastIndexOf(Math.max(...left));
}

/** The rows, the first to go first. */
function leavingOrder(rows: readonly Row[]): Row[] {
  const fromLast = rows.toReversed();
  return [...fromLast.filter(({ isKept = false }) => !isKept), ...fromLast.filter(({ isKept }) => isKept)];
}

function without(rows: readonly Row[], leaving: readonly Row[] = [], count = 0): Row[] {
  const gone = new Set(leaving.slice(0, count));
  return rows.filter((row) => !gone.has(row));
}

function textOf(sections: readonly Section[], dropped: readonly number[]): string {
  return sections
    .map(({ head, rows }, index) => {
      const count = dropped[index] ?? 0;
      const lines = [...rows.map(({ line }) => line), ...(count === 0 ? [] : [moreLine(count)])];
      return [...(head === '' ? [] : [head]), ...lines.map((line) => `- ${line}`)].join('\n');
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

const moreLine = (count: number) => `… ${count} more`;
const moreBytes = (count: number) => (count === 0 ? 0 : bytesOf(moreLine(count)));
/** With the mark of its list item and its line end. */
const bytesOf = (line: string) => Buffer.byteLength(`- ${line}\n`);

import { TEXT_WIDTH } from './fact-lines.js';

/** How parts of the text are marked for the eye. Each gives its text back, perhaps between control sequences. */
export interface TextMarks {
  /** For what is less important. */
  readonly dim: (text: string) => string;
  /** For what the reader must not miss. */
  readonly alert: (text: string) => string;
}

/** How a text for people looks. */
export interface TextLook {
  /** Default: nothing is marked. */
  readonly marks?: TextMarks;
  /** Columns to keep to, where names allow it. Default {@link TEXT_WIDTH}; taken for {@link TEXT_MIN_COLUMNS} at least. */
  readonly columns?: number;
}

/** Narrowest width that texts are made for, in columns. */
export const TEXT_MIN_COLUMNS = 60;

/** Marks nothing. */
export const UNMARKED: TextMarks = { dim: (text) => text, alert: (text) => text };

/** Columns that a text keeps to. Pure. */
export function widthOf({ columns = TEXT_WIDTH }: TextLook): number {
  return Math.max(TEXT_MIN_COLUMNS, columns);
}

/** Removes controls from a text that arrives in chunks. */
export interface ControlStripper {
  /** Takes the next chunk; returns it without controls. */
  readonly write: (chunk: string) => string;
  /** Forgets an escape, or half a character, that has not ended. */
  readonly end: () => void;
}

const BELL = 0x07;
const LINE_FEED = 0x0a;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;
const ESCAPE = 0x1b;
const STRING_TERMINATOR = 0x9c;

/** First half of U+E0000 to U+E03FF in UTF-16: tags, which nobody sees and a model reads, and variation selectors. */
const TAG_LEAD = 0xdb40;

/**
 * Where a text is: in itself, after {@link TAG_LEAD}, or in one of the forms of ECMA-48: `ESC …`, `ESC [ …`, or a
 * string as OSC and DCS.
 */
type State = 'text' | 'tag' | 'escape' | 'designation' | 'sequence' | 'string';

/**
 * Removes terminal controls, bidirectional overrides and tags from a text that arrives in chunks, however they are cut: the
 * outputs together are {@link stripControls} of the whole. Holds a word of state and no text but half a character.
 */
export function createControlStripper(): ControlStripper {
  let state: State = 'text';
  return {
    write: (chunk) => {
      let kept = '';
      let from = 0;
      for (let index = 0; index < chunk.length; index++) {
        const code = chunk.charCodeAt(index);
        if (state === 'tag' && !isTag(code)) {
          if (isSecondHalf(code)) kept += String.fromCharCode(TAG_LEAD); // alone it would make a tag of what comes later
          state = 'text';
        }
        const inside = within(state, code);
        state = inside ?? opens(code);
        if (inside === undefined && state === 'text' && !isRemoved(code)) continue;
        kept += chunk.slice(from, index);
        from = index + 1;
      }
      return kept + chunk.slice(from);
    },
    end: () => {
      state = 'text';
    },
  };
}

/**
 * `text` without what could make a terminal or a host show it other than it is: escape sequences (CSI, OSC, DCS, APC,
 * PM, SOS, 7-bit and 8-bit), C0 and C1 controls except line feed and tab, DEL, and the bidirectional embeddings,
 * overrides and isolates (U+202A to U+202E, U+2066 to U+2069), and without tags (U+E0000 to U+E007F), in which an answer
 * could carry orders that no person sees. CR LF becomes LF; a lone CR goes.
 *
 * An escape that is cut off at the end goes. A string such as OSC ends at the line feed if its terminator is missing:
 * a lost terminator costs the rest of a line, not the rest of the text.
 */
export function stripControls(text: string): string {
  return createControlStripper().write(text);
}

/** The state after a character that belongs to an escape; undefined if it is text, or starts another escape. */
function within(state: State, code: number): State | undefined {
  switch (state) {
    case 'text':
      return undefined;
    case 'tag':
      return 'text';
    case 'escape':
      if (isIntermediate(code)) return 'designation';
      return isFinalOfEscape(code) ? introducedBy(code + 0x40) : undefined;
    case 'designation':
      if (isIntermediate(code)) return 'designation';
      return isFinalOfEscape(code) ? 'text' : undefined;
    case 'sequence':
      if (code >= 0x20 && code <= 0x3f) return 'sequence';
      return code >= 0x40 && code <= 0x7e ? 'text' : undefined;
    case 'string':
      if (code === BELL || code === STRING_TERMINATOR || code === CANCEL || code === SUBSTITUTE)
        return 'text';
      return code === LINE_FEED || code === ESCAPE ? undefined : 'string';
  }
}

function opens(code: number): State {
  if (code === TAG_LEAD) return 'tag';
  return code === ESCAPE ? 'escape' : introducedBy(code);
}

/** What a C1 control starts; `ESC [` is the 7-bit form of U+009B, and so on. */
function introducedBy(code: number): State {
  if (code === 0x9b) return 'sequence';
  return [0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code) ? 'string' : 'text';
}

/** The second half of U+E0000 to U+E007F. */
function isTag(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdc7f;
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isIntermediate(code: number): boolean {
  return code >= 0x20 && code <= 0x2f;
}

function isFinalOfEscape(code: number): boolean {
  return code >= 0x30 && code <= 0x7e;
}

function isRemoved(code: number): boolean {
  if (code < 0x20) return code !== LINE_FEED && code !== 0x09;
  return (
    (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  );
}

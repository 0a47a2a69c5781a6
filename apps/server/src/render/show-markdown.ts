import { imitatesFrame } from './imitates-frame.js';
import { hasReachingHtml } from './reaching-html.js';
import { readProse } from './read-prose.js';

/** Markdown that ends with its own last line. */
export interface ShownMarkdown {
  readonly text: string;
  /** Says that the text is a code block which holds the Markdown, and why. */
  readonly note?: string;
}

const SHOWN_AS_SOURCE = 'answer shown as source: its Markdown could hide or imitate these lines';

/**
 * `markdown` so that what follows after a blank line is read as what it is, and as the only thing of its kind: as it
 * stands, with its last code block closed where it was left open. Where it could reach beyond its end (HTML, fences
 * whose end is a matter of how a list is read), or pass for the lines around it, it is shown as source: nothing in a
 * code block is markup, and a fence longer than all within ends it in every reading.
 */
export function showMarkdown(markdown: string): ShownMarkdown {
  const prose = readProse(markdown);
  if (prose === undefined || prose.runs.some((run) => hasReachingHtml(run) || imitatesFrame(run))) {
    return { text: sourceOf(markdown), note: SHOWN_AS_SOURCE };
  }
  const { closer } = prose;
  return { text: closer === undefined ? markdown : `${markdown}\n${closer}` };
}

function sourceOf(markdown: string): string {
  const runs = markdown.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(1 + runs.reduce((longest, { length }) => Math.max(longest, length), 2));
  return `${fence}markdown\n${markdown}\n${fence}`;
}

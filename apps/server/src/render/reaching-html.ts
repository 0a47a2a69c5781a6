/**
 * Elements that what follows their paragraph can end up in, be swallowed by or be styled by. Others, and names that
 * HTML does not know, end with the paragraph they stand in.
 */
const REACHING =
  'a|address|applet|area|article|aside|audio|b|base|basefont|bgsound|big|blockquote|body|button|canvas|caption|center|code|col|colgroup|dd|details|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|image|input|keygen|legend|li|link|listing|main|map|marquee|math|menu|menuitem|meta|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option|p|param|picture|plaintext|pre|s|script|search|section|select|small|source|strike|strong|style|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|tt|u|ul|video|xmp';

/** Beginnings of a comment, an instruction, a declaration, or a tag of these names. */
const REACHES = `<(?:[!?]|/?(?:${REACHING})(?=[\\s/>]|$))`;
const WITHIN_LINE = new RegExp(REACHES, 'im');
/** What may stand before the first block of a line. */
const CONTAINERS = '^[ \\t>*+\\-\\d.)[\\]^:]*';
/** Such a tag begins a block even where it has no end. */
const FIRST_IN_LINE = new RegExp(CONTAINERS + REACHES, 'im');
/** A tag of any name begins a block where it has a line to itself. */
const TAG_ALONE = new RegExp(`${CONTAINERS}</?[a-z][a-z0-9-]*(?=[\\s/>]).*>[ \\t]*$`, 'im');

/** Code in a line, of the kind that no reading of the lines around it makes anything else of. */
const CODE_SPAN = /(?<![`\\])(`+)[^`|\n]+\1(?!`)/g;
const MAY_BE_TAG = /<[a-z/!?]/i;

/**
 * Whether a run of lines holds HTML that can reach beyond it. Tags in code do not count, unless a tag or a backtick
 * beside the code leaves it open what is code there.
 */
export function hasReachingHtml(run: string): boolean {
  const beside = run.replaceAll(CODE_SPAN, '');
  if (!MAY_BE_TAG.test(beside) && !beside.includes('`')) return false;
  const at = run.search(WITHIN_LINE);
  const isWhole = at !== -1 && run.lastIndexOf('>') > at;
  return isWhole || FIRST_IN_LINE.test(run) || TAG_ALONE.test(run);
}

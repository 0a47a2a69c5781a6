import { cutLines } from './issue-text.js';

/** Longest address that is made, in characters: browsers and servers refuse much longer ones. */
export const ISSUE_URL_MAX_CHARACTERS = 8_000;

/** An address, and whether it holds less than the body. */
export interface IssueUrl {
  readonly url?: string;
  readonly isUrlCut: boolean;
}

/** What a form is filled in with. */
interface IssueForm {
  readonly title: string;
  readonly body: string;
  /** In the place of a body that does not fit. Default: its beginning. */
  readonly shortBody?: string;
}

/**
 * The address of a form with title and body filled in, at most {@link ISSUE_URL_MAX_CHARACTERS} long: what does not fit loses its
 * last lines. None where `bugsUrl` is no plain https address, or leaves no room. Pure.
 */
export function issueUrl(
  bugsUrl: string | undefined,
  { title, body, shortBody = body }: IssueForm,
): IssueUrl {
  const form = formAt(bugsUrl);
  if (form === undefined) return { isUrlCut: false };
  const head = `${form}?title=${encode(title)}&body=`;
  const room = ISSUE_URL_MAX_CHARACTERS - head.length;
  if (room < BODY_MIN_CHARACTERS) return { isUrlCut: false };
  const sizeOf = (part: string) => encode(part).length;
  const isUrlCut = sizeOf(body) > room;
  return { url: head + encode(cutLines(isUrlCut ? shortBody : body, room, sizeOf).text), isUrlCut };
}

/** Less of a body would say nothing but that it was cut. */
const BODY_MIN_CHARACTERS = 500;

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');

function formAt(bugsUrl = ''): string | undefined {
  const url = URL.parse(bugsUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/new`;
}

import { cutLines } from './issue-text.js';

/** Longest address that is made, in characters: browsers and servers refuse much longer ones. */
export const ISSUE_URL_MAX_CHARACTERS = 8_000;

/** An address, and whether it holds less than the body. */
export interface IssueUrl {
  readonly url?: string;
  readonly isUrlCut: boolean;
}

/**
 * The address of a form with title and body filled in, at most {@link ISSUE_URL_MAX_CHARACTERS} long: the body loses its last lines
 * where it is longer. None where `bugsUrl` is no plain https address, or leaves no room. Pure.
 */
export function issueUrl(
  bugsUrl: string | undefined,
  { title, body }: { readonly title: string; readonly body: string },
): IssueUrl {
  const form = formAt(bugsUrl);
  if (form === undefined) return { isUrlCut: false };
  const head = `${form}?title=${encode(title)}&body=`;
  const room = ISSUE_URL_MAX_CHARACTERS - head.length;
  if (room < BODY_MIN_CHARACTERS) return { isUrlCut: false };
  const { text, isCut } = cutLines(body, room, (part) => encode(part).length);
  return { url: head + encode(text), isUrlCut: isCut };
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

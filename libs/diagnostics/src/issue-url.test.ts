import { describe, expect, it } from '@jest/globals';

import { issueUrl, ISSUE_URL_MAX_CHARACTERS } from './issue-url.js';

const BUGS = 'https://code.example/us/it/issues';
const short = { title: 'A & B', body: 'one\ntwo 50% é' };

describe('issueUrl', () => {
  it.each([BUGS, `${BUGS}/`, `${BUGS}//`])('leads from %s to a form with both filled in', (bugsUrl) => {
    const { url = '', isUrlCut } = issueUrl(bugsUrl, short);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe('https://code.example/us/it/issues/new');
    expect(Object.fromEntries(searchParams)).toEqual(short);
    expect(isUrlCut).toBe(false);
  });

  it.each([
    [undefined],
    [''],
    ['no address'],
    ['http://code.example/issues'],
    ['javascript:alert(1)'],
    ['mailto:bugs@code.example'],
    ['https://user@code.example/issues'],
    ['https://u:p@code.example/issues'],
    ['https://code.example/issues?a=b'],
    ['https://code.example/issues#a'],
    [`https://code.example/${'a'.repeat(8_000)}`],
  ])('is none for %j', (bugsUrl) => {
    expect(issueUrl(bugsUrl, short)).toEqual({ isUrlCut: false });
  });

  it('is whole at its limit, and says that the body is cut past it', () => {
    const room = ISSUE_URL_MAX_CHARACTERS - `${BUGS}/new?title=t&body=`.length;
    const body = (length: number) => `first\n${'x'.repeat(length - 'first%0A'.length)}`;
    const whole = issueUrl(BUGS, { title: 't', body: body(room) });
    expect(whole.url).toHaveLength(ISSUE_URL_MAX_CHARACTERS);
    expect(whole.isUrlCut).toBe(false);
    const { url = '', isUrlCut } = issueUrl(BUGS, { title: 't', body: body(room + 1) });
    expect(isUrlCut).toBe(true);
    expect(new URL(url).searchParams.get('body')).toBe('first\n\n(The rest was too long and is left out.)');
  });

  it('holds the short body where the whole one does not fit', () => {
    const form = { title: 't', shortBody: 'short\nand whole' };
    const long = issueUrl(BUGS, { ...form, body: 'word\n'.repeat(ISSUE_URL_MAX_CHARACTERS) });
    expect(long.isUrlCut).toBe(true);
    expect(new URL(long.url ?? '').searchParams.get('body')).toBe(form.shortBody);
    const fits = issueUrl(BUGS, { ...form, body: 'it fits' });
    expect(new URL(fits.url ?? '').searchParams.get('body')).toBe('it fits');
  });

  it('stays within its limit where each character takes many, and cuts none in two', () => {
    const body = `${'😀漢字 '.repeat(20)}\n`.repeat(200);
    const { url = '', isUrlCut } = issueUrl(BUGS, { title: '漢'.repeat(100), body });
    expect(url.length).toBeLessThanOrEqual(ISSUE_URL_MAX_CHARACTERS);
    expect(isUrlCut).toBe(true);
    expect(new URL(url).searchParams.get('body')).not.toContain('\ufffd');
  });
});

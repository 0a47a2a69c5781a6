import { describe, expect, it } from '@jest/globals';

import { createSignInWatch } from './sign-in-watch.js';

const REQUEST = `
Authentication required. Please visit the URL to log in:
  https://accounts.google.com/o/oauth2/auth?client_id=x&redirect_uri=y

Waiting for authentication (timeout 60s)...`;

/** What the watch has settled to after it has read all. */
async function read(...chunks: readonly string[]): Promise<string> {
  const watch = createSignInWatch();
  for (const chunk of chunks) watch.read(Buffer.from(chunk));
  return Promise.race([
    watch.asked.catch(({ code }) => code),
    Promise.resolve()
      .then(() => undefined)
      .then(() => 'quiet'),
  ]);
}

describe('a sign-in that is waited for', () => {
  it('is noticed, wherever the words are cut', async () => {
    expect(await read(REQUEST)).toBe('AUTH_REQUIRED');
    expect(await read(...REQUEST)).toBe('AUTH_REQUIRED');
    expect(await read('x'.repeat(10_000), 'y https://accounts.goo', 'gle.com/o/oauth2/auth?')).toBe(
      'AUTH_REQUIRED',
    );
  });

  it.each([
    "Error: authentication required. Run 'agy' to log in, then retry.",
    'see https://accounts.google.com/help',
    'the text says: Authentication required. Please visit the URL to log in',
    '',
  ])('is not %j', async (text) => {
    expect(await read(text)).toBe('quiet');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { CREDENTIAL_SAMPLES } from '../test/fixtures/credential-samples.js';
import { secureText } from './secure-text.js';

describe('secureText', () => {
  it.each(CREDENTIAL_SAMPLES)('finds $name with controls in it', async ({ text, kind }) => {
    const control = fc.constantFrom('\x1b[0m', '\x1b]0;t\x07', '\0', '\b', '\x9b1m', '\u202e', '\x7f');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: text.length }), control), { minLength: 1, maxLength: 6 }),
        async (places) => {
          const fromTheEnd = places.sort(([a], [b]) => b - a);
          const dirty = fromTheEnd.reduce((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text);
          expect(await secureText(dirty)).toContain(`[redacted: ${kind}]`);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('changes nothing more the second time', async () => {
    for (const { text } of CREDENTIAL_SAMPLES) {
      const once = await secureText(`\x1b[31m${text}\x1b[0m\r\n`);
      expect(await secureText(once)).toBe(once);
    }
  });

  it('keeps ordinary text', async () => {
    const text = 'A table:\n\n| a\t| b |\n|---|---|\n| `token = getToken()` | 1 |\n';
    expect(await secureText(text)).toBe(text);
  });
});

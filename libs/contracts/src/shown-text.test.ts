import { describe, expect, it } from '@jest/globals';

import { SHOWN_MAX_CHARACTERS, shownText } from './shown-text.js';

describe('shownText', () => {
  it('repeats what is short and plain, up to 18 characters', () => {
    expect(SHOWN_MAX_CHARACTERS).toBe(18);
    expect(shownText('--context-fil')).toBe('"--context-fil"');
    expect(shownText('x'.repeat(18))).toBe(`"${'x'.repeat(18)}"`);
    expect(shownText('x'.repeat(19))).toBe('a text of 19 characters');
  });

  it.each(['', 'two\nlines', 'key=value', '\u001b[2J', '"', 'ключ'])('gives only the size of %j', (text) => {
    expect(shownText(text)).toBe(`a text of ${text.length} characters`);
  });
});

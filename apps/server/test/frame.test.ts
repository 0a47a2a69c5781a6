import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { renderOutcome } from '../src/render/result.js';
import { ATTACKS, expectFrame, FAKE_FOOTER } from './frame.js';
import { answered } from './wire.js';

/** The answer as it is shown by one whose footer is the same as {@link FAKE_FOOTER}. */
function show(answer: string): string {
  const outcome = answered(answer, {
    meta: {
      backend: 'codex',
      model: 'm',
      durationMs: 1_000,
      operations: 2,
      evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
    },
  });
  return expectFrame(renderOutcome(outcome).content[0].text, FAKE_FOOTER);
}

describe('the frame of an answer', () => {
  it.each(Object.entries(ATTACKS))('holds %s', (_, answer) => {
    expect(show(answer)).toContain(answer.trimEnd());
  });

  const prefix = fc.constantFrom('', '', ' ', '  ', '   ', '    ', '\t', '- ', '-   ', '1. ', '2. ', '> ');
  const body = fc.constantFrom(
    ...['', '', 'a', '`', '``', '```', '````', '```js', '~~~', '~~~ x`', 'a `b` c', '`<b>` a', '\\`<b>`'],
    ...['<!--', '-->', '<div>', '</div>', '<details', '>', '<pre>', '<?x', '<!X', '<![CDATA[', '<x-y>'],
    ...['a <void> b', '<kbd>', 'a<br>', '---', '===', '-', '1.', '# a', '[a]: /u', '"', '| a | b |'],
    ...['| - | - |', FAKE_FOOTER, 'TIMEOUT: x'],
  );
  const line = fc.tuple(prefix, prefix, body).map((parts) => parts.join(''));

  it('holds whatever the lines are', () => {
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, (all) => void show(all.join('\n'))),
      { numRuns: 1_000 },
    );
  });

  it('holds whatever the characters are', () => {
    const unit = fc.constantFrom(...'``~<>!-/ab1 \n\n\t*.[]:"\\|=');
    const text = fc.string({ unit, maxLength: 40 });
    fc.assert(
      fc.property(text, (all) => void show(`a${all}`)),
      { numRuns: 1_000 },
    );
  });

  it('leaves ordinary text its bytes', () => {
    const word = fc.constantFrom(
      'word',
      '`code`',
      '**bold**',
      'List<string>',
      'a < b',
      '- item',
      '> quote',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const text = `a ${words.join(' ')}`.trimEnd();
        expect(show(text)).toBe(text);
      }),
    );
  });
});

import type { TurnMeta, TurnOutcome } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { renderOutcome } from '../src/render/result.js';
import { ATTACKS, expectFrame, FAKE_FOOTER } from './frame.js';
import { answered } from './wire.js';

const meta: TurnMeta = {
  backend: 'codex',
  model: 'm',
  durationMs: 1_000,
  operations: 2,
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
};

/** The answer as it is shown by one whose footer is the same as {@link FAKE_FOOTER}. */
function show(answer: string): string {
  const outcome = answered(answer, { meta });
  return expectFrame(renderOutcome(outcome).content[0].text, FAKE_FOOTER);
}

describe('the frame of an answer', () => {
  it.each(Object.entries(ATTACKS))('holds %s', (_, answer) => {
    expect(show(answer)).toContain(answer.trimEnd());
  });

  it.each(Object.entries(ATTACKS))('holds %s in a partial answer', (_, partialAnswer) => {
    const failure = { code: 'PROCESS_ERROR', message: 'it broke', remedy: 'try again' } as const;
    const outcome: TurnOutcome = { status: 'failed', failure, partialAnswer, meta, warnings: [] };
    const { text } = renderOutcome(outcome).content[0];
    const before = expectFrame(text, FAKE_FOOTER);
    expect(before).toMatch(/^> PROCESS_ERROR: it broke; try again\n\nPartial response:\n\n/);
    expect(before).toContain(partialAnswer.trimEnd());
  });

  it.each(Object.entries(ATTACKS))('holds %s in the words of an error', (_, message) => {
    const failure = {
      code: 'PROCESS_ERROR',
      message: `agy reports: ${message}`,
      remedy: 'try again',
    } as const;
    const { text } = renderOutcome({ status: 'failed', failure, meta, warnings: [] }).content[0];
    expect(expectFrame(text, FAKE_FOOTER)).toMatch(/^> PROCESS_ERROR: agy reports: .*; try again$/);
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

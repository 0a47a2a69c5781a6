import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  boundedText,
  cutLines,
  issueBody,
  ISSUE_BODY_MAX_CHARACTERS,
  issueTitle,
  ISSUE_TEXT_MAX_CHARACTERS,
  ISSUE_SAID_MAX_CHARACTERS,
  ISSUE_TITLE_MAX_CHARACTERS,
} from './issue-text.js';

describe('issueTitle', () => {
  it.each([
    ['RATE_LIMITED: the limit is reached; wait', 'RATE_LIMITED: the limit is reached'],
    ['TIMEOUT: no answer within 12 s. More of it.', 'TIMEOUT: no answer within 12 s'],
    ['TIMEOUT', 'TIMEOUT'],
    ['PROTOCOL_ERROR: [code]', 'PROTOCOL_ERROR: [code]'],
    ['[code]\n\n- It failed. Twice.', 'It failed'],
    ['[code]\n[path]: [name]', 'A problem with CoAgent8'],
    ['', 'A problem with CoAgent8'],
    [undefined, 'A problem with CoAgent8'],
  ])('of %j is %j', (text, title) => {
    expect(issueTitle(text)).toBe(title);
  });

  it('is whole at its limit, and cut between words past it', () => {
    const whole = `${'a'.repeat(49)} ${'b'.repeat(50)}`;
    expect(whole).toHaveLength(ISSUE_TITLE_MAX_CHARACTERS);
    expect(issueTitle(whole)).toBe(whole);
    expect(issueTitle(`${whole}b`)).toBe(`${'a'.repeat(49)}…`);
    expect(issueTitle('x'.repeat(200))).toHaveLength(ISSUE_TITLE_MAX_CHARACTERS);
  });
});

describe('issueBody', () => {
  const parts = { versions: '- CoAgent8 1.2.3' };

  it('has a section for each part, and says what is not told', () => {
    const body = issueBody({
      ...parts,
      errorMessage: 'It broke.',
      context: 'A call.',
      agents: 'codex: ready',
    });
    expect(body).toBe(
      [
        ...['### What happened', 'It broke.', '### What was being done', 'A call.'],
        ...['### Versions', '- CoAgent8 1.2.3', '### Agents', 'codex: ready'],
        'Made by CoAgent8. Secrets, paths, addresses, names and code were left out; a mark such as [path] stands where they were.',
      ].join('\n\n'),
    );
    expect(issueBody(parts)).toMatch(/happened\n\nnot told\n\n### Versions[^]*### Agents\n\nnot looked at/);
    expect(issueBody({ ...parts, errorMessage: '' })).toMatch(/happened\n\nnot told/);
  });

  it('lets no mark be taken for the definition of a link', () => {
    const body = issueBody({ ...parts, errorMessage: '[name]: x\n- [path]: y\na [code]: z' });
    expect(body).toContain('\\[name]: x\n- \\[path]: y\na [code]: z');
  });

  it('bounds each of its parts, says what is missing, and keeps the others', () => {
    const endless = {
      errorMessage: 'it failed '.repeat(3_000),
      context: `${'[path]: x\n'.repeat(3_000)}`,
      agents: 'codex: ready\n'.repeat(2_000),
    };
    const body = issueBody({ ...parts, ...endless });
    expect(body.length).toBeLessThanOrEqual(ISSUE_BODY_MAX_CHARACTERS);
    const [happened, done, versions, agents] = body.split(/\n\n(?=### )/);
    expect(happened).toMatch(/^### What happened\n\nit failed [^\n]*\w\n\n\(The rest was too long[^\n]*$/);
    expect(done).toMatch(
      /^### What was being done\n\n\\\[path\]: x\n[^]*: x\n\n\(The rest was too long[^\n]*$/,
    );
    expect(versions).toBe('### Versions\n\n- CoAgent8 1.2.3');
    expect(agents).toMatch(/codex: ready\n\n\(The rest was too long and is left out\.\)\n\nMade by/);
  });

  it('keeps a text whole at the limit of its part, and cuts it one past it', () => {
    const whole = `${'a '.repeat(ISSUE_SAID_MAX_CHARACTERS / 2 - 1)}bc`;
    expect(whole).toHaveLength(ISSUE_SAID_MAX_CHARACTERS);
    expect(issueBody({ ...parts, errorMessage: whole })).toContain(`a bc\n\n### Versions`);
    expect(issueBody({ ...parts, errorMessage: `${whole}d` })).toMatch(
      /a a\n\n\(The rest[^\n]*\n\n### Versions/,
    );
  });
});

describe('boundedText', () => {
  it('keeps a text at the limit, and whole words of one past it', () => {
    const whole = `${'word '.repeat(1_599)}words`;
    expect(whole).toHaveLength(ISSUE_TEXT_MAX_CHARACTERS);
    expect(boundedText(whole)).toBe(whole);
    expect(boundedText(`${whole} more`)).toBe(whole);
    expect(boundedText(`${whole}more`)).toBe(whole.slice(0, -'words'.length - 1));
    expect(boundedText('x'.repeat(ISSUE_TEXT_MAX_CHARACTERS + 1))).toBe('');
  });
});

describe('cutLines', () => {
  it('cuts a line that is too long by itself between two words, and drops a shorter one', () => {
    const long = 'word '.repeat(400).trimEnd();
    const { text } = cutLines(`first\n${long}\nlast`, 300);
    expect(text).toMatch(/^first\n(?:word )+word\n\n\(The rest was too long and is left out\.\)$/);
    expect(text.length).toBeGreaterThan(290);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(cutLines(`first\n${'x'.repeat(2_000)}\nlast`, 300).text).toMatch(/^first\n\n\(The rest/);
  });

  it('keeps its limit, at the end of a line, whatever the size of a text is', () => {
    const lines = fc.array(
      fc.string({ maxLength: 40 }).map((line) => line.replaceAll('\n', ' ')),
      { maxLength: 30 },
    );
    const size = (part: string) => encodeURIComponent(part.toWellFormed()).length;
    fc.assert(
      fc.property(lines, fc.integer({ min: 100, max: 600 }), (all, max) => {
        const { text, isCut } = cutLines(all.join('\n'), max, size);
        expect(size(text)).toBeLessThanOrEqual(max);
        expect(isCut).toBe(size(all.join('\n')) > max);
        const kept = isCut ? text.split('\n').slice(0, -2) : text.split('\n');
        expect(`${all.join('\n')}\n`.startsWith(kept.join('\n'))).toBe(true);
      }),
    );
  });
});

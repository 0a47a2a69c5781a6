import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  fencedPiece,
  lineEnd,
  openFencedPiece,
  privatePiece,
  prose,
  secretPiece,
} from '../test/fixtures/private-texts.js';
import type { PrivatePiece } from '../test/fixtures/private-texts.js';
import { redactPublic } from './redact-public.js';

const CONTEXT = {
  homeDirectory: '/home/jdoe',
  privateNames: ['Jane Doe', 'janes-laptop', 'al'],
  publicWords: ['RATE_LIMITED', 'PROCESS_ERROR', 'CODEX_PATH'],
};
const published = (text: string) => redactPublic(text, CONTEXT);

describe('redactPublic', () => {
  it.each([
    'RATE_LIMITED: codex says that the plan’s limit is reached until 2026-05-01T12:00:00.000Z; wait, or name another',
    'PROCESS_ERROR: unexpected failure: spawn codex ENOENT; run `coagent8 doctor`, or (`claude --version`).',
    'It took 12.3 s (exit code 1), used 80% and cost 9 USD; 2nd try: 15ms, 3 file(s), 1/2 done, ~5 MB.',
    'Version 0.171.0 works, v1.2.3-beta.1 fails, Node 24.21.0 on linux x64 at 12:30, since 2026-05-01.',
    'TypeError: Cannot read properties of undefined (reading "it")',
    'They read/write and/or I/O "quoted", e.g. here: it’s a read-only, third-party thing.',
    'For me it fails. When I ask twice, it answers; while it waits, nothing happens.',
    'use it with care, and return to the start when all is done',
    'L’agent n’a pas répondu. 代理没有回答。',
    '- one\n- two\n\n1. three',
    'The password is not accepted, the token is expired, and the API key was refused.',
    'Password authentication failed; a token limit is reached; the secret is that it works.',
    'See https://example.com, and wait.',
  ])('keeps %j', async (text) => {
    expect(await published(text)).toBe(text);
  });

  it.each([
    ['tried CODEX_PATH, /usr/bin/codex; install it', 'tried CODEX_PATH, [path]; install it'],
    ['see "/srv/a b/c d" and ~, then stop', 'see [path] and [path], then stop'],
    ['open C:\\Users\\Jane Doe\\my project\\a.txt failed', 'open [path] failed'],
    ['open \\\\host\\share\\my dir failed', 'open [path] failed'],
    ['spawn /usr/bin/codex ENOENT', 'spawn [path] ENOENT'],
    [
      'https://example.com/a?b=c and http://10.0.0.1 or www.corp.com',
      'https://example.com and [address] or [address]',
    ],
    [
      'from 10.0.0.1:80 or fe80::1 or 1.2.3.4, by a@b.com',
      'from [address] or [address] or [address], by [address]',
    ],
    ['Jane Doe on janes-laptop, jdoe’s box', '[name] on [name], [name] box'],
    ['al is asked; host.corp.com answers', 'al is asked; [name] answers'],
    [
      'the value of fooBar and foo_bar is not what I want here',
      'the value of [code] and [code] is not what I want here',
    ],
    ['call 0123456789 or 4111111111111111 or 123456 now', 'call [code] or [code] or 123456 now'],
    ['MY_VARIABLE is unset, RATE_LIMITED is known', '[code] is unset, RATE_LIMITED is known'],
    ['password: hunter2 was refused by the agent', 'password: [secret] was refused by the agent'],
    ['it says `x` and ``y ` z`` and `coagent8 models`', 'it says [code] and [code] and `coagent8 models`'],
    ['before\n```\nx\n```\nbehind it', 'before\n[code]\nbehind it'],
    ['It says: ```\nx\n```\nmore', 'It says: [code]\nmore'],
    ['It says: ```\nx\n``` and more', 'It says: [code]'],
    ['a `tick alone here\nand more of it\n\nthe next block', 'a [code]\n\nthe next block'],
    [
      'It failed like this\nconst a = 1;\nsome words\nb();\nThat is all of it.',
      'It failed like this\n[code]\nThat is all of it.',
    ],
    ['# Title\n> quoted\n* item', 'Title\nquoted\n- item'],
    ['That is all.\n\n# of the customer', 'That is all.\n\n[code]'],
    ['(defun one (two) three)', '[code]'],
    ['(see the one (or two) there), and on', '(see the one (or two) there), and on'],
    [
      'stream error: unexpected status 429 Too Many Requests: {"error":{"type":"one"}}',
      'stream error: unexpected status 429 Too Many Requests: [code]',
    ],
    ['one two: {"error":{"type":"one"}}', '[code]'],
    ['It answered { "a": "one" } and went on', '[code]'],
    [
      'TypeError: it is broken at run (/srv/a/b.js:1:2) at async main (x.js:3:4) and so on',
      'TypeError: it is broken [code] and so on',
    ],
    ['It stopped at noon (at 12:30)', 'It stopped at noon (at 12:30)'],
    ['my password is zebra, and my pin is “zebra”', 'my password is [secret], and my pin is [secret]'],
    ['user with password **zebra** or Bearer zebra', 'user with password **[secret]** or Bearer [secret]'],
    ['the passphrase "one two" fails', 'the passphrase [secret] fails'],
    ['the secret is zebra', 'the secret is [secret]'],
    ['@@ -1 +1 @@\n context\n-x\n\n more\nThat was it, all of it.', '[code]\nThat was it, all of it.'],
    ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['\u001b[31mred\u001b[0m ｗｉｄｅ', 'red wide'],
    ['```\nfirst text\n```\nsecond text is here\n```', '[code]'],
    ['see file:///a; or a\u2215b too', 'see [path]; or [path] too'],
    ['a co\u200blon', 'a colon'],
    ["([code]'(token: x y", '[code]'],
    [`${'a'.repeat(24)} and ${'b'.repeat(25)}`, `${'a'.repeat(24)} and [code]`],
    ['it took 123,456 or 1234,567 of them', 'it took 123,456 or [code] of them'],
    ['https://git.corp.com or https://acme-jdoe.com', '[address] or [address]'],
    ['path /home/dude/My Big Secret Folder with many words inside it/file.txt broke', 'path [path] broke'],
    ['file C:\\Users\\Peter Miller\\My Documents\\tax return final draft.txt is gone', 'file [path] is gone'],
    ['file D:\\one two three four five six seven.txt is gone', 'file [path] is gone'],
    ['file /srv/tax return final draft.txt is gone', 'file [path] is gone'],
    [
      'The file /etc/hosts is there and nobody may write to src/x.ts now',
      'The file [path] is there and nobody may write to [path] now',
    ],
    ['C:\\a is gone, and I look at config.json', '[path] is gone, and I look at config.json'],
    ['card 4111 1111 1111 1111, or 1111 1111 1111 22 here', 'card [code], or [code] here'],
    ['the ports 8080 8443 are taken in 2026', 'the ports 8080 8443 are taken in 2026'],
    ['', ''],
    [' \n\n ', ''],
  ])('of %j it leaves %j', async (text, expected) => {
    expect(await published(text)).toBe(expected);
  });

  describe('with names of several parts', () => {
    const privateNames = [
      'max-mustermann',
      'secret-project',
      'Peters-MacBook-Pro',
      'jane_doe',
      'the-new-build',
    ];
    const named = (text: string) => redactPublic(text, { ...CONTEXT, privateNames });

    it.each([
      ["max-mustermann's laptop fails", '[name] laptop fails'],
      ['mustermann, MUSTERMANN and Mustermann’s', '[name], [name] and [name]'],
      ['the secret-project-api fails', 'the [name] fails'],
      ['the secretproject fails', 'the [name] fails'],
      ['on Peters machine, or Peter’s', 'on [name] machine, or [name]'],
      ['jane-doe and Jane Doe', '[name] and [name]'],
      ['see https://max-mustermann.com, or https://secret-project-api.com', 'see [address], or [address]'],
      ['max-mus is asked', '[name] is asked'],
    ])('of %j it leaves %j', async (text, expected) => {
      expect(await named(text)).toBe(expected);
    });

    it('leaves no name, whatever joins its parts and stands beside it', async () => {
      const joint = fc.constantFrom('-', '_', '.', ' ', '', '’');
      const part = fc.constantFrom('zqmax', 'Zqmuster', 'ZQHAUS');
      const parts = fc.array(part, { minLength: 2, maxLength: 4 });
      const beside = fc.constantFrom('', 'the-', '(');
      const next = fc.constantFrom('', '-api', '’s', ', and');
      await fc.assert(
        fc.asyncProperty(parts, joint, joint, beside, next, async (all, given, said, before, behind) => {
          const text = `It is the ${before}${all.join(said)}${behind} that fails.`;
          const result = await redactPublic(text, { ...CONTEXT, privateNames: [all.join(given)] });
          if (given !== '' || said === '') expect(result).not.toMatch(/zq/i);
          expect(result).toMatch(/^It is .* fails\.$/);
        }),
      );
    });

    it.each([
      'The new build of the project keeps its secret.',
      'The pro plan is reached; the read-only profile of the project holds.',
      'The API key is refused by the api.',
      'A maximum is reached, the newest build-step fails.',
    ])('keeps the common words of %j', async (text) => {
      expect(await named(text)).toBe(text);
    });
  });

  const piece = fc.oneof(
    prose.map((text): PrivatePiece => ({ text, hidden: [] })),
    privatePiece,
    fencedPiece,
    secretPiece,
  );
  const report = fc
    .tuple(fc.array(piece, { maxLength: 6 }), fc.option(openFencedPiece), lineEnd, fc.constantFrom(1, 2))
    .map(([pieces, last, eol, count]) => {
      const all = last === null ? pieces : [...pieces, last];
      return {
        text: all.map(({ text }) => text).join(eol.repeat(count)),
        hidden: all.flatMap(({ hidden }) => hidden),
      };
    });

  it('leaves nothing of a credential, a path, an address or code, whatever stands around it', async () => {
    await fc.assert(
      fc.asyncProperty(report, async ({ text, hidden }) => {
        const result = await published(text);
        expect(hidden.filter((part) => result.includes(part))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes nothing more when it is applied again', async () => {
    const part = fc.constantFrom(
      ...[
        '[code]',
        '[path]',
        '[secret]',
        '[redacted: x]',
        '`',
        '``',
        '```',
        '~~~',
        '> ',
        '- ',
        '    ',
        '\n',
        '\r\n',
      ],
      ...[
        'token: ',
        'cookie: ',
        '"',
        "'",
        '/a',
        'C:\\',
        ' b ',
        'Foo',
        '<pre>',
        '@@ ',
        ', ',
        '. ',
        '(',
        ')',
        '=',
        '`coagent8 doctor`',
      ],
    );
    const odd = fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          report.map(({ text }) => text),
          odd.map((parts) => parts.join('')),
        ),
        async (text) => {
          const once = await published(text);
          expect(await published(once)).toBe(once);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('keeps every sentence beside what it leaves out', async () => {
    const between = fc.oneof(privatePiece, secretPiece).filter(({ text }) => !/[`<]|^diff|^@@|\n/.test(text));
    await fc.assert(
      fc.asyncProperty(prose, between, prose, async (before, { text }, behind) => {
        const result = await published(`${before}\n\n${text}\n\n${behind}`);
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(behind)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  const MEBIBYTE = 1_048_576;
  it.each([
    '`',
    '``a',
    '~~~\n',
    '```js\n',
    '> ',
    '<pre>\n',
    '"',
    '/',
    'x/y z ',
    '/x y z ',
    '1111 ',
    'a-',
    'C:\\ ',
    ':1',
    '(a ',
    '[',
    '\u2028',
    'pin “',
    'pin ‘',
  ])(
    'gets through 1 MiB of %j before the test’s time is over',
    async (unit) => {
      const text = unit.repeat(MEBIBYTE / unit.length);
      expect((await published(text)).length).toBeLessThanOrEqual(text.length);
    },
    20_000,
  );

  it('gets through 1 MiB of quotes behind what is called a secret', async () => {
    const text = `pwd z${"'".repeat(MEBIBYTE)}#`;
    expect((await published(text)).length).toBeLessThanOrEqual(text.length);
  }, 20_000);
});

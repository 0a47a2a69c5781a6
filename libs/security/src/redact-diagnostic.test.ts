import { describe, expect, it } from '@jest/globals';

import { CREDENTIAL_SAMPLES } from '../test/fixtures/credential-samples.js';
import { redactDiagnostic } from './redact-diagnostic.js';

const HOME = { homeDirectory: '/home/jane' };
const SECRET = 'hunter2-x';

describe('redactDiagnostic', () => {
  it.each(CREDENTIAL_SAMPLES)('finds $name', async ({ text, secret }) => {
    expect(await redactDiagnostic(`failed:\x1b[0m ${text}`, HOME)).not.toContain(secret);
  });

  it.each([
    [`password: ${SECRET}`, 'password: [redacted: secret]'],
    [`DB_PASS=${SECRET} DEBUG=1`, 'DB_PASS=[redacted: secret] DEBUG=1'],
    [`OPENAI_API_KEY=${SECRET}`, 'OPENAI_API_KEY=[redacted: secret]'],
    [`apiKey => '${SECRET} and more', id: 1`, "apiKey => '[redacted: secret]', id: 1"],
    [`{"api_key":"a\\"${SECRET}","id":1}`, '{"api_key":"[redacted: secret]","id":1}'],
    [`"{\\"clientSecret\\": \\"${SECRET}\\"}"`, '"{\\"clientSecret\\": \\"[redacted: secret]\\"}"'],
    [
      `run --token ${SECRET} --access-key '${SECRET}'`,
      "run --token [redacted: secret] --access-key '[redacted: secret]'",
    ],
    [`x-api-key: ${SECRET}`, 'x-api-key: [redacted: secret]'],
    [`Authorization: Digest a=${SECRET}, b=2\nnext`, 'Authorization: [redacted: header]\nnext'],
    [`-H "Authorization: token ${SECRET}" -v`, '-H "Authorization: [redacted: header]" -v'],
    [`{"authorization":"Basic ${SECRET}","a":1}`, '{"authorization":"[redacted: header]","a":1}'],
    [`Set-Cookie: sid=${SECRET}; Path=/`, 'Set-Cookie: [redacted: header]'],
    [`https://jane:${SECRET}@git.example`, 'https://[redacted: url-user]@git.example'],
    [`socks5://u:p@${SECRET}@h:1/x@y`, 'socks5://[redacted: url-user]@h:1/x@y'],
  ])('%s', async (text, expected) => {
    const redacted = await redactDiagnostic(text, HOME);
    expect(redacted).toBe(expected);
    expect(await redactDiagnostic(redacted, HOME)).toBe(redacted);
  });

  it.each([
    ['/home/jane/work', '~/work'],
    ['/home/jane', '~'],
    ['(/home/jane).', '(~).'],
    ['file:///home/jane/a', 'file://~/a'],
    ['/home/janet/a', '~/a'],
    ['/Users/Jane%20Doe/a', '~/a'],
    ['at /Users/jane: no', 'at ~: no'],
    ['C:\\Users\\Jane Doe\\a', '~\\a'],
    ['"C:\\\\Users\\\\jane"', '"~"'],
    ['c:/Users/jane/a', '~/a'],
    ['/c/Users/jane/a /mnt/c/Users/jane/a', '~/a ~/a'],
  ])('the home in %s', async (text, expected) => {
    expect(await redactDiagnostic(text, HOME)).toBe(expected);
  });

  it.each([
    ['/root', 'in /root/.codex', 'in ~/.codex'],
    ['/root/', 'in /root/.codex', 'in ~/.codex'],
    ['/root', 'in /rooted and x/root', 'in /rooted and x/root'],
    ['D:\\Homes\\J. Doe (x)', 'D:\\Homes\\J. Doe (x)\\a and D:/Homes/J. Doe (x)', '~\\a and ~'],
    ['D:\\Homes\\jane', '"D:\\\\Homes\\\\jane\\\\a"', '"~\\\\a"'],
    ['/', 'in /etc/x', 'in /etc/x'],
    ['C:\\', 'in C:\\x', 'in C:\\x'],
    ['', 'in /etc/x', 'in /etc/x'],
  ])('the home %s', async (homeDirectory, text, expected) => {
    expect(await redactDiagnostic(text, { homeDirectory })).toBe(expected);
  });

  it.each([
    'spawn codex ENOENT at /usr/bin/codex (exit 127)',
    'tokens: 12, outputTokens: 3, max_tokens=4096',
    'token: undefined, secret=null, password: false',
    'Unexpected token } in JSON at position 4',
    'src/home/index.ts ./home/x ../home/y @/home/z https://example.com/home/x',
    'mailto:jane@example.com git@github.com:a/b.git https://registry.example/@scope/a',
    '--password-file /etc/x --token --other',
    'the secretary compared compass: north',
  ])('keeps %j', async (text) => {
    expect(await redactDiagnostic(text, HOME)).toBe(text);
  });

  it.each(['-', '/', 'a.', '\\', ' ', 'token ', '"', 'C:\\Users\\', '://a'])(
    'gets through a line of %j before the test’s time is over',
    async (unit) => {
      expect(typeof (await redactDiagnostic(unit.repeat(100_000 / unit.length), HOME))).toBe('string');
    },
  );
});

import { describe, expect, it } from '@jest/globals';

import { CREDENTIAL_SAMPLES, FURTHER_SAMPLES } from '../test/fixtures/credential-samples.js';
import { CREDENTIAL_FORMATS } from './credential-formats.js';
import { redactAnswer } from './redact-answer.js';

const ALL = [...CREDENTIAL_SAMPLES, ...FURTHER_SAMPLES];
const sample = (name: string) => ALL.find((one) => one.name === name)!;
const MARK = '[redacted: private-key]';

describe('redactAnswer finds', () => {
  it('36 formats and every one listed', () => {
    expect(new Set(CREDENTIAL_SAMPLES.map(({ name }) => name)).size).toBe(36);
    const unseen = CREDENTIAL_FORMATS.filter(({ pattern }) => !ALL.some(({ text }) => pattern.test(text)));
    expect(unseen).toEqual([]);
  });

  it.each(ALL)('$name: nothing of it stays', async ({ text, secret, kind }) => {
    const [before, behind] = text.split(secret);
    expect(await redactAnswer(`It is ${text}\nDone.`)).toBe(
      `It is ${before}[redacted: ${kind}]${behind}\nDone.`,
    );
  });

  it.each(ALL)('$name at the start of an escaped line', async ({ text, secret }) => {
    const escaped = JSON.stringify({ output: `first\n${text}\nlast` });
    const redacted = await redactAnswer(escaped);
    expect(redacted).toContain('[redacted: ');
    for (let from = 0; from + 16 <= secret.length; from++) {
      const part = secret.slice(from, from + 16);
      if (!part.includes('\n') && !part.includes('-----')) expect(redacted).not.toContain(part);
    }
  });

  it('the tail of a key that is longer than its format', async () => {
    expect(await redactAnswer(`${sample('OpenAI key').text}tail-of_it.`)).toBe('[redacted: openai].');
  });

  it('keys behind a byte order mark', async () => {
    expect(await redactAnswer(`\uFEFF${sample('GitHub personal token').text}!`)).toBe(
      '\uFEFF[redacted: github]!',
    );
  });

  it('keys in a text that asks secretlint to look away', async () => {
    const { text } = sample('GitHub personal token');
    for (const request of ['secretlint-disable', 'secretlint-disable-next-line', 'secretlint-disable-line']) {
      expect(await redactAnswer(`${request}\n${text} // ${request}\n`)).toBe(
        `${request}\n[redacted: github] // ${request}\n`,
      );
    }
  });

  it('each of two neighbours', async () => {
    const { text } = sample('npm token');
    expect(await redactAnswer(`${text},${text}`)).toBe('[redacted: npm],[redacted: npm]');
  });

  it('nothing more the second time', async () => {
    for (const { text } of ALL) {
      const once = await redactAnswer(`It is ${text}\nDone.`);
      expect(await redactAnswer(once)).toBe(once);
    }
  });
});

describe('redactAnswer takes a private key', () => {
  const rsa = sample('RSA key').text;
  const pemLines = rsa.split('\n');

  it.each([
    ['indented', pemLines.map((line) => `    ${line}`).join('\n'), `    ${MARK}`],
    ['added by a diff', pemLines.map((line) => `+${line}`).join('\n'), `+${MARK}`],
    ['quoted by a mail', pemLines.map((line) => `> ${line}`).join('\n'), `> ${MARK}`],
    ['numbered', pemLines.map((line, index) => `${index + 1}\t${line}`).join('\n'), `1\t${MARK}`],
    ['in a string', JSON.stringify({ key: rsa, id: 1 }), `{"key":"${MARK}","id":1}`],
    ['in pieces', pemLines.map((line) => `"${line}\\n"`).join(' +\n'), `"${MARK}\\n"`],
    ['with CR LF', pemLines.join('\r\n'), MARK],
    [
      'encrypted',
      rsa.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n'),
      MARK,
    ],
    ['on one line', pemLines.join(' '), MARK],
    ['twice', `${rsa}\n${rsa}`, `${MARK}\n${MARK}`],
  ])('%s', async (_, text, expected) => {
    expect(await redactAnswer(`Key:\n${text}\nDone.`)).toBe(`Key:\n${expected}\nDone.`);
  });

  it.each([
    ['in a string', `"${rsa.slice(0, 300).replaceAll('\n', '\\n')}","id":1`, `"${MARK}","id":1`],
    ['before an empty line', `${rsa.slice(0, 300)}\n\nDone`, `${MARK}\n\nDone`],
    ['before text', `${rsa.slice(0, 300)}\nThat was it.`, `${MARK}\nThat was it.`],
    ['before a word', `${rsa.slice(0, 300)}\nDone\n`, `${MARK}\nDone\n`],
    ['at the end', rsa.slice(0, 300), MARK],
    ['within its first line', rsa.slice(0, 64), MARK],
  ])('without its end, %s', async (_, text, expected) => {
    expect(await redactAnswer(text)).toBe(expected);
  });
});

describe('redactAnswer keeps', () => {
  const begin = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
  const end = `-----END RSA ${'PRIVATE'} KEY-----`;

  it.each([
    'token = getToken()',
    'const password = process.env.PASSWORD;',
    'apiKey: config.apiKey, secret: options.secret,',
    'headers: { Authorization: `Bearer ${token}` }',
    'Authorization: Bearer <your-access-token>',
    'const AWS_SECRET_ACCESS_KEY = env("AWS_SECRET_ACCESS_KEY");',
    'account_id = 123456789012',
    'https://${user}:${password}@example.com/',
    'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'id: 01890a5d-ac96-774b-bcce-b302099a8057',
    `"integrity": "sha512-${'Zm9vYmFy'.repeat(10)}Zm9vYg=="`,
    `![dot](data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAE'.repeat(40)}=)`,
    '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=',
    '.sk-circle-fade-dot { animation: sk-circle-fade 1.2s infinite; }',
    'let task_force = disk_live_migration_check_that_is_long;',
    `if (text.startsWith('${begin}')) return text.endsWith('${end}');`,
    `const pem = '${begin}\\n' + privateKeyContents + '\\n${end}';`,
    `[\n'${begin}',\nprivateKeyContentsInBase64,\n'${end}',\n]`,
    `${begin}\n...\n${end}`,
    `${begin}\n\nYOUR_KEY_HERE\n${end}\n`,
    `${begin}\n`,
    '',
    '\n\n',
    'tabs\tand \u{1F600} and \uD83D alone\n',
  ])('%j', async (text) => {
    expect(await redactAnswer(text)).toBe(text);
  });
});

/** Hostile text must not stop it: a pattern that backtracks would still be at it when the test's time is over. */
describe('redactAnswer gets through', () => {
  const throughIt = async (text: string) => expect(typeof (await redactAnswer(text))).toBe('string');

  it.each([
    ['code', 'const value = compute(first, second); // an ordinary line\n'.repeat(18_000)],
    ['one line', 'const value=compute(first,second);'.repeat(30_000)],
    ['base64', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2w0'.repeat(20_000)],
    ['keys', `${CREDENTIAL_SAMPLES.map(({ text }) => text).join('\n')}\n`.repeat(160)],
  ])('1 MB of %s', async (_, text) => {
    expect(text.length).toBeGreaterThan(700_000);
    await throughIt(text);
  });

  const pem = sample('cut PEM').text;
  it.each([
    ['spaces', ' '.repeat(200_000)],
    ['spaces in a key', `${pem}\nA${' '.repeat(60_000)}b`],
    ['digits in a key', `${pem}\n${'1 '.repeat(30_000)}`],
    ['escapes in a key', `${pem}\nA${'\\n'.repeat(30_000)}b`],
    ['markers', '-----BEGIN A PRIVATE KEY-----'.repeat(7000)],
    ['half markers', `-----BEGIN ${'A '.repeat(100_000)}`],
    ['slashes', '/'.repeat(200_000)],
    ['dashes', '-'.repeat(200_000)],
    ['dots', 'eyJa.'.repeat(40_000)],
  ])('a line of %s', (_, text) => throughIt(text));
});

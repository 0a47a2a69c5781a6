import { describe, expect, it } from '@jest/globals';

import { secureReport } from './secure-report.js';

const KEY = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
const context = { homeDirectory: '/home/u' };

describe('secureReport', () => {
  it('secures each text as if it stood alone', async () => {
    const report = { a: KEY, b: ['plain', '/home/u/x', 'password:', 'next'], c: 'two\nlines', d: 1, e: '' };
    expect(await secureReport(report, context)).toEqual({
      ...{
        a: '[redacted: anthropic]',
        b: ['plain', '~/x', 'password:', 'next'],
        c: 'two\nlines',
        d: 1,
        e: '',
      },
    });
  });

  it('secures a text that would hide the end of a line, and those beside it', async () => {
    const begin = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
    const end = ['-----END', 'PRIVATE KEY-----'].join(' ');
    const report = [begin, KEY, 'plain', end, '\u001b]0;open', 'after'];
    const secured = await secureReport(report, context);
    expect(secured).toHaveLength(report.length);
    expect(secured[2]).toBe('plain');
    expect(secured[5]).toBe('after');
    expect(JSON.stringify(secured)).not.toContain('A1b2C3d4E5');
  });
});

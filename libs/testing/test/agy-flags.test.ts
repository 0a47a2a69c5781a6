import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { formatDuration, parseDuration, parseFlags } from '../agents/flags.mjs';

function flagsOf(...argv: string[]) {
  const parsed = parseFlags(argv);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.flags;
}

function errorOf(...argv: string[]): string {
  const parsed = parseFlags(argv);
  return 'error' in parsed ? parsed.error : '';
}

const took = (flag: string, prompt: string) =>
  `Error: ${flag} took "${prompt}" as its prompt, so the intended prompt was left as an argument and ignored.\n` +
  `Attach the prompt to the flag (${flag}='your prompt') and move ${prompt} elsewhere on the command line.`;

describe('parseFlags', () => {
  it.each<[argv: string[], values: Record<string, string>]>([
    [['--model', 'm', '--effort=high'], { model: 'm', effort: 'high' }],
    [['-model', 'm'], { model: 'm' }],
    [['--model='], { model: '' }],
    [['--model=a=b'], { model: 'a=b' }],
    [['--model', '-x'], { model: '-x' }],
    [['--print='], { print: '' }],
    [['-p', ''], { print: '' }],
    [['--prompt', 'hello'], { print: 'hello' }],
    [['-p=line one\nline two'], { print: 'line one\nline two' }],
    [['-p', '-'], { print: '-' }],
    [['-p', '- a list\n- of points'], { print: '- a list\n- of points' }],
    [['-p=--model'], { print: '--model' }],
    [['-i', 'hello'], { 'prompt-interactive': 'hello' }],
    [['--gemini_dir=/a'], { gemini_dir: '/a' }],
  ])('takes %j as %j', (argv, values) => {
    expect(flagsOf(...argv).values).toEqual(values);
  });

  it('takes switches, with and without a value, folders in order, and what follows the flags', () => {
    const { switches, folders, rest } = flagsOf(
      ...[
        '--sandbox',
        '-c=true',
        '--new-project=false',
        '--add-dir',
        '/a',
        '--add-dir=/b',
        'models',
        '--help',
      ],
    );
    expect([...switches]).toEqual(['sandbox', 'continue']);
    expect(folders).toEqual(['/a', '/b']);
    expect(rest).toEqual(['models', '--help']);
    expect(flagsOf('--sandbox', '--', '--model').rest).toEqual(['--model']);
  });

  it.each([
    [['-p', '--output-format', 'json', 'the prompt'], took('-p', '--output-format')],
    [['--print', '--input-format', 'stream-json'], took('--print', '--input-format')],
    [['--print', '--dangerously-skip-permissions'], took('--print', '--dangerously-skip-permissions')],
    [['--prompt', '--model=m'], took('--prompt', '--model=m')],
    [['-i', '-c'], took('-i', '-c')],
    [['--print'], 'flag needs an argument: -print'],
    [['--model'], 'flag needs an argument: -model'],
    [['--permission-mode', 'plan'], 'flags provided but not defined: -permission-mode'],
    [['--bare', '--model=m', '--strict'], 'flags provided but not defined: -bare -strict'],
    [['-pHello'], 'flags provided but not defined: -pHello'],
    [['--sandbox=*'], 'invalid value "*" for flag -sandbox: parse error'],
    [['--print-timeout', '20'], 'invalid value "20" for flag -print-timeout: parse error'],
    [['--print-timeout='], 'invalid value "" for flag -print-timeout: parse error'],
    [
      ['--output-format', 'xml'],
      'invalid value "xml" for flag -output-format: must be one of text, json, stream-json',
    ],
    [['--mode=yolo'], 'invalid value "yolo" for flag -mode: must be one of accept-edits, plan'],
    [
      ['--input-format', 'stream-json', '--output-format', 'json'],
      '--input-format stream-json requires --output-format stream-json',
    ],
  ])('refuses %j', (argv, error) => {
    expect(errorOf(...argv)).toBe(error);
  });

  it('gives an attached value back as it is, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(flagsOf(`--print=${text}`).values).toEqual({ print: text });
      }),
    );
  });

  it('never fails, whatever it is given', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('-p', '--print', '--', '-', '--sandbox', '=', '--='));
    fc.assert(fc.property(fc.array(word), (argv) => void parseFlags(argv)));
  });
});

describe('durations', () => {
  it.each([
    ['0', 0],
    ['0s', 0],
    ['250ms', 250],
    ['1.5s', 1500],
    ['5m0s', 300_000],
    ['1h0m2s', 3_602_000],
    ['-1s', -1000],
  ])('reads %s', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });

  it.each(['', '20', 's', '1 s', '1d', '1s2', '٣s'])('does not read %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('writes what it reads', () => {
    expect([250, 12_000, 300_000, 3_600_000].map(formatDuration)).toEqual(['250ms', '12s', '5m0s', '1h0m0s']);
    fc.assert(
      fc.property(fc.nat(100_000_000), (durationMs) => {
        expect(parseDuration(formatDuration(durationMs))).toBeCloseTo(durationMs);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { prepareOptions } from './prepare-options.js';

describe('prepareOptions', () => {
  it.each([
    [['consult', '--model', 'm', 'text']],
    [['consult', '-']],
    [['consult', '-h']],
    [['consult', '--model=a=b', '--question=--model']],
    [['consult', 'a - b', '-- what about --model?', '']],
    [['consult', '--json', '--', '--x', '--model=']],
  ])('leaves %j alone', (args) => {
    expect(prepareOptions(args)).toEqual(args);
  });

  it('takes a value of several lines off its option', () => {
    expect(prepareOptions(['--question=one\ntwo', '-q=one\r'])).toEqual([
      '--question',
      'one\ntwo',
      '-q',
      'one\r',
    ]);
  });

  it.each([
    ['--x', 'there is no such option: "--x"'],
    ['-5', 'there is no such option: "-5"'],
    ['--=a', 'there is no such option: a text of 4 characters'],
    ['--model=', '"--model" needs a value'],
    ['--constructor', 'there is no such option: "--constructor"'],
    ['--noConstructor', 'there is no such option: "--noConstructor"'],
    ['--__proto__', 'there is no such option: "--__proto__"'],
  ])('refuses %s', (arg, message) => {
    expect(() => prepareOptions(['consult', arg])).toThrow(message);
  });

  it('leaves nothing that looks like an option and is none', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-{1,2}[-\w.=]{0,12}$/), (arg) => {
        try {
          const [first] = prepareOptions([arg]);
          return (
            first === '-' ||
            first === '--' ||
            /^(-[a-z]+|-[a-z]=.+|--[a-z][a-z-.\d_]+(=.+)?)$/i.test(first ?? '')
          );
        } catch {
          return true;
        }
      }),
    );
  });
});

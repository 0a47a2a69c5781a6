import { describe, expect, it } from '@jest/globals';

import { RECORD } from '../test/scripted-world.js';
import { parseRequest, parseRequestLine } from './parse-request.js';

describe('parseRequestLine', () => {
  it('fills in what a record leaves out', () => {
    expect(parseRequestLine(JSON.stringify(RECORD))).toEqual({
      ...RECORD,
      backend: 'auto',
      timeoutMs: 900_000,
      origin: { directory: '/repo', roots: [] },
    });
  });

  it.each(['', '{', 'null x'])('refuses "%s": not JSON', (line) => {
    expect(() => parseRequestLine(line)).toThrow('not a JSON record');
  });
});

describe('parseRequest', () => {
  it.each([
    ['an unknown field', { ...RECORD, bogus: 1 }, 'bogus'],
    ['a field out of bounds', { ...RECORD, timeoutMs: 99 }, 'timeoutMs'],
    ['another version', { ...RECORD, schemaVersion: 2 }, 'schemaVersion'],
    ['an unknown operation', { ...RECORD, operation: 'guess' }, 'operation'],
    ['a nested field', { ...RECORD, origin: {} }, 'origin: directory'],
    ['no record', 'text', 'expected object'],
  ])('names %s', (_, value, named) => {
    expect(() => parseRequest(value)).toThrow(
      expect.objectContaining({ code: 'INPUT_LIMIT', message: expect.stringContaining(named) }),
    );
  });

  it('never repeats a value', () => {
    expect(() => parseRequest({ ...RECORD, backend: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('names a field that is short and unknown, a long one only by its size, and few of many', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]));
    const named = (value: object) => () => parseRequest({ ...RECORD, ...value });
    expect(named({ bogus: 1 })).toThrow('the request is not valid: "bogus" is unknown');
    expect(named({ ['x'.repeat(99)]: 1 })).toThrow('a text of 99 characters is unknown');
    expect(named(many)).toThrow(/"f4" is unknown$/);
  });
});

import { describe, expect, it } from '@jest/globals';

import { promptLine, turnArguments } from './launch.js';

describe('turnArguments', () => {
  it('hold the profile, and nothing that was not asked for', () => {
    expect(turnArguments({ workspacePath: '/w' })).toEqual([
      '--sandbox',
      '--disable-slash-commands',
      '--print=',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--print-timeout=0s',
      '--add-dir=/w',
    ]);
  });

  it('attach each value, so that none can be a flag', () => {
    const turn = { workspacePath: '/-w', model: '-m', reasoningEffort: '--x', conversationId: '-c' };
    expect(turnArguments(turn).slice(-4)).toEqual([
      '--add-dir=/-w',
      '--model=-m',
      '--effort=--x',
      '--conversation=-c',
    ]);
  });
});

it('a prompt is one line, whatever is in it', () => {
  const line = promptLine('a\nb\r\n"c" /clear');
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual({ event: 'user', message: { content: 'a\nb\r\n"c" /clear' } });
});

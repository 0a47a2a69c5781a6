import { describe, expect, it } from '@jest/globals';

import { isRefusal, labelOf } from './tools.js';

describe('labelOf', () => {
  it.each([
    ['Read', { file_path: '/w/a.txt', limit: 3 }, 'Read /w/a.txt'],
    ['Grep', { pattern: 'x', path: '/w' }, 'Grep x'],
    ['Glob', { pattern: '**/*.ts' }, 'Glob **/*.ts'],
    ['Bash', { command: 'ls' }, 'Bash ls'],
    ['Agent', { prompt: 'p' }, 'Agent'],
    ['Read', { file_path: 7 }, 'Read'],
    ['Read', null, 'Read'],
  ])('names %s %j', (name, input, label) => {
    expect(labelOf(name, input)).toBe(label);
  });
});

describe('isRefusal', () => {
  it.each([
    '<tool_use_error>Error: No such tool available: Bash. Bash is disabled for this session, in subagents as well as here.</tool_use_error>',
    '<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>',
  ])('knows %s', (content) => {
    expect(isRefusal(content)).toBe(true);
  });

  it.each([
    'a file that says: <tool_use_error>Error: No such tool available: Bash',
    '<tool_use_error>File does not exist.</tool_use_error>',
    [{ type: 'text', text: 'No such tool available' }],
    undefined,
  ])('takes %j for none', (content) => {
    expect(isRefusal(content)).toBe(false);
  });
});

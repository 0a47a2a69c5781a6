import { describe, expect, it } from '@jest/globals';

import { chooseModel, processArguments, promptMessage } from './launch.js';

const session = { sessionId: 's', model: 'sonnet' };
const all = new Set(['--permission-prompts', '--restricted']);

describe('processArguments', () => {
  it('asks for the profile', () => {
    expect(processArguments({ flags: all, ...session })).toEqual([
      ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
      ...['--include-partial-messages', '--restricted', '--strict-mcp-config', '--disable-slash-commands'],
      ...['--permission-mode', 'dontAsk', '--permission-prompts', 'none', '--tools', 'Glob,Grep,Read'],
      ...['--max-turns', '200', '--settings'],
      '{"disableAllHooks":true,"permissions":{"deny":["Read(**/.[eE][nN][vV]*)","Read(**/.credentials.json)"]}}',
      ...['--session-id', 's', '--model', 'sonnet'],
    ]);
  });

  it('leaves out the flag that versions below 2.1.259 lack, and no other', () => {
    const without = processArguments({ flags: new Set(), ...session });
    const withIt = processArguments({ flags: all, ...session });
    expect(withIt.filter((argument) => !without.includes(argument))).toEqual([
      '--permission-prompts',
      'none',
    ]);
    expect(without).toHaveLength(withIt.length - 2);
  });

  it('names an effort where one was asked for', () => {
    expect(processArguments({ flags: all, ...session, reasoningEffort: 'low' }).slice(-2)).toEqual([
      '--effort',
      'low',
    ]);
  });
});

describe('chooseModel', () => {
  const user = { model: 'of-the-settings' };
  const variables = { ANTHROPIC_MODEL: 'of-the-environment' };

  it.each([
    ['asked', { user, variables }, 'asked'],
    [undefined, { user, variables }, 'of-the-environment'],
    [undefined, { user, variables: { ANTHROPIC_MODEL: '' } }, 'of-the-settings'],
    [undefined, { user, variables: { ANTHROPIC_MODEL: '  ' } }, 'of-the-settings'],
    [undefined, { user: {}, variables: { ANTHROPIC_MODEL: '' } }, 'default'],
    [undefined, { user: {}, variables: {} }, 'default'],
  ])('of %j and %j is %s', (asked, choices, model) => {
    expect(chooseModel(asked, choices)).toBe(model);
  });
});

describe('promptMessage', () => {
  it('carries the prompt as it is', () => {
    expect(promptMessage('Why?\n/clear', 'id')).toEqual({
      type: 'user',
      uuid: 'id',
      message: { role: 'user', content: 'Why?\n/clear' },
      parent_tool_use_id: null,
      session_id: '',
    });
  });

  it('keeps one from being a command', () => {
    expect(promptMessage('/clear', 'id').message.content).toBe('\n/clear');
  });
});

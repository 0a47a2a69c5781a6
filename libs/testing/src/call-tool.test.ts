import { describe, expect, it } from '@jest/globals';

import { callApplyPatch, callShell } from './call-tool.js';
import { readResponsesTurn } from './read-responses-turn.js';

const offering = (...tools: object[]) => readResponsesTurn({ tools });
const codeMode = offering({
  type: 'namespace',
  name: 'functions',
  tools: [{ type: 'custom', name: 'exec' }],
});

describe('callShell', () => {
  it.each([
    ['exec_command', { cmd: 'ls' }],
    ['shell_command', { command: 'ls' }],
    ['shell', { command: ['bash', '-lc', 'ls'] }],
  ])('calls %s as it wants to be called', (name, callArguments) => {
    const turn = offering({ type: 'function', name: 'other' }, { type: 'function', name });
    expect(callShell(turn, 'ls')).toEqual({ type: 'function-call', name, callArguments });
  });

  it('goes through exec in code mode, with its namespace', () => {
    const call = callShell(codeMode, 'echo "a"', { yield_time_ms: 5 });
    expect(call).toMatchObject({ type: 'custom-call', name: 'exec', namespace: 'functions' });
    expect(call).toHaveProperty(
      'input',
      expect.stringContaining('tools.exec_command({"cmd":"echo \\"a\\"","yield_time_ms":5})'),
    );
  });

  it('calls exec_command where no shell is offered', () => {
    expect(callShell(offering(), 'ls')).toHaveProperty('name', 'exec_command');
  });
});

describe('callApplyPatch', () => {
  it('calls the tool itself, or through exec in code mode', () => {
    expect(callApplyPatch(offering(), 'P')).toEqual({ type: 'custom-call', name: 'apply_patch', input: 'P' });
    expect(callApplyPatch(codeMode, 'P')).toMatchObject({
      name: 'exec',
      input: 'text(await tools.apply_patch("P"));',
    });
  });
});

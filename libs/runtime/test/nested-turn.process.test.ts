import { describe, expect, it } from '@jest/globals';

import { isNestedTurn, NESTED_TURN_VARIABLE, runToEnd } from '../src/index.js';
import { sourceFixture } from './fixture-command.js';

/** Runs the fixture two shells below one that carries `mark`; it is filtered out on the way, as Codex does. */
async function nestedBelow(mark: Record<string, string>): Promise<string> {
  const { file, args, cwd, env } = sourceFixture('nested.mjs');
  const filter = `env -i PATH="$PATH" sh -c '"$@"; exit $?' sh "$@"; exit $?`;
  const command = {
    file: '/bin/sh',
    args: ['-c', filter, 'sh', file, ...args],
    cwd,
    env: { ...env, ...mark },
  };
  const { stdout, end } = await runToEnd(command, { stdoutMaxBytes: 100, timeoutMs: 60_000 });
  expect(end).toMatchObject({ exitCode: 0, diagnostics: '' });
  return stdout.trim();
}

describe('isNestedTurn in a process of its own', () => {
  it.each([NESTED_TURN_VARIABLE, 'coagent8_NESTED_TURN'])('sees %s on an ancestor', async (name) => {
    expect(await nestedBelow({ [name]: '1' })).toBe('true');
  });

  it.each([{}, { [NESTED_TURN_VARIABLE]: '' }, { [`X_${NESTED_TURN_VARIABLE}`]: '1' }])(
    'sees nothing more below %p than above it',
    async (mark) => {
      const { platform } = process;
      const above = await isNestedTurn({
        variables: {},
        platform,
        homeDirectory: '/',
        workingDirectory: '/',
      });
      expect(await nestedBelow(mark)).toBe(String(above));
    },
  );
});

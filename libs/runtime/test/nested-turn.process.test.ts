import { describe, expect, it } from '@jest/globals';

import { isNestedTurn, NESTED_TURN_VARIABLE, runToEnd } from '../src/index.js';
import { ANCESTORS_MAX } from '../src/nested-turn.js';
import { sourceFixture } from './fixture-command.js';

/** Starts itself below itself as often as its second word says, then the program that comes after. */
const GENERATIONS = `
self=$1 left=$2; shift 2
if [ "$left" -gt 1 ]; then sh -c "$self" sh "$self" $((left - 1)) "$@"; else "$@"; fi
exit $?`;

/** Runs the fixture below a shell that carries `mark`, and `shells` that do not: it is filtered out, as Codex does. */
async function nestedBelow(mark: Record<string, string>, shells = 1): Promise<string> {
  const { file, args, cwd, env } = sourceFixture('nested.mjs');
  const filter = `env -i PATH="$PATH" sh -c "$1" sh "$@"; exit $?`;
  const command = {
    file: '/bin/sh',
    args: ['-c', filter, 'sh', GENERATIONS, String(shells), file, ...args],
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

  it.each([
    [ANCESTORS_MAX, 'true'],
    [ANCESTORS_MAX + 1, 'false'],
  ])('sees the mark of ancestor %i: %s', async (ancestor, expected) => {
    expect(await nestedBelow({ [NESTED_TURN_VARIABLE]: '1' }, ancestor - 1)).toBe(expected);
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

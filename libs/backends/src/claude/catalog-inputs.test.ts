import { describe, expect, it } from '@jest/globals';

import { claudeCatalogInputs } from './catalog-inputs.js';

const inputsOf = (variables: Record<string, string>, passVariables: readonly string[] = []) =>
  claudeCatalogInputs({
    environment: { variables, platform: 'linux', homeDirectory: '/home/u', workingDirectory: '/' },
    passVariables,
  });

describe('what Claude Code’s models depend on', () => {
  it('is its settings and its login, where they are', () => {
    expect(inputsOf({}).files).toEqual([
      '/home/u/.claude/settings.json',
      '/home/u/.claude/.credentials.json',
    ]);
    expect(inputsOf({ CLAUDE_CONFIG_DIR: '/c' }).files).toContain('/c/settings.json');
    expect(inputsOf({ CLAUDE_CONFIG_DIR: 'relative' }).files).toEqual([]);
  });

  it('is what it is given beside what any program needs', () => {
    const variables = {
      ...{
        ANTHROPIC_API_KEY: 'k',
        CLAUDE_CODE_USE_BEDROCK: '1',
        AWS_REGION: 'r',
        OWN: 'o',
        CLAUDE_CONFIG_DIR: '/c',
      },
      ...{
        PATH: '/bin',
        HOME: '/home/u',
        TMPDIR: '/t',
        CLAUDE_CODE_SESSION_ID: 's',
        GOOGLE_X: 'g',
        OTHER: 'x',
      },
    };
    expect(inputsOf(variables, ['OWN']).variables).toEqual({
      ...{
        ANTHROPIC_API_KEY: 'k',
        CLAUDE_CODE_USE_BEDROCK: '1',
        AWS_REGION: 'r',
        OWN: 'o',
        CLAUDE_CONFIG_DIR: '/c',
      },
    });
  });
});

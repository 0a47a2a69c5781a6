import { describe, expect, it } from '@jest/globals';

import { claudeFamilies, withheldNames } from './withheld-variables.js';

describe('withheldNames', () => {
  it.each([
    ...[
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_MESSAGING_SOCKET',
      'CLAUDE_CODE_SSE_PORT',
    ],
    ...[
      'CLAUDE_CODE_MESSAGING_TOKEN',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR',
    ],
    ...[
      'CLAUDE_CODE_EVEN_MORE_DANGEROUSLY_SKIP_PERMISSIONS',
      'CLAUDE_CODE_PLUGIN_DIRS',
      'CLAUDE_CODE_SIMPLE',
    ],
    ...[
      'CLAUDE_CODE_SHELL_PREFIX',
      'CLAUDE_CODE_EXTRA_BODY',
      'CLAUDE_CODE_COORDINATOR_MODE',
      'ANTHROPIC_LOG',
    ],
    ...['CLAUDE_CODE_ENABLE_EXPERIMENTAL_ADVISOR_TOOL', 'CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES'],
    ...['CLAUDE_CODE_CONFIG_PROBE', 'CLAUDE_CODE_PROACTIVE', 'CLAUDE_CODE_TETHER_LIVE'],
  ])('has %s', (name) => {
    expect(withheldNames({ [name]: '1', PATH: '/bin' })).toEqual([name]);
  });

  it.each([
    ...[
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
      'ANTHROPIC_MODEL',
    ],
    ...[
      'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
      'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
      'CLAUDE_CODE_CLIENT_CERT',
    ],
    ...['CLAUDE_CODE_EFFORT_LEVEL', 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS', 'CLAUDE_CODE_GIT_BASH_PATH'],
    ...['CLAUDE_CODE_ANYTHING_ELSE', 'ANTHROPIC_LOGS'],
  ])('has not %s', (name) => {
    expect(withheldNames({ [name]: '1' })).toEqual([]);
  });

  it('knows a name in any case, as Windows does', () => {
    expect(withheldNames({ Claude_Code_Entrypoint: 'cli' })).toEqual(['CLAUDE_CODE_ENTRYPOINT']);
  });
});

describe('claudeFamilies', () => {
  const own = ['ANTHROPIC_', 'CLAUDE_CODE_'];
  const google = ['GOOGLE_', 'CLOUD_ML_REGION', 'VERTEX_REGION_'];

  it.each([
    [{}, own],
    [{ AWS_PROFILE: 'p', GOOGLE_API_KEY: 'k' }, own],
    [{ CLAUDE_CODE_USE_BEDROCK: '0', CLAUDE_CODE_USE_VERTEX: '' }, own],
    [{ CLAUDE_CODE_USE_BEDROCK: '1' }, [...own, 'AWS_']],
    [{ CLAUDE_CODE_USE_VERTEX: 'true' }, [...own, ...google]],
    [{ CLAUDE_CODE_USE_BEDROCK: 'yes', CLAUDE_CODE_USE_VERTEX: 'ON' }, [...own, 'AWS_', ...google]],
  ])('of %j are %j', (variables, families) => {
    expect(claudeFamilies(variables)).toEqual(families);
  });
});

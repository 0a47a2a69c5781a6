import { describe, expect, it } from '@jest/globals';

import { agentOf } from './caller.js';

describe('agentOf', () => {
  it.each([
    ['codex-mcp-client', 'codex'],
    ['Codex', 'codex'],
    ['claude-code', 'claude'],
    ['Claude', 'claude'],
    // Claude Code on another provider's models.
    ['claude-code-router', 'claude'],
    ['antigravity-client', 'agy'],
    ['agy', 'agy'],
    ['agy-mcp', 'agy'],
    ['Visual Studio Code', undefined],
    ['github-copilot-developer', undefined],
    ['opencode', undefined],
    ['cursor-vscode', undefined],
    ['stagy', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (caller, agent) => {
    expect(agentOf(caller)).toBe(agent);
  });
});

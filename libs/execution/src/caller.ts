import type { BackendId } from '@coagent8/contracts';

/** Names by which the agents' own MCP clients introduce themselves (Codex 0.171, Claude Code 2.1, agy 1.3). */
const CALLERS: readonly (readonly [RegExp, BackendId])[] = [
  [/codex/i, 'codex'],
  [/claude/i, 'claude'],
  [/antigravity|\bagy\b/i, 'agy'],
];

/** The agent that the calling client itself belongs to, by the name it gives itself. It affects preference only. Pure. */
export function agentOf(caller: string | undefined): BackendId | undefined {
  return CALLERS.find(([name]) => caller !== undefined && name.test(caller))?.[1];
}

import { z } from 'zod';

import type { Item } from './protocol.js';

/** Items that are no message and no use of a tool (schemas 0.150 to 0.171). */
export const NEUTRAL_ITEMS: ReadonlySet<string> = new Set([
  'userMessage',
  'hookPrompt',
  'functionCallOutput',
  'plan',
  'reasoning',
  'enteredReviewMode',
  'exitedReviewMode',
  'contextCompaction',
]);

const text = z.string();
const changes = z.array(z.object({ path: z.string() }));

/** How each use of a tool is told in a line. A member that is missing is left out. */
const LABELS: Readonly<Record<string, (item: Item) => string>> = {
  commandExecution: ({ command }) => text.safeParse(command).data ?? 'a command',
  fileChange: (item) =>
    `edit ${(changes.safeParse(item['changes']).data ?? []).map(({ path }) => path).join(', ')}`.trim(),
  mcpToolCall: ({ server, tool }) =>
    `${text.safeParse(server).data ?? 'mcp'}.${text.safeParse(tool).data ?? 'tool'}`,
  dynamicToolCall: ({ tool }) => text.safeParse(tool).data ?? 'a tool',
  collabAgentToolCall: ({ tool }) => text.safeParse(tool).data ?? 'another agent',
  subAgentActivity: () => 'another agent',
  webSearch: () => 'web search',
  imageView: () => 'view an image',
  imageGeneration: () => 'make an image',
  sleep: () => 'wait',
};

/** Whether the item is a use of a tool: what the operations of a turn are counted from. */
export function isToolItem({ type }: Item): boolean {
  return Object.hasOwn(LABELS, type);
}

/** One line, as the agent sent it, of what a tool item does. */
export function labelOf(item: Item): string {
  return LABELS[item.type]?.(item) ?? item.type;
}

import { z } from 'zod';

const input = z.object({
  file_path: z.string().optional(),
  pattern: z.string().optional(),
  command: z.string().optional(),
});

/** One line, as the agent sent it, of what a call of a tool does. */
export function labelOf(name: string, given: unknown): string {
  const { file_path, pattern, command } = input.safeParse(given).data ?? {};
  const what = file_path ?? pattern ?? command;
  return what === undefined ? name : `${name} ${what}`;
}

/**
 * Whole results, or their fixed beginnings, of calls that the profile refused and that no event tells of: a tool that is
 * not offered, and a denied file (2.1.248 to 2.1.332).
 */
const REFUSALS = [
  /^<tool_use_error>Error: No such tool available: /,
  /^<tool_use_error>File is in a directory that is denied by your permission settings\.<\/tool_use_error>$/,
];

/** Whether the result of a call says that the profile refused it. */
export function isRefusal(content: unknown): boolean {
  return typeof content === 'string' && REFUSALS.some((refusal) => refusal.test(content));
}

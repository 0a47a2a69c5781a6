import { isAbsolute } from 'node:path';

import type { OperationStatus } from '@coagent8/contracts';
import { isInside } from '@coagent8/runtime';

import { ACTING_TOOLS } from './profile.js';
import type { Step, ToolInfo } from './protocol.js';

/** Parameters that say what a tool is used on, as far as agy shows them (1.2.15), the best first. */
const TARGETS = ['TargetFile', 'AbsolutePath', 'DirectoryPath', 'SearchPath', 'Query', 'Pattern', 'Url'];

/** Beginnings of the errors of an action that was refused: by the permissions, by a rule, by a hook of the user's. */
const DENIED = /^(?:permission check failed for |Permission denied for |tool call denied by pre-tool hook: )/;

/** How the use of a tool ended. `silent`: without a word, as a refusal does, but also a tool with nothing to say. */
export type ToolEnd = OperationStatus | 'silent';

/** Name of the tool of a step. */
export function toolNameOf({ tool_name, tool_info }: Step): string {
  return tool_name ?? tool_info?.name ?? 'a tool';
}

/** One line, as agy shows it, of what a tool step does. */
export function labelOf(step: Step): string {
  const name = toolNameOf(step);
  const { CommandLine, ServerName, ToolName } = step.tool_info?.parameters ?? {};
  if (typeof CommandLine === 'string') return CommandLine;
  if (typeof ServerName === 'string' && typeof ToolName === 'string') return `${ServerName}.${ToolName}`;
  const target = TARGETS.map((key) => step.tool_info?.parameters?.[key]).find(
    (each) => typeof each === 'string',
  );
  return typeof target === 'string' ? `${name} ${target}` : name;
}

/** How a tool step that is over has ended. A command that failed counts as done: its exit code is not told (1.2.15). */
export function toolEnd(state: string, info: ToolInfo | null | undefined): ToolEnd {
  const message = info?.error?.message ?? undefined;
  if (message !== undefined && DENIED.test(message)) return 'denied';
  if (state !== 'DONE' || info?.error) return 'failed';
  return info?.output === undefined || info.output === null ? 'silent' : 'succeeded';
}

/**
 * Whether a tool that has run has left the profile. agy may write into a folder of its own: its plans and notes are kept
 * there, and it asks nobody (1.2.16).
 *
 * @param ownFolder - That folder, absolute.
 */
export function leavesProfile(step: Step, ownFolder: string): boolean {
  if (!ACTING_TOOLS.has(toolNameOf(step))) return false;
  const target = step.tool_info?.parameters?.['TargetFile'];
  return !(typeof target === 'string' && isAbsolute(target) && isInside(target, ownFolder));
}

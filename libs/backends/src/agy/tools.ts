import type { OperationStatus } from '@coagent8/contracts';

import { ACTING_TOOLS, READING_TOOLS } from './profile.js';
import { STATES_OVER } from './protocol.js';
import type { Step } from './protocol.js';

/** Parameters that say what a tool is used on, as far as agy shows them (1.2.15), the best first. */
const TARGETS = ['TargetFile', 'AbsolutePath', 'DirectoryPath', 'SearchPath', 'Query', 'Pattern', 'Url'];

/** Beginnings of the errors of an action that was refused: by the permissions, by a rule. */
const REFUSED = /^(?:permission check failed for |Permission denied for )/;
/** The same where a hook of the user's refused it, or failed, which refuses, too (1.2.16). */
const REFUSED_BY_HOOK =
  /^(?:tool call denied by pre-tool hook:|JSON hook "[^"]*" failed: |unsupported hook decision: |failed to unmarshal result from hook )/;

/** How far the use of a tool has got. `silent`: it ended without a word, as one does that is refused or has nothing to say. */
export type ToolProgress = OperationStatus | 'open' | 'silent';

/** What the use of a tool may do to the profile. `unknown`: nobody can say. */
export interface ToolNature {
  readonly nature: 'reading' | 'acting' | 'unknown';
  /** Name of the tool, the one that matters where two are told. */
  readonly name: string;
}

/** Whether a file is a note of agy's own. */
export type IsNote = (path: string) => boolean;

/** One line, as agy shows it, of what a tool step does. */
export function labelOf(step: Step): string {
  const name = step.tool_name ?? step.tool_info?.name ?? 'a tool';
  const { CommandLine, ServerName, ToolName } = step.tool_info?.parameters ?? {};
  if (typeof CommandLine === 'string') return CommandLine;
  if (typeof ServerName === 'string' && typeof ToolName === 'string') return `${ServerName}.${ToolName}`;
  const target = TARGETS.map((key) => step.tool_info?.parameters?.[key]).find(
    (each) => typeof each === 'string',
  );
  return typeof target === 'string' ? `${name} ${target}` : name;
}

/** How far a tool step has got. A command that failed counts as done: its exit code is not told (1.2.15). */
export function progressOf({ state, tool_info: info }: Step): ToolProgress {
  if (!STATES_OVER.has(state)) return 'open';
  const message = info?.error?.message ?? '';
  if (REFUSED.test(message) || REFUSED_BY_HOOK.test(message)) return 'denied';
  if (state !== 'DONE' || info?.error) return 'failed';
  return info?.output === undefined || info.output === null ? 'silent' : 'succeeded';
}

/**
 * What kind of tool a step uses, by all the names that it is given. Writing a note of agy's own is no action: it keeps
 * its plans there and asks nobody (1.2.16).
 */
export function natureOf(step: Step, isNote: IsNote): ToolNature {
  const names = [step.tool_name, step.tool_info?.name]
    .map((name) => (name ?? '').trim().toLowerCase())
    .filter((name) => name !== '');
  const acting = names.find((name) => ACTING_TOOLS.has(name) && !writesNote(name, step, isNote));
  if (acting !== undefined) return { nature: 'acting', name: acting };
  const unknown = names.find((name) => !READING_TOOLS.has(name) && !ACTING_TOOLS.has(name));
  if (unknown !== undefined) return { nature: 'unknown', name: unknown };
  const [name] = names;
  return name === undefined
    ? { nature: 'unknown', name: 'a tool without a name' }
    : { nature: 'reading', name };
}

function writesNote(name: string, { tool_info: info }: Step, isNote: IsNote): boolean {
  const target = info?.parameters?.['TargetFile'];
  return ACTING_TOOLS.get(name) === 'write_file' && typeof target === 'string' && isNote(target);
}

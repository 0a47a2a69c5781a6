import type { Warning } from '@coagent8/contracts';

/** `warnings`, each message once. Pure. */
export function distinctWarnings(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

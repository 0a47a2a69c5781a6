/**
 * Processes that we own: started without a shell, bounded in what they are given and what they print, ended with all
 * their group, and dead when we are. The only room that starts anything. It knows no agent and no policy, and it
 * never picks a process to end by its name, its parent or its environment.
 *
 * @packageDocumentation
 */
export { createDeadline } from './deadline.js';
export type { Deadline, DeadlineOptions } from './deadline.js';
export { DRAIN_MS } from './drain.js';
export { isInside } from './is-inside.js';
export { isNestedTurn, NESTED_TURN_VARIABLE } from './nested-turn.js';
export { describeRemains, DIAGNOSTICS_MAX_BYTES } from './owned-process.js';
export type { OwnedCommand, OwnedProcess, ProcessEnd, ProcessRemains } from './owned-process.js';
export { INPUT_MAX_BYTES } from './process-input.js';
export { findOnPath } from './resolve-command.js';
export type { FindOnPathOptions } from './resolve-command.js';
export { runToEnd } from './run-to-end.js';
export type { CompletedRun, RunToEndOptions, StopReason } from './run-to-end.js';
export { spawnOwned } from './spawn-owned.js';
export type { SpawnOwnedOptions } from './spawn-owned.js';
export { LINE_MAX_BYTES } from './split-lines.js';
export type { Line } from './split-lines.js';
export { TERMINATE_GRACE_MS } from './terminate.js';

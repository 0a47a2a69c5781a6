import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { removeFile, writeAtomic } from '@coagent8/storage';

import { isKept } from './retention.js';

/**
 * How long an agent lives at most after its server, in milliseconds: it is told to end at once and ended a second later, by a
 * watchdog that a busy machine may let wait.
 */
export const AGENT_END_MAX_MS = 3_000;
/** How often it is looked whether a mark is gone, in milliseconds. */
export const AGENT_POLL_MS = 20;

/** What marks need; time is counted by a clock that nobody sets. */
export interface AgentMarkDependencies {
  readonly locksDirectory: string;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonicMs?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Files that say that an agent may be at work for a turn. A server's lock is free the moment the server is dead; its agent
 * lives on until somebody has ended it, and must not meet the next one in the same conversation.
 */
export interface AgentMarks {
  /** Makes the mark of a turn and tells its path. Who ends the agent of a dead server removes the file when it has. */
  readonly place: (token: string) => Promise<string>;
  /** Removes the mark of a turn whose agent is gone. Never rejects: one that stays costs the next turn a wait. */
  readonly remove: (token: string) => Promise<void>;
  /** Whether the mark of a turn is there. */
  readonly isPlaced: (token: string) => boolean;
  /**
   * For a turn whose server is dead: resolves when its mark is gone, or after {@link AGENT_END_MAX_MS}, which counts from a
   * moment that is later than that server's death. Then the mark is removed.
   */
  readonly untilGone: (token: string) => Promise<void>;
  /** Removes marks that are older than seven days, which nobody waited for. */
  readonly sweep: (nowMs: number) => Promise<void>;
}

/** The marks in `locks/agents/`. */
export function createAgentMarks({
  locksDirectory,
  monotonicMs = () => performance.now(),
  wait = delay,
}: AgentMarkDependencies): AgentMarks {
  const folder = join(locksDirectory, 'agents');
  const pathOf = (token: string) => join(folder, token);
  const isPlaced = (token: string) => existsSync(pathOf(token));
  const remove = async (token: string) => {
    await removeFile(pathOf(token)).catch(() => undefined);
  };

  return {
    place: async (token) => {
      await writeAtomic(pathOf(token), '');
      return pathOf(token);
    },
    remove,
    isPlaced,
    untilGone: async (token) => {
      const sinceMs = monotonicMs();
      while (isPlaced(token) && monotonicMs() - sinceMs < AGENT_END_MAX_MS) await wait(AGENT_POLL_MS);
      await remove(token);
    },
    sweep: async (nowMs) => {
      for (const token of namesIn(folder)) {
        const writtenAtMs = statSync(pathOf(token), { throwIfNoEntry: false })?.mtimeMs;
        if (writtenAtMs !== undefined && !isKept(writtenAtMs, nowMs)) await remove(token);
      }
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createTempWorkspace } from '@coagent8/testing';
import type { AgentWorld, TempWorkspace } from '@coagent8/testing';

import { LIMIT_WORDS, LIMITS_FILE } from './limit-words.js';
import { createStage } from './stage.js';
import type { Stage } from './stage.js';
import type { Subject } from './subject.js';
import { kill } from './witness.js';

/** How long the last processes of a turn may take to disappear once its ending has come, in milliseconds. */
const DISAPPEAR_MS = 1_000;
/** How often is looked, in milliseconds: the processes of an agent send us no event. */
const LOOK_EVERY_MS = 20;

/**
 * Plays a case and requires that nothing of it is left: no process, no change in the workspace, no file of ours in the
 * temporary folder. A case that takes longer than `limitMs` fails, and its agent is killed.
 */
export async function onStage(
  subject: Subject,
  playCase: (stage: Stage) => Promise<void>,
  limitMs: number,
): Promise<void> {
  const world = await subject.createWorld();
  const files = { 'readme.txt': 'Read me.\n', [LIMITS_FILE]: LIMIT_WORDS };
  const workspace = await createTempWorkspace({ files, git: true });
  // Whoever reads this waits until it is stopped.
  execFileSync('mkfifo', [join(workspace.path, 'pipe')]);
  const stage = createStage(subject, world, workspace);
  const over = new AbortController();
  try {
    await Promise.race([playCase(stage), failAfter(limitMs, over.signal)]);
    await requireNobodyLeft(stage);
    requireNothingLeft(subject, world, workspace);
  } finally {
    over.abort();
    for (const { pid } of await stage.witnesses()) kill(pid);
    await world.remove();
    await workspace.remove();
  }
}

async function failAfter(limitMs: number, signal: AbortSignal): Promise<void> {
  await delay(limitMs, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) throw new Error(`not over within ${limitMs} ms`);
}

async function requireNobodyLeft({ witnesses }: Stage): Promise<void> {
  const deadline = performance.now() + DISAPPEAR_MS;
  let left = await witnesses();
  while (left.length > 0 && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
    left = await witnesses();
  }
  if (left.length > 0) throw new Error(`left running: ${left.map(({ argv }) => argv).join('; ')}`);
}

function requireNothingLeft({ leaves }: Subject, { variables }: AgentWorld, workspace: TempWorkspace): void {
  const changes = workspace.git('status', '--porcelain', '--ignored');
  if (changes !== '') throw new Error(`left in the workspace: ${changes}`);
  const files = readdirSync(variables['TMPDIR'] ?? '').filter((name) => !leaves.test(name));
  if (files.length > 0) throw new Error(`left in the temporary folder: ${files.join(', ')}`);
}

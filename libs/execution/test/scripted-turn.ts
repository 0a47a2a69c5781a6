import { turnOutcomeSchema, turnRequestSchema } from '@coagent8/contracts';
import type { BackendEvent, ConsultRequest, TurnProgress } from '@coagent8/contracts';

import { createTurnOperations } from '../src/turn-operations.js';
import { scriptedDependencies } from './dependencies.js';
import type { Script, World } from './dependencies.js';

export const started: Extract<BackendEvent, { type: 'started' }> = {
  type: 'started',
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
  model: 'big-model',
  agentVersion: '1.0.0',
};
export const says = (text: string): BackendEvent => ({
  type: 'message-completed',
  messageId: 'm',
  role: 'answer',
  text,
});
export const completed: BackendEvent = { type: 'completed' };

export function playing(...events: BackendEvent[]): Script {
  return async function* () {
    yield* events;
  };
}

/** Reports the model that it was asked for, as the seam wants it, and answers. */
export const obeying: Script = async function* ({ model = 'big-model', requireModel }) {
  await requireModel?.({ model });
  yield { ...started, model };
  yield says('Yes.');
  yield completed;
};

/** A request made in `folder`. */
export function requestIn(folder: string, change: object = {}): ConsultRequest {
  return turnRequestSchema.parse({
    schemaVersion: 1,
    operation: 'consult',
    proposal: 'Is it right?',
    origin: { directory: folder },
    ...change,
  });
}

/** Runs a turn in `folder`, which also keeps its data, and tells what was done on the way. */
export async function runScripted(folder: string, script: Script, world: World = {}) {
  const progress: TurnProgress[] = [];
  const { dependencies, seen } = scriptedDependencies(folder, script, world);
  const operations = createTurnOperations(dependencies);
  const outcome = turnOutcomeSchema.parse(
    await operations.run(requestIn(folder, world.change), {
      signal: world.signal ?? new AbortController().signal,
      onProgress: (each) => {
        progress.push(each);
        world.onProgress?.(each);
      },
      ...(world.askConsent === undefined ? {} : { askConsent: world.askConsent }),
    }),
  );
  return { outcome, progress, ...seen };
}

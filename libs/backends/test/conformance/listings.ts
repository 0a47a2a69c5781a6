import { CoAgentError } from '@coagent8/contracts';
import type { ModelCatalog } from '@coagent8/models';
import { expect } from '@jest/globals';

import { CANCELLED } from './stage.js';
import type { Cases, PlayOptions } from './stage.js';

/** When a listing is given up that nothing else ends, in milliseconds. */
const DEADLINE_MS = 500;
const timeout = new CoAgentError('TIMEOUT', 'the time limit was reached');
const refusal = new CoAgentError('POLICY_DENIED', 'that model may not run');

/** What an agent says of its models, and what becomes of a turn whose model may not run. */
export const LISTINGS = {
  'lists its models or its default, asks no model and leaves nothing running': async ({
    list,
    spoken,
    witnesses,
  }) => {
    const { models, agentDefault } = await list();
    const [first] = models;
    expect(agentDefault?.model ?? first?.id).toMatch(/^\S+$/);
    for (const { id, aliases, efforts } of models) {
      expect([id, ...aliases, ...efforts].filter((name) => !/^[^-\s]\S*$/.test(name))).toEqual([]);
    }
    expect(models.filter(({ isDefault }) => isDefault).length).toBeLessThanOrEqual(1);
    expect(spoken()).toBe('');
    expect(await witnesses()).toEqual([]);
  },
  'lists the same again': async ({ list }) => {
    expect(await list()).toEqual(await list());
  },
  'lists nothing where it is stopped already': async ({ list, witnesses }) => {
    await expect(list(AbortSignal.abort(CANCELLED))).rejects.toBe(CANCELLED);
    expect(await witnesses()).toEqual([]);
  },
  'stops listing where it hangs': async ({ subject, listFault, witnesses }) => {
    const { error, stopMs } = await listFault('silent', { stopAfterMs: DEADLINE_MS, reason: timeout });
    expect(error).toBe(timeout);
    expect(stopMs).toBeLessThan(subject.killBoundMs);
    expect(await witnesses()).toEqual([]);
  },
  'runs a model that it lists, and says which': async ({ list, play }) => {
    const reported: string[] = [];
    const { end, events } = await play('answer', {
      ...firstOf(await list()),
      requireModel: ({ model }) => void reported.push(model),
    });
    const [started] = events;
    expect([end, started?.type]).toEqual(['completed', 'started']);
    expect(reported).not.toEqual([]);
    if (started?.type === 'started') expect(reported).toContain(started.model);
  },
  'ends where its model may not run, and says nothing': async ({ subject, list, play, spoken }) => {
    const { ending, answer, partial } = await play('answer', {
      ...firstOf(await list()),
      requireModel: () => {
        throw refusal;
      },
    });
    expect(ending).toMatchObject({ failure: { code: refusal.code, message: refusal.message } });
    expect([answer.text, partial.text]).toEqual(['', '']);
    if (subject.learnsModel === 'before the prompt') expect(spoken()).toBe('');
  },
} satisfies Cases;

/** The first row of a catalog, as an implicit choice takes it. Nothing where no row is usable. */
function firstOf({ models: [first] }: ModelCatalog): PlayOptions {
  if (first === undefined) return {};
  const { id, defaultEffort } = first;
  return { model: id, ...(defaultEffort === undefined ? {} : { reasoningEffort: defaultEffort }) };
}

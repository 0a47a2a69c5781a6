import { backendIdSchema } from '@coagent8/contracts';
import { z } from 'zod';

import { diagnosisCancelled, nestedDiagnosis } from '../errors.js';
import { parseArguments } from './arguments.js';
import { inputSchemaOf } from './tool.js';
import type { Advertised, AnsweringTool } from './tool.js';

const NAME = 'doctor';

const schema = z.strictObject({
  scope: z
    .enum(['models', 'health'])
    .default('models')
    .describe(
      'health: what is installed, signed in, verifiable and limited, looked at anew; about half a minute',
    ),
  backend: backendIdSchema.optional(),
  detail: z.enum(['summary', 'full']).default('summary').describe('full: all of it as JSON'),
});

/**
 * What the agents offer, at which price and under which of the user's rules; or how they are. It answers in spite of a
 * configuration that cannot be used. Inside a turn it is refused: it may have to start agents, and a turn is to end with
 * the one agent that it started.
 */
export const doctor: Advertised<AnsweringTool> = {
  name: NAME,
  definition: {
    name: NAME,
    title: 'Models, prices and health of the agents',
    description:
      "Lists each agent's models, efforts, output prices, default, limits and which ones ask the user, free and mostly from memory; or how the agents are. Sends no prompt.",
    inputSchema: inputSchemaOf(schema),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  prepare(given) {
    const { scope, backend, detail } = parseArguments(NAME, schema, given);
    return async (diagnoses, { signal, tell }) => {
      if (await diagnoses.isNested()) throw nestedDiagnosis();
      if (scope === 'health') tell('the agents are asked; this takes about half a minute');
      const options = { signal, ...(backend === undefined ? {} : { backend }) };
      // The start of a server needs no reports.
      const { renderHealth, renderModels } = await import('../render/diagnosis.js');
      const render = { models: renderModels, health: renderHealth }[scope];
      const result = await render(diagnoses, options, detail);
      if (signal.aborted) throw diagnosisCancelled();
      return result;
    };
  },
};

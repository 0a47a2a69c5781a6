import { z } from 'zod';

import { diagnosisCancelled, nestedReport } from '../errors.js';
import { parseArguments } from './arguments.js';
import { saidText } from './execution-arguments.js';
import { inputSchemaOf } from './tool.js';
import type { Advertised, AnsweringTool } from './tool.js';

const NAME = 'issue';

const schema = z.strictObject({
  error_message: saidText.optional().describe('The error, word for word'),
  context: saidText.optional().describe('What was being done, in plain sentences'),
  include_doctor: z.boolean().default(true).describe('Add how the agents are; about half a minute'),
});

/**
 * A report of a problem that may be published, and the address of a form with it filled in where the package names one. It sends
 * nothing. Inside a turn it is refused where it would start agents.
 */
export const issue: Advertised<AnsweringTool> = {
  name: NAME,
  definition: {
    name: NAME,
    title: 'Prepare a problem report',
    description:
      'Prepares a report of a problem with CoAgent8, without secrets, paths or code, and a prefilled link where there is a place for reports. Submits nothing: show both to the user, who decides.',
    inputSchema: inputSchemaOf(schema),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  prepare(given) {
    const args = parseArguments(NAME, schema, given);
    return async ({ isNested, reportIssue }, { signal, caller, roots, tell }) => {
      const { error_message: errorMessage, context, include_doctor: includesHealth } = args;
      if (includesHealth && (await isNested())) throw nestedReport();
      if (includesHealth) tell('the agents are asked; this takes about half a minute');
      const directories = await roots();
      const request = {
        includesHealth,
        ...(errorMessage === undefined ? {} : { errorMessage }),
        ...(context === undefined ? {} : { context }),
        ...(caller === undefined ? {} : { caller }),
        ...(directories.length === 0 ? {} : { directories }),
      };
      // The start of a server needs no reports.
      const { renderIssue } = await import('../render/issue.js');
      try {
        return renderIssue(await reportIssue(request, { signal }));
      } catch (error) {
        throw signal.aborted ? diagnosisCancelled() : error;
      }
    };
  },
};

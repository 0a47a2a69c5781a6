import { CONTEXT_FILES_MAX, TASK_TYPES } from '@coagent8/contracts';
import { z } from 'zod';

import { argumentsRefused } from '../errors.js';
import { parseArguments } from './arguments.js';
import { executionArguments, executionFields, saidText } from './execution-arguments.js';
import { inputSchemaOf } from './tool.js';
import type { Advertised, TurnTool } from './tool.js';

const NAME = 'consult';
const texts = z.array(z.string().min(1));
const files = texts.max(CONTEXT_FILES_MAX);

const advertised = z.strictObject({
  proposal: saidText.describe(
    'What to judge or answer, with all the agent must know: it does not see your conversation',
  ),
  task_type: z.enum(TASK_TYPES).optional(),
  context_files: files.optional().describe('Files it should read, relative to the workspace'),
  specific_questions: texts.optional(),
  ...executionArguments,
});
const accepted = advertised.extend({ file_paths: files.optional() });

/** A second opinion from another agent. `file_paths` is an older name of `context_files`: accepted, not advertised. */
export const consult: Advertised<TurnTool> = {
  name: NAME,
  definition: {
    name: NAME,
    title: 'Consult another coding agent',
    description:
      "Second opinion from another vendor's coding agent on a plan, a bug or a design. It can read the workspace, is run read-only, and answers once, often after minutes.",
    inputSchema: inputSchemaOf(advertised),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
  parse(given) {
    const { file_paths: olderName, ...args } = parseArguments(NAME, accepted, given);
    if (olderName !== undefined && args.context_files !== undefined) {
      throw argumentsRefused({
        tool: NAME,
        problems: ['"file_paths" and "context_files" are two names of one argument'],
      });
    }
    return (origin) => ({
      ...executionFields(args),
      operation: NAME,
      proposal: args.proposal,
      taskType: args.task_type,
      contextFiles: args.context_files ?? olderName,
      specificQuestions: args.specific_questions,
      origin,
    });
  },
};

import type { TaskType, TurnRequest } from '@coagent8/contracts';
import { z } from 'zod';

import { actionMissing } from '../errors.js';
import { parseArguments } from './arguments.js';
import { consult } from './consult.js';
import { executionArguments, executionFields, saidText } from './execution-arguments.js';
import type { TurnTool } from './tool.js';

const analyzeSchema = z.strictObject({ task: saidText, ...executionArguments });
const analyze: TurnTool = {
  name: 'analyze',
  parse: (given) => {
    const { task, ...args } = parseArguments('analyze', analyzeSchema, given);
    return consultation('architecture', task, args);
  },
};

const context = saidText.optional();
const debugSchema = z.strictObject({ error_message: saidText, context, ...executionArguments });
const debug: TurnTool = {
  name: 'debug',
  parse: (given) => {
    const { error_message, context, ...args } = parseArguments('debug', debugSchema, given);
    return consultation('debug', withContext(error_message, context), args);
  },
};

const implementSchema = z.strictObject({ specification: saidText, context, ...executionArguments });
const implement: TurnTool = {
  name: 'implement',
  parse: (given) => {
    const { specification, context, ...args } = parseArguments('implement', implementSchema, given);
    return consultation('implementation', withContext(specification, context), args);
  },
};

const runSchema = z.looseObject({ action: z.enum(['consult', 'analyze', 'debug', 'implement']) });
/** Actions that are known and that this version does not have. */
const laterSchema = z.looseObject({ action: z.enum(['review', 'issue']) });
const run: TurnTool = {
  name: 'run',
  parse: (given) => {
    const later = laterSchema.safeParse(given).data;
    if (later !== undefined) throw actionMissing(later.action);
    const { action, ...args } = parseArguments('run', runSchema, given);
    return { consult, analyze, debug, implement }[action].parse(args);
  },
};

/** Tools of earlier versions: each is `consult` under another name. They can be called and are not listed. */
export const OLDER_TOOLS: readonly TurnTool[] = [analyze, debug, implement, run].map((tool) => ({
  ...tool,
  notice: (request) => notice(tool.name, request),
}));

function consultation(
  taskType: TaskType,
  proposal: string,
  args: Parameters<typeof executionFields>[0],
): ReturnType<TurnTool['parse']> {
  return (origin) => ({ ...executionFields(args), operation: 'consult', proposal, taskType, origin });
}

function withContext(text: string, context: string | undefined): string {
  return context === undefined ? text : `${text}\n\nContext:\n${context}`;
}

function notice(name: string, { taskType }: TurnRequest): string {
  const type = taskType === undefined ? '' : ` with task_type ${taskType}`;
  const advice = taskType === 'implementation' ? '; this is advice only, nothing was changed' : '';
  return `${name} is deprecated: use \`consult\`${type}${advice}`;
}

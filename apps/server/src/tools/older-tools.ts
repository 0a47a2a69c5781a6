import type { TaskType, TurnRequest } from '@coagent8/contracts';
import { z } from 'zod';

import { actionMissing } from '../errors.js';
import { parseArguments } from './arguments.js';
import { consult } from './consult.js';
import { executionArguments, executionFields, saidText } from './execution-arguments.js';
import { issue } from './issue.js';
import type { AnsweringTool, RedirectingTool, Tool, TurnTool } from './tool.js';

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

const OLDER_TURNS: readonly TurnTool[] = [analyze, debug, implement];

const runSchema = z.looseObject({ action: z.enum(['consult', 'analyze', 'debug', 'implement', 'issue']) });
/** Actions that are known and that this version does not have. */
const laterSchema = z.looseObject({ action: z.enum(['review']) });
const run: RedirectingTool = {
  name: 'run',
  redirect: (given) => {
    const later = laterSchema.safeParse(given).data;
    if (later !== undefined) throw actionMissing(later.action);
    const { action, ...args } = parseArguments('run', runSchema, given);
    if (action === 'issue') return { tool: withRecordNotice(issue, 'run'), given: args };
    return { tool: withNotice({ consult, analyze, debug, implement }[action], 'run'), given: args };
  },
};

/** Tools of earlier versions under which others can be called; they are not listed. */
export const OLDER_TOOLS: readonly Tool[] = [...OLDER_TURNS.map((tool) => withNotice(tool, tool.name)), run];

function withNotice({ name, parse }: TurnTool, calledAs: string): TurnTool {
  return { name, parse, notice: (request) => notice(calledAs, request) };
}

/** The notice is part of the record: a host may show nothing else. */
function withRecordNotice({ name, prepare }: AnsweringTool, calledAs: string): AnsweringTool {
  return {
    name,
    prepare: (given) => {
      const answerWith = prepare(given);
      return async (diagnoses, host) => {
        const result = await answerWith(diagnoses, host);
        const deprecated = { notice: `${calledAs} is deprecated: use \`${name}\`` };
        const { renderRecord } = await import('../render/result.js');
        return renderRecord({ ...deprecated, ...result.structuredContent });
      };
    },
  };
}

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

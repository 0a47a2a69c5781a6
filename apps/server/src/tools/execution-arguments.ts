import { backendChoiceSchema, TIMEOUT_DEFAULT_MS, TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from '@coagent8/contracts';
import type { TurnRequest } from '@coagent8/contracts';
import { z } from 'zod';

/** A text argument that says something. */
export const saidText = z
  .string()
  .min(1)
  .refine((text) => text.trim() !== '', 'a text that is not blank');

/** The arguments that every tool takes which runs a turn. */
export const executionArguments = {
  backend: backendChoiceSchema.default('auto'),
  workspace_path: z
    .string()
    .min(1)
    .optional()
    .describe('Absolute folder to work in. Default: the client root'),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Only if the user named one. Default: the agent's own. Where the doctor or `coagent8 models` tags a model ask, ask the user first; do not call one tagged deny",
    ),
  reasoning_effort: z.string().min(1).optional(),
  output_price_below: z
    .number()
    .positive()
    .optional()
    .describe("The user's limit in USD per million output tokens"),
  timeout_ms: z.int().min(TIMEOUT_MIN_MS).max(TIMEOUT_MAX_MS).default(TIMEOUT_DEFAULT_MS),
};

/** What {@link executionArguments} say, as fields of a request. */
export function executionFields(args: z.output<z.ZodObject<typeof executionArguments>>) {
  return {
    schemaVersion: 1,
    backend: args.backend,
    model: args.model,
    reasoningEffort: args.reasoning_effort,
    outputPriceBelow: args.output_price_below,
    timeoutMs: args.timeout_ms,
    workspacePath: args.workspace_path,
  } as const satisfies Partial<TurnRequest>;
}

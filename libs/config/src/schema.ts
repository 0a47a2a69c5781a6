import { BACKEND_IDS, backendIdSchema } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import { z } from 'zod';

import { absolutePath } from './locations.js';
import { ruleEntryProblem } from './rule-entry.js';

/** Size of the largest configuration, in bytes of UTF-8: of the file, and of the editor's settings. */
export const CONFIG_MAX_BYTES = 262_144;

/** Marks by which a host tells its own children that they are its children: no agent may inherit them. */
const HOST_MARKS = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
];

const nameSchema = z.string().min(1).describe('a name');
const namesSchema = z.array(nameSchema).describe('a list of names, as ["one", "two"]');
/** An entry that fits no model would look as if it held. */
const ruleEntriesSchema = z
  .array(
    z.string().superRefine((entry, context) => {
      const problem = ruleEntryProblem(entry);
      if (problem !== undefined) context.addIssue(problem);
    }),
  )
  .describe('a list of names, as ["one", "two"]');
const backendsText = BACKEND_IDS.join(', ');

const variableNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
  .refine((name) => !/^COAGENT8_/i.test(name), 'must not be a variable of CoAgent8')
  .refine((name) => !HOST_MARKS.includes(name.toUpperCase()), 'must not be a mark of the host');

const skillsSchema = z.object({
  installed: namesSchema.exactOptional(),
  disabled: namesSchema.exactOptional(),
});

const priceRuleSchema = z
  .number()
  .min(0)
  .nullable()
  .describe('a number from 0 on, or null, which switches the rule off');

/** A rule that nobody reads must not look as if it held: an unknown list or record is taken for a misspelt `models`. */
const notARuleSchema = z
  .unknown()
  .refine((value) => typeof value !== 'object' || value === null, 'is unknown; did you mean "models"?');

const governanceSchema = z
  .object({
    outputPriceAbove: priceRuleSchema.exactOptional(),
    defaultPriceRatio: priceRuleSchema.exactOptional(),
    models: z
      .strictObject({
        allow: ruleEntriesSchema.exactOptional(),
        ask: ruleEntriesSchema.exactOptional(),
        deny: ruleEntriesSchema.exactOptional(),
      })
      .exactOptional(),
  })
  .catchall(notARuleSchema);

/**
 * Run-time truth of {@link ConfigLayer}. Paths come out absolute and normalised, with `~/` expanded. Unknown properties
 * are dropped, except that under `governance` an unknown list or record, and any unknown key of `models`, is refused.
 * A missing `schemaVersion` means version 1. The description of a field says what it takes, as a sentence part.
 */
export function createLayerSchema(environment: Environment) {
  const pathSchema = pathIn(environment);
  const backendSchema = z.object({
    defaultModel: nameSchema.exactOptional(),
    executable: pathIn(environment, 'vscode-extension')
      .describe('an absolute path, one that begins with ~/, or vscode-extension')
      .exactOptional(),
    env: z
      .array(variableNameSchema)
      .describe('a list of names of environment variables, as ["MY_PROXY"]')
      .exactOptional(),
    skills: skillsSchema.exactOptional(),
  });
  return z.object({
    schemaVersion: z.literal(1).exactOptional(),
    defaultBackend: backendIdSchema.describe(`one of ${backendsText}`).exactOptional(),
    routing: z
      .object({
        strategy: z.enum(['fixed', 'smart_quota']).describe('one of fixed, smart_quota').exactOptional(),
        allowedBackends: z
          .array(backendIdSchema)
          .describe(`a list of ${backendsText}, as ["codex"]`)
          .exactOptional(),
      })
      .exactOptional(),
    backends: z
      .object({
        codex: backendSchema.exactOptional(),
        claude: backendSchema.exactOptional(),
        agy: backendSchema
          .extend({
            trustedWorkspaces: z
              .array(pathSchema)
              .describe('a list of paths, absolute or beginning with ~/, as ["~/mine"]')
              .exactOptional(),
          })
          .exactOptional(),
      })
      .exactOptional(),
    governance: governanceSchema.exactOptional(),
  });
}

/** What one source says: the file or the editor. A field it does not mention is absent. */
export type ConfigLayer = z.infer<ReturnType<typeof createLayerSchema>>;

function pathIn(environment: Environment, word?: string) {
  const expected = `must be an absolute path or begin with ~/${word === undefined ? '' : `, or be ${word}`}`;
  return z.string().transform((text, context) => {
    const path = text === word ? word : absolutePath(text, environment);
    if (path !== undefined && !/\p{Cc}/u.test(path)) return path;
    context.addIssue(expected);
    return z.NEVER;
  });
}

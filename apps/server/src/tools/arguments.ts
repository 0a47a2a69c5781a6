import { shownText } from '@coagent8/contracts';
import type { z } from 'zod';

import { argumentsRefused } from '../errors.js';
import { closestName } from './closest-name.js';
import { inputSchemaOf } from './tool.js';

/**
 * Reads the arguments of a call strictly: an argument that `schema` does not name is refused, too.
 *
 * @throws CoAgentError `INPUT_LIMIT` naming each argument that does not fit, what it was and what it should be.
 */
export function parseArguments<S extends z.ZodObject>(tool: string, schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const known = Object.keys(schema.shape);
  const context = { json: inputSchemaOf(schema), known, given: given ?? {} };
  const problems = new Map(issues.flatMap((issue) => problemsOf(issue, context)).reverse());
  throw argumentsRefused({
    tool,
    problems: [...problems.values()].reverse(),
    ...(issues.some(({ code }) => code === 'unrecognized_keys') ? { known } : {}),
  });
}

interface Context {
  readonly json: JsonSchema;
  readonly known: readonly string[];
  readonly given: unknown;
}

interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What is wrong, by the place where it is: of several faults at one place the first counts. */
function problemsOf(issue: z.core.$ZodIssue, { json, known, given }: Context): (readonly [string, string])[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [key, `${shownText(key)} is unknown${meant(closestName(key, known))}`]);
  }
  const place = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : String(step))).join('');
  const expected = issue.code === 'custom' ? issue.message : expectation(schemaAt(json, issue.path));
  const value = issue.path.reduce<unknown>((inside, step) => property(inside, step), given);
  const name = place === '' ? '"arguments"' : `"${place}"`;
  return [[place, `${name} is ${got(value)}, expected ${expected}`]];
}

const meant = (name: string | undefined) => (name === undefined ? '' : ` (did you mean "${name}"?)`);

function property(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function schemaAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof step === 'number' ? property(inside, 'items') : property(property(inside, 'properties'), step),
    json,
  );
}

/** A JSON schema in words. Only the keywords that the tools use. */
function expectation(schema: unknown): string {
  const keyword = (name: string) => property(schema, name);
  const options = keyword('enum');
  if (Array.isArray(options)) return `one of ${options.join(', ')}`;
  switch (keyword('type')) {
    case 'integer':
      return `an integer from ${keyword('minimum')} to ${keyword('maximum')}`;
    case 'number':
      return `a number above ${keyword('exclusiveMinimum')}`;
    case 'array': {
      const most = keyword('maxItems');
      return `an array of ${most === undefined ? '' : `at most ${most} `}non-empty strings`;
    }
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'a non-empty string';
    default:
      return 'an object with named arguments';
  }
}

function got(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return value === '' ? 'empty' : shownText(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

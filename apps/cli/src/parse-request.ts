import { shownText, turnRequestSchema } from '@coagent8/contracts';
import type { TurnRequest } from '@coagent8/contracts';

import { requestInvalid, requestNotJson } from './errors.js';

type ValidationIssue = NonNullable<ReturnType<typeof turnRequestSchema.safeParse>['error']>['issues'][number];

/** Most problems that one refusal lists. */
const ISSUES_SHOWN = 5;

/**
 * Checks a request that is not known to be one.
 *
 * @throws CoAgentError `INPUT_LIMIT` naming the first fields that are wrong.
 */
export function parseRequest(value: unknown): TurnRequest {
  const { success, data, error } = turnRequestSchema.safeParse(value);
  if (success) return data;
  throw requestInvalid(error.issues.flatMap(problemsOf).slice(0, ISSUES_SHOWN));
}

/** What zod says of a field, but for unknown names: they are the sender's own words. */
function problemsOf(issue: ValidationIssue): string[] {
  const said =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${shownText(key)} is unknown`)
      : [issue.message];
  return said.map((each) => [...issue.path.map(String), each].join(': '));
}

/** Reads one request record from a line of JSON. Throws like {@link parseRequest}. */
export function parseRequestLine(line: string): TurnRequest {
  return parseRequest(parseJson(line));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw requestNotJson(error);
  }
}

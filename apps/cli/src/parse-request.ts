import { turnRequestSchema } from '@coagent8/contracts';
import type { TurnRequest } from '@coagent8/contracts';

import { requestInvalid, requestNotJson } from './errors.js';

const ISSUES_SHOWN = 5;

/**
 * Checks a request that is not known to be one.
 *
 * @throws CoAgentError `INPUT_LIMIT` naming the first fields that are wrong.
 */
export function parseRequest(value: unknown): TurnRequest {
  const { success, data, error } = turnRequestSchema.safeParse(value);
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => [...path.map(String), message].join(': '));
  throw requestInvalid(issues.slice(0, ISSUES_SHOWN));
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

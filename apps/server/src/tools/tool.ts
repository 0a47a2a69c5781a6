import type { TurnOrigin, TurnRequest } from '@coagent8/contracts';
import { z } from 'zod';

import type { Diagnoses } from '../diagnoses.js';
import type { ToolResult } from '../render/result.js';

/** Most bytes of all definitions together (name, description and input schema as sent): each turn of a host pays them. */
export const DEFINITIONS_MAX_BYTES = 5_900;

/** A tool as a client lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** Hosts act on these: they must be true of every call. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a client sees of a tool. */
interface NamedTool {
  readonly name: string;
  /** Absent: it can be called and is not listed. */
  readonly definition?: ToolDefinition;
}

/** A tool that runs a turn: how its arguments become a request. */
export interface TurnTool extends NamedTool {
  /**
   * Reads a call's arguments; what comes back needs only the origin to be a request.
   * @throws CoAgentError `INPUT_LIMIT` naming every argument that does not fit.
   */
  readonly parse: (given: unknown) => (origin: TurnOrigin) => TurnRequest;
  /** What a result says of the tool itself, as a sentence part. */
  readonly notice?: (request: TurnRequest) => string;
}

/** A tool that answers by itself: it runs no turn and asks no model. */
export interface AnsweringTool extends NamedTool {
  /**
   * Reads a call's arguments; what comes back answers the call.
   * @throws CoAgentError `INPUT_LIMIT` naming every argument that does not fit.
   */
  readonly prepare: (given: unknown) => (diagnoses: Diagnoses, signal: AbortSignal) => Promise<ToolResult>;
}

/** A tool that can be called. */
export type Tool = TurnTool | AnsweringTool;

/** A `Kind` of tool that is listed. */
export type Advertised<Kind extends Tool> = Kind & Required<Pick<Kind, 'definition'>>;

/** `schema` as a client gets it: draft 7, what a caller may send, without the dialect's address. */
export function inputSchemaOf(schema: z.ZodObject): ToolDefinition['inputSchema'] {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  delete json.$schema;
  return { ...json, type: 'object' };
}

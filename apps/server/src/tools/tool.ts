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

/** What a tool that answers by itself gets of the call. */
export interface AnsweringHost {
  /** Aborted when the client cancels the call or the process is to end. */
  readonly signal: AbortSignal;
  /** Name of the client, as it calls itself. */
  readonly caller?: string;
  /** The client's roots as absolute paths, none where it tells none in time. Never rejects. */
  readonly roots: () => Promise<string[]>;
  /** Tells the client what the call is at, as a sentence part. */
  readonly tell: (step: string) => void;
}

/** A tool that answers by itself: it runs no turn and asks no model. */
export interface AnsweringTool extends NamedTool {
  /**
   * Reads a call's arguments; what comes back answers the call.
   * @throws CoAgentError `INPUT_LIMIT` naming every argument that does not fit.
   */
  readonly prepare: (given: unknown) => (diagnoses: Diagnoses, host: AnsweringHost) => Promise<ToolResult>;
}

/** A tool that stands for others: an argument of the call says for which. */
export interface RedirectingTool extends NamedTool {
  /**
   * The tool that is meant, and the arguments that are for it.
   * @throws CoAgentError `INPUT_LIMIT` where none is.
   */
  readonly redirect: (given: unknown) => {
    readonly tool: TurnTool | AnsweringTool;
    readonly given: unknown;
  };
}

/** A tool that can be called. */
export type Tool = TurnTool | AnsweringTool | RedirectingTool;

/** A `Kind` of tool that is listed. */
export type Advertised<Kind extends Tool> = Kind & Required<Pick<Kind, 'definition'>>;

/** `schema` as a client gets it: draft 7, what a caller may send, without the dialect's address. */
export function inputSchemaOf(schema: z.ZodObject): ToolDefinition['inputSchema'] {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  delete json.$schema;
  return { ...json, type: 'object' };
}

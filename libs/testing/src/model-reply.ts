/** One item that the model puts into its reply, in the order of the reply. */
export type ModelOutput =
  /** A message. `unfinished` stops after the first part of its text, without the item's end. */
  | {
      readonly type: 'message';
      readonly text: string;
      readonly phase?: 'commentary' | 'final_answer';
      readonly unfinished?: boolean;
    }
  | { readonly type: 'reasoning'; readonly summary: string }
  /** A message whose only content is a refusal. */
  | { readonly type: 'refusal'; readonly text: string }
  | {
      readonly type: 'function-call';
      readonly name: string;
      readonly namespace?: string;
      readonly callArguments: Readonly<Record<string, unknown>>;
    }
  /** A call whose input is free text: `apply_patch`, and `exec` of code mode. */
  | {
      readonly type: 'custom-call';
      readonly name: string;
      readonly namespace?: string;
      readonly input: string;
    };

/**
 * How a streamed reply ends. `cut` breaks the connection once all outputs are on their way; `silent` keeps it open and
 * says no more; `failed` and `incomplete` are the API's own unhappy ends.
 */
export type ReplyEnding =
  | { readonly type: 'completed' }
  | { readonly type: 'incomplete'; readonly reason: string }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }
  | { readonly type: 'cut' }
  | { readonly type: 'silent' };

/** What the model server answers to one request: plain data, made by a {@link Scenario}. */
export type ModelReply =
  | {
      readonly type: 'stream';
      readonly outputs: readonly ModelOutput[];
      /** Default `completed`. */
      readonly ending?: ReplyEnding;
      readonly headers?: Readonly<Record<string, string>>;
      /** Pause before anything is said, headers included, in milliseconds. Default 0. */
      readonly delayMs?: number;
      /** Pause after each event, in milliseconds. Default 0. */
      readonly paceMs?: number;
    }
  /** An HTTP error with a JSON body. */
  | {
      readonly type: 'error';
      readonly status: number;
      readonly error: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An event stream with this text instead of events. */
  | { readonly type: 'raw'; readonly text: string };

/** A reply that is streamed. */
export type StreamedReply = Extract<ModelReply, { type: 'stream' }>;

/** A streamed reply of these outputs that ends well. */
export function reply(...outputs: ModelOutput[]): ModelReply {
  return { type: 'stream', outputs };
}

/** A message marked as the answer. */
export function answer(text: string): ModelOutput {
  return { type: 'message', text, phase: 'final_answer' };
}

import type { Failure } from './error.js';
import type { Warning } from './outcome.js';
import type { ProfileEvidence } from './profile.js';

/** What a message is to the answer. `unmarked`: the agent did not say; the last such message stands in for an answer. */
export type MessageRole = 'answer' | 'commentary' | 'unmarked';

/** How one tool item of the agent ended. `denied`: the profile refused it. */
export type OperationStatus = 'succeeded' | 'failed' | 'denied';

/**
 * What a backend says while a turn runs, in words that no provider owns. A stream ends with exactly one `completed`
 * or `failed`, and nothing follows it. Text is as the agent sent it: unredacted, unbounded.
 */
export type BackendEvent =
  /** The profile holds and the prompt has been sent. */
  | {
      readonly type: 'started';
      readonly evidence: ProfileEvidence;
      /** The model that the agent reports. */
      readonly model?: string;
      /** What the name that was asked for stands for, where the agent says so: it may be an alias. */
      readonly askedModel?: string;
      readonly reasoningEffort?: string;
      readonly agentVersion?: string;
    }
  | { readonly type: 'message-delta'; readonly messageId: string; readonly text: string }
  | {
      readonly type: 'message-completed';
      readonly messageId: string;
      readonly role: MessageRole;
      readonly text: string;
    }
  /** The attempt that produced the messages so far failed and is made again: they are no answer any more. */
  | { readonly type: 'messages-superseded' }
  /** What was said so far came without the profile: nobody may see it. */
  | { readonly type: 'messages-voided' }
  | { readonly type: 'operation-started'; readonly operationId: string; readonly label: string }
  | { readonly type: 'operation-completed'; readonly operationId: string; readonly status: OperationStatus }
  | { readonly type: 'warning'; readonly warning: Warning }
  | { readonly type: 'completed' }
  | { readonly type: 'failed'; readonly failure: Failure };

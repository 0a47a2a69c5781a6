import type { spawnOwned } from '@coagent8/runtime';
import type { AgentId, AgentWorld } from '@coagent8/testing';

import type { Backend } from '../../src/backend.js';
import type { CaseName } from './cases.js';

/** What the model of an agent can be made to do, through a marker in the prompt. */
export type ModelAct =
  /** Says `Hello from the model.` */
  | 'answer'
  /** The same, after ARG milliseconds in which it says nothing. */
  | 'late'
  /** Answers with ARG characters: `0123456789abcdef`, again and again. */
  | 'long'
  /** Says `word` after `word`, ten a second. */
  | 'slow'
  /** Never says anything. */
  | 'hang'
  /** Reads the workspace with one tool, and answers. */
  | 'tool'
  /** Uses a tool that runs for half a minute. */
  | 'long-tool'
  /** Tries to write `written.txt` into the workspace. */
  | 'write'
  /** Breaks off in the middle of a sentence, each time it is asked. */
  | 'cut'
  /** Says ARG. */
  | 'say'
  /** Its limit for everything is used up. */
  | 'quota'
  /** A limit is used up that is for some models only. */
  | 'model-quota'
  /** It refuses once because of a limit, and answers when it is asked again. */
  | 'quota-once'
  | 'signed-out'
  | 'unknown-model';

/**
 * What no agent does on demand: a stand-in does it, which replays a recorded beginning of that agent's protocol and
 * then misbehaves. See `fixtures/conformance/faults.mjs`.
 */
export type Fault =
  | 'malformed'
  | 'huge-line'
  | 'torn'
  | 'quits'
  | 'fails'
  | 'silent'
  | 'asks'
  | 'slow-start'
  | 'slow-probe'
  | 'late-result'
  | 'holds-pipe'
  | 'leaves-child'
  | 'ends-slowly'
  | 'deaf'
  | 'flood'
  /** Prints words of limits on standard error, and answers. */
  | 'notes-limit'
  /** Prints them there, and exits with an error. */
  | 'fails-on-limit'
  | 'split';

/** One agent in the suite: how it is made to act, and where it differs from the others, and why. */
export interface Subject {
  readonly id: AgentId;
  readonly createBackend: (doors: { readonly spawn: typeof spawnOwned }) => Backend;
  /** A world for one case, in which the agent asks its model again a few times where a reply breaks off. */
  readonly createWorld: () => Promise<AgentWorld>;
  /** Absolute path of the stand-in. */
  readonly standIn: string;
  /** The prompt for each act of the model. ARG is put behind it. */
  readonly prompts: Readonly<Record<ModelAct, string>>;
  /** How sure one can be of the profile. */
  readonly assurance: 'verified' | 'requested';
  /** When it says which model runs. */
  readonly learnsModel: 'before the prompt' | 'after the prompt';
  /** Longest time from a stop to the death of an agent that ignores it, in milliseconds. */
  readonly killBoundMs: number;
  /** How the use of the reading tool is told. */
  readonly toolLabel: RegExp;
  /** How a refused write is told. */
  readonly refusedWrite: { readonly end: string; readonly denied: number; readonly because: string };
  /** When a used-up quota is there again, where the agent says so. */
  readonly resetsAt: string | undefined;
  /** Names of what the agent itself leaves in its temporary folder. */
  readonly leaves: RegExp;
  /** Cases that it cannot be brought to, each with the reason. */
  readonly unable: Readonly<Partial<Record<CaseName, string>>>;
}

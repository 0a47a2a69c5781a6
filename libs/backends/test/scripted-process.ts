import type { Line, OwnedProcess, ProcessEnd, spawnOwned } from '@coagent8/runtime';

import { cuesOf, inConversation, isCue, recordedIds } from './transcript-cues.js';
import type { SentMessage } from './transcript-cues.js';

/** How a scripted agent goes on. */
export interface Script {
  /** What it prints. A reply waits until its request has been sent; the start of a turn, until the prompt has. */
  readonly output: string;
  /** How it ends when its output is over. Default 0. */
  readonly exitCode?: number | null;
  readonly diagnostics?: string;
  /** Whether its group still answered after its end. */
  readonly leavesGroup?: boolean;
  /** Whether it goes on running when its output is over, until something more is sent to it. */
  readonly staysOpen?: boolean;
  /** Called when a line has to wait for a cue. */
  readonly onAwait?: (cue: string) => void;
}

/** The part of an agent: what it says, and what it hears. */
export interface Part {
  readonly sent: readonly SentMessage[];
  /** To be read once. Over when the script is, or when nothing is left to wait for. */
  readonly lines: AsyncGenerator<Line>;
  /** Takes what is written to the agent. */
  readonly hear: (text: string) => void;
  /** Takes the arguments that the agent is started with. */
  readonly startWith: (args: readonly string[]) => void;
  /** Nothing more will be sent: what waits for a cue is never said. */
  readonly endHearing: () => void;
}

/** Plays the {@link Part} that a script gives. */
export function createPart({ output, staysOpen = false, onAwait }: Script): Part {
  const sent: SentMessage[] = [];
  let sessionId: string | undefined;
  let news = Promise.withResolvers<void>();
  let isDeaf = false;
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  return {
    sent,
    lines: say(),
    hear: (text) => {
      sent.push(JSON.parse(text));
      tell();
    },
    startWith: (args) => {
      sessionId = args[args.indexOf('--session-id') + 1];
    },
    endHearing: () => {
      isDeaf = true;
      tell();
    },
  };

  async function* say(): AsyncGenerator<Line> {
    const texts = output.split('\n');
    const cues = cuesOf(texts);
    const then = recordedIds(texts);
    for (const [index, text] of texts.entries()) {
      const complete = index < texts.length - 1;
      if (!complete && text === '') break;
      const name = cues[index];
      const cue = name === undefined ? undefined : await awaitCue(name);
      if (name !== undefined && cue === undefined) return;
      const now = { sessionId, messageId: sent.find(({ uuid }) => uuid !== undefined)?.uuid };
      yield { text: inConversation(text, { cue, then, now }), complete };
    }
    if (staysOpen && !isDeaf) await news.promise;
  }

  async function awaitCue(name: string): Promise<SentMessage | undefined> {
    const find = () => sent.find((message) => isCue(name, message));
    if (!find()) onAwait?.(name);
    while (!find() && !isDeaf) await news.promise;
    return find();
  }
}

/** A scripted agent, and what was sent to it. */
export interface ScriptedProcess extends OwnedProcess, Pick<Part, 'sent' | 'startWith'> {}

/** An agent without a process: its lines are those of a script. */
export function createScriptedProcess(script: Script): ScriptedProcess {
  const { exitCode = 0, diagnostics = '', leavesGroup = false } = script;
  const part = createPart(script);
  const ended = Promise.withResolvers<ProcessEnd>();
  let isStopped = false;
  const end = (signal: NodeJS.Signals | null) =>
    ended.resolve({
      pid: 1,
      exitCode: signal === null ? exitCode : null,
      signal,
      diagnostics,
      diagnosticsTruncated: false,
      remains: { groupAlive: leavesGroup, pipeHeld: false },
    });
  return {
    pid: 1,
    sent: part.sent,
    startWith: part.startWith,
    lines: print(),
    write: async (text) => part.hear(text),
    endInput: () => {
      part.endHearing();
      end(null);
    },
    stop: () => {
      isStopped = true;
      part.endHearing();
      end('SIGTERM');
      return ended.promise;
    },
    ended: ended.promise,
  };

  async function* print(): AsyncGenerator<Line> {
    for await (const line of part.lines) {
      if (isStopped) return;
      yield line;
    }
    end(null);
  }
}

/** A `spawnOwned` that always starts `process`. */
export function spawning(process: OwnedProcess & Partial<Pick<Part, 'startWith'>>): typeof spawnOwned {
  return async ({ args }) => {
    process.startWith?.(args);
    return process;
  };
}

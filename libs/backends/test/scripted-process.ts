import type { Line, OwnedProcess, ProcessEnd, spawnOwned } from '@coagent8/runtime';

/** How a scripted app-server goes on. */
export interface Script {
  /** What it prints. A reply waits until a request with its id has been sent. */
  readonly output: string;
  /** How it ends when its output is over. Default 0. */
  readonly exitCode?: number;
  readonly diagnostics?: string;
  /** Whether its group still answered after its end. */
  readonly leavesGroup?: boolean;
  /** Whether it goes on running when its output is over, until something more is sent to it. */
  readonly staysOpen?: boolean;
}

/** A scripted app-server, and what was sent to it. */
export interface ScriptedProcess extends OwnedProcess {
  readonly sent: readonly {
    readonly id?: number;
    readonly method?: string;
    readonly params?: Record<string, unknown>;
  }[];
}

/** An app-server without a process: its lines are those of a script. */
export function createScriptedProcess({
  output,
  exitCode = 0,
  diagnostics = '',
  leavesGroup = false,
  staysOpen = false,
}: Script): ScriptedProcess {
  const sent: { id?: number; method?: string; params?: Record<string, unknown> }[] = [];
  const ended = Promise.withResolvers<ProcessEnd>();
  let sending = Promise.withResolvers<void>();
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
    sent,
    lines: print(),
    write: async (text) => {
      sent.push(JSON.parse(text));
      sending.resolve();
      sending = Promise.withResolvers();
    },
    endInput: () => end(null),
    stop: () => {
      isStopped = true;
      sending.resolve();
      end('SIGTERM');
      return ended.promise;
    },
    ended: ended.promise,
  };

  async function* print(): AsyncGenerator<Line> {
    const texts = output.split('\n');
    for (const [index, text] of texts.entries()) {
      const complete = index < texts.length - 1;
      if (!complete && text === '') break;
      await isAsked(text);
      if (isStopped) return;
      yield { text, complete };
    }
    if (staysOpen) await sending.promise;
    end(null);
  }

  async function isAsked(line: string): Promise<void> {
    const id = replyId(line);
    while (id !== undefined && !isStopped && !sent.some((message) => message.id === id))
      await sending.promise;
  }
}

/** A `spawnOwned` that always starts `process`. */
export function spawning(process: OwnedProcess): typeof spawnOwned {
  return async () => process;
}

function replyId(line: string): number | undefined {
  try {
    const { id, method } = JSON.parse(line);
    return method === undefined && typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}

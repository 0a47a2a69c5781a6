import { CoAgentError } from '@coagent8/contracts';
import type { Line, OwnedProcess } from '@coagent8/runtime';

/** A message as it is sent: one line of JSON. */
export type Message = Readonly<Record<string, unknown>>;

/** Messages in both directions with one process, and which of ours wait for a reply. */
export interface MessageChannel<Id, Reply> {
  /**
   * Sends `message`, which bears `id`, and waits for its reply.
   *
   * @throws CoAgentError what `late` makes where none comes in time; what {@link send} throws; what ended the channel.
   */
  readonly ask: (
    id: Id,
    message: Message,
    limit: { readonly timeoutMs: number; readonly late: () => CoAgentError },
  ) => Promise<Reply>;
  /** A reply has come. One to nobody is dropped. */
  readonly settle: (id: Id, reply: Reply) => void;
  /** @throws CoAgentError `INPUT_LIMIT` where the process may not be given so much; what ended the channel. */
  readonly send: (message: Message) => Promise<void>;
  /** Resolves with the reason when no more can be read. Never rejects. */
  readonly lost: Promise<unknown>;
  readonly isOver: () => boolean;
}

/** What a channel is made of. */
export interface ChannelOptions {
  readonly process: Pick<OwnedProcess, 'lines' | 'write'>;
  /** Called with each line, in order. What it throws ends the channel. */
  readonly onLine: (line: Line) => void;
  /** Says what the end of the output means. */
  readonly explainEnd: () => Promise<unknown>;
}

interface Waiter<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads the output of a process until its end. */
export function openChannel<Id, Reply>({
  process,
  onLine,
  explainEnd,
}: ChannelOptions): MessageChannel<Id, Reply> {
  const waiting = new Map<Id, Waiter<Reply>>();
  let end: { readonly reason: unknown } | undefined;

  const lost = read().then(explainEnd, (error: unknown) => error);
  void lost.then((reason) => {
    end = { reason };
    for (const { reject } of waiting.values()) reject(reason);
  });
  return {
    ask,
    settle: (id, reply) => waiting.get(id)?.resolve(reply),
    send,
    lost,
    isOver: () => end !== undefined,
  };

  async function read(): Promise<void> {
    for await (const line of process.lines) onLine(line);
  }

  async function ask(
    id: Id,
    message: Message,
    { timeoutMs, late }: { readonly timeoutMs: number; readonly late: () => CoAgentError },
  ): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    waiting.set(id, { resolve, reject });
    const timer = setTimeout(() => reject(late()), timeoutMs);
    send(message).catch(reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  /** A closed pipe is no news here: the output ends, too, and its end says more. */
  async function send(message: Message): Promise<void> {
    if (end) throw end.reason;
    await process.write(`${JSON.stringify(message)}\n`).catch((error: unknown) => {
      if (CoAgentError.is(error) && error.code === 'INPUT_LIMIT') throw error;
    });
  }
}

import { createHeadBuffer } from './bounded-buffer.js';
import { decodeUtf8 } from './decode-utf8.js';
import { aborted, inputTooLong } from './errors.js';
import type { OwnedCommand, ProcessEnd, StartedProcess } from './owned-process.js';
import { INPUT_MAX_BYTES } from './process-input.js';
import { startProcess } from './spawn-owned.js';

/** How {@link runToEnd} runs a program. */
export interface RunToEndOptions {
  /** Sent to standard input, which is then closed; without it the input is closed at once. */
  readonly input?: string;
  /** More output than this stops the program. */
  readonly stdoutMaxBytes: number;
  /** Counted from the program's start. */
  readonly timeoutMs: number;
  /** Stops the program. */
  readonly signal?: AbortSignal;
}

/** What ended a run: the program itself, the time limit, the caller, or the bound on output. */
export type StopReason = 'exit' | 'timeout' | 'cancelled' | 'limit';

/** What a program printed, and how it ended. */
export interface CompletedRun {
  /** The start of standard output, unredacted. */
  readonly stdout: string;
  /** Whether there was more than `stdoutMaxBytes`, also where the program ended before it could be stopped. */
  readonly truncated: boolean;
  readonly end: ProcessEnd;
  /** The first reason; what came after it is not recorded. */
  readonly stopReason: StopReason;
}

/**
 * Runs a short program and collects what it prints. An exit code other than 0 is a result, not an error; so is input
 * that the program did not want.
 *
 * @throws CoAgentError what `spawnOwned` throws; `INPUT_LIMIT` for input over {@link INPUT_MAX_BYTES}; `ABORTED` where
 * `signal` is aborted before the start. Nothing runs then.
 */
export async function runToEnd(command: OwnedCommand, options: RunToEndOptions): Promise<CompletedRun> {
  const { input = '', stdoutMaxBytes, timeoutMs, signal } = options;
  if (signal?.aborted) throw aborted();
  if (Buffer.byteLength(input) > INPUT_MAX_BYTES) throw inputTooLong(command.file, INPUT_MAX_BYTES);
  const running = await startProcess(command);
  const stops = watchForStops(running, { timeoutMs, ...(signal === undefined ? {} : { signal }) });
  send(running, input);
  try {
    const stdout = createHeadBuffer(stdoutMaxBytes);
    let truncated = false;
    for await (const chunk of running.output) {
      truncated = !stdout.push(chunk);
      if (truncated) break;
    }
    if (truncated) stops.stopFor('limit');
    const end = await running.ended;
    const text = decodeUtf8(stdout.bytes(), truncated ? 'end' : 'neither');
    return { stdout: text, truncated, end, stopReason: stops.reason() };
  } finally {
    stops.dispose();
  }
}

function send(running: StartedProcess, input: string): void {
  if (input !== '') running.write(input).catch(() => undefined);
  running.endInput();
}

function watchForStops(running: StartedProcess, limits: { timeoutMs: number; signal?: AbortSignal }) {
  let reason: StopReason | undefined;
  const stopFor = (newReason: StopReason) => {
    reason ??= newReason;
    void running.stop();
  };
  const cancel = () => stopFor('cancelled');
  const timer = setTimeout(() => stopFor('timeout'), limits.timeoutMs);
  limits.signal?.addEventListener('abort', cancel, { once: true });
  if (limits.signal?.aborted) cancel();
  void running.exited.then(() => (reason ??= 'exit'));
  return {
    stopFor,
    reason: (): StopReason => reason ?? 'exit',
    dispose: () => {
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', cancel);
    },
  };
}

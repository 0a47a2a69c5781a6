import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { ReadStream } from 'node:tty';

import type { Terminal } from './world.js';

/** How long typed lines that wait are taken for typed before, in milliseconds. */
const TYPED_BEFORE_MS = 50;

/** The process, as far as it says which terminal there is. */
export interface TerminalSource {
  readonly stdin: NodeJS.ReadStream;
}

/**
 * Opens the controlling terminal, else standard input where that is one, as on Windows. It is left in the
 * mode that it is in: it shows what is typed, takes a line back, and ends the command at Ctrl-C. Never rejects: undefined
 * where there is no terminal.
 */
export async function openTerminal({ stdin }: TerminalSource): Promise<Terminal | undefined> {
  const input = (await controllingTerminal()) ?? standardInput(stdin);
  if (input === undefined) return undefined;
  const lines = createInterface({ input, terminal: false });
  const terminal = readLinesOf(lines, () => {
    lines.close();
    input.destroy();
  });
  await delay(TYPED_BEFORE_MS);
  await untilSilent(lines);
  return terminal;
}

/** On a busy machine the time can be up before anything was read. Each turn of the event loop reads a line that waits. */
async function untilSilent(lines: ReturnType<typeof createInterface>): Promise<void> {
  let isSilent = false;
  const hear = () => {
    isSilent = false;
  };
  lines.on('line', hear);
  while (!isSilent) {
    isSilent = true;
    await setImmediate();
  }
  lines.off('line', hear);
}

function standardInput(stdin: NodeJS.ReadStream): ReadStream | undefined {
  return stdin.isTTY && stdin.readable ? stdin : undefined;
}

/** A file that is read like one would hold up the end of the process: only its descriptor is taken. */
async function controllingTerminal(): Promise<ReadStream | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadStream | undefined>();
  const file = createReadStream('/dev/tty', { autoClose: false });
  file.once('open', (descriptor: number) => {
    resolve(terminalOf(descriptor));
  });
  file.once('error', () => {
    resolve(undefined);
  });
  return promise;
}

function terminalOf(descriptor: number): ReadStream | undefined {
  try {
    return new ReadStream(descriptor);
  } catch {
    return undefined;
  }
}

/** The lines of a terminal, one for each question. A terminal that breaks, as one whose window is closed, has no more of them. */
export function readLinesOf(lines: ReturnType<typeof createInterface>, close: () => void): Terminal {
  let take: ((line: string | undefined) => void) | undefined;
  let isOver = false;
  const give = (line: string | undefined) => {
    take?.(line);
    take = undefined;
  };
  lines.on('line', give);
  lines.on('error', () => lines.close());
  lines.on('close', () => {
    isOver = true;
    give(undefined);
  });
  return {
    readLine: (signal) => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      if (isOver || signal.aborted) return Promise.resolve(undefined);
      take = resolve;
      signal.addEventListener('abort', () => give(undefined), { once: true });
      return promise;
    },
    close,
  };
}

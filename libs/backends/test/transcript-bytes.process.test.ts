import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import { expect, it } from '@jest/globals';

import { createPart } from './scripted-process.js';
import type { Part, Script } from './scripted-process.js';
import { replay } from './transcript-turn.js';
import type { Stage } from './transcript-turn.js';
import { CASES, outcomeOf } from './transcripts.js';

/** Prints each byte that it is given for itself, and ends as it is told. */
const BYTE_BY_BYTE = 'dd bs=1 2>/dev/null; printf %s "$1" >&2; exit "$2"';

/** Plays a script through the pipe of a real process. */
function throughPipe(script: Script): Stage {
  const { exitCode, diagnostics = '' } = script;
  const part = createPart(script);
  return {
    sent: part.sent,
    spawn: async ({ args }, options) => {
      part.startWith(args);
      const printer = ['-c', BYTE_BY_BYTE, 'sh', diagnostics, String(exitCode ?? 1)];
      const place = { cwd: import.meta.dirname, env: { PATH: '/usr/bin:/bin' } };
      const owned = await spawnOwned({ file: '/bin/sh', args: printer, ...place }, options);
      void print(part, owned);
      return { ...owned, write: async (text) => part.hear(text), endInput: part.endHearing };
    },
  };
}

async function print({ lines }: Part, printer: OwnedProcess): Promise<void> {
  for await (const { text, complete } of lines) await printer.write(complete ? `${text}\n` : text);
  printer.endInput();
}

it.each(CASES)('$agent $version $name, byte by byte', async (transcript) => {
  const piped = await replay(transcript, {}, throughPipe);
  expect(outcomeOf(piped)).toEqual(outcomeOf(await replay(transcript)));
  expect(piped.warnings).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 7;
const MEGABYTE = 1024 * 1024;
const DECODED_BYTES = 32 * MEGABYTE;
const REDACTED_BYTES = 2 * MEGABYTE;

/** Code with some text beyond ASCII, as agents send it. */
const LINE = `${JSON.stringify({ type: 'delta', text: 'const größe = await total(items); // ≤ 3 → ok' })}\n`;

/**
 * How fast an agent's output is read line by line, against reading the pipe alone, and how fast an answer is secured.
 * @param {string} folder - For its files.
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function throughput(folder) {
  const { spawnOwned } = await import('@coagent8/runtime');
  const { secureText } = await import('@coagent8/security');
  const file = join(folder, 'lines.txt');
  const lines = Math.ceil(DECODED_BYTES / Buffer.byteLength(LINE));
  writeFileSync(file, LINE.repeat(lines));
  const answer = LINE.repeat(Math.ceil(REDACTED_BYTES / Buffer.byteLength(LINE)));
  const { pipe, decoded, secured } = await inTurns(
    {
      pipe: () =>
        timed(async () => {
          const child = spawn('cat', [file], { stdio: ['ignore', 'pipe', 'ignore'] });
          child.stdout.resume();
          await once(child, 'close');
        }),
      decoded: () =>
        timed(async () => {
          const child = await spawnOwned({ file: '/bin/cat', args: [file], cwd: folder, env: {} });
          let seen = 0;
          for await (const line of child.lines) seen += Number(line.text.length > 0);
          await child.ended;
          if (seen !== lines) throw new Error(`${seen} of ${lines} lines arrived`);
        }),
      secured: () => timed(() => secureText(answer)),
    },
    ROUNDS,
  );
  const rate = (/** @type {number} */ bytes, /** @type {number[]} */ ms) =>
    bytes / MEGABYTE / (median(ms) / 1000);
  return [
    {
      what: 'agent output decoded into lines, against the bare pipe',
      value: `${(median(decoded) / median(pipe)).toFixed(1)}× (${rate(DECODED_BYTES, decoded).toFixed(0)} MB/s, ${rate(DECODED_BYTES, pipe).toFixed(0)} MB/s)`,
    },
    {
      what: 'answers secured (controls and credentials)',
      value: `${rate(REDACTED_BYTES, secured).toFixed(1)} MB/s`,
    },
  ];
}

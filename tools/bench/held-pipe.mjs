import { tmpdir } from 'node:os';

import { inTurns, timed } from './measure.mjs';

const ROUNDS = 5;
const HELD_MAX_MS = 2_300;

/** Answers at once and leaves a child of its own that keeps the pipe open for 20 seconds. */
const PROGRAM = `
  require('node:child_process').spawn('sleep', ['20'], { stdio: ['ignore', 'inherit', 'inherit'] }).unref();
  console.log('done');
`;

/**
 * How long an answer takes whose pipe somebody else keeps open.
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function heldPipe() {
  const { runToEnd } = await import('@coagent8/runtime');
  const { held } = await inTurns(
    {
      held: () =>
        timed(async () => {
          const { stdout } = await runToEnd(
            {
              file: process.execPath,
              args: ['-e', PROGRAM],
              cwd: tmpdir(),
              env: { PATH: process.env['PATH'] ?? '' },
            },
            { stdoutMaxBytes: 1_000, timeoutMs: 30_000 },
          );
          if (stdout !== 'done\n') throw new Error(`unexpected output: ${stdout}`);
        }),
    },
    ROUNDS,
  );
  const worst = Math.max(...held);
  return [
    {
      what: 'answer whose pipe is held open for 20 s, worst',
      value: `${(worst / 1000).toFixed(2)} s`,
      target: `≤ ${HELD_MAX_MS / 1000} s`,
      holds: worst <= HELD_MAX_MS,
    },
  ];
}

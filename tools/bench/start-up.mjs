import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 15;
const RATIO_MAX = 3.5;
const RSS_MAX_MB = 75;
/** After this the server has done all that it does by itself. */
const IDLE_AFTER_MS = 1_000;

/**
 * How soon the installed server answers, against Node doing nothing at all, and what it weighs when idle.
 * @param {import('./world.mjs').BenchWorld} world
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function startUp(world) {
  const { bare, server } = await inTurns(
    {
      bare: () => timed(() => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')),
      server: async () => {
        const client = world.serve();
        const ms = await timed(() => client.initialize());
        await delay(400); // the compile cache is written by then
        await client.close();
        return ms;
      },
    },
    ROUNDS,
  );
  const ratio = median(server) / median(bare);
  const rss = await idleMegabytes(world);
  return [
    {
      what: 'spawn → initialize answered, against `node -e 0`',
      value: `${ratio.toFixed(2)}× (${median(server).toFixed(0)} ms, ${median(bare).toFixed(0)} ms)`,
      target: `≤ ${RATIO_MAX}×`,
      holds: ratio <= RATIO_MAX,
    },
    {
      what: 'idle server, resident memory',
      value: `${rss.toFixed(0)} MB`,
      target: `≤ ${RSS_MAX_MB} MB`,
      holds: rss <= RSS_MAX_MB,
    },
  ];
}

/** @param {import('./world.mjs').BenchWorld} world */
async function idleMegabytes(world) {
  const client = world.serve();
  await client.initialize();
  await client.request('tools/list');
  await delay(IDLE_AFTER_MS);
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${client.pid}/status`, 'utf8'))?.[1];
  await client.close();
  return Number(kilobytes) / 1024;
}

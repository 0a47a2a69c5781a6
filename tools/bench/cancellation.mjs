import { setTimeout as delay } from 'node:timers/promises';

import { median, timed } from './measure.mjs';

const ROUNDS = 20;
/** How soon the last process of a cancelled turn is gone, at worst. */
const DEAD_MAX_MS = { codex: 3_500, claude: 3_500, agy: 5_000 };
const LOOK_EVERY_MS = 5;

/**
 * From a host's cancellation to the death of every process of the turn.
 * @param {import('./world.mjs').BenchWorld} world
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
export async function cancellation(world) {
  const { descendantsOf, waitForDeath } = await import('@coagent8/testing');
  const client = world.serve();
  await client.initialize();
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = world.spoken().length;
    const call = client.send('tools/call', {
      name: 'consult',
      arguments: { backend: world.id, proposal: `SCENARIO=hang round ${round}` },
    });
    call.reply.catch(() => undefined);
    while (world.spoken().length === before) await delay(LOOK_EVERY_MS);
    const family = descendantsOf(client.pid ?? 0);
    if (family.length === 0) throw new Error('the turn has no process');
    times.push(
      await timed(async () => {
        client.notify('notifications/cancelled', { requestId: call.id });
        const dead = await Promise.all(family.map((pid) => waitForDeath(pid, 2 * DEAD_MAX_MS[world.id])));
        if (dead.includes(false)) throw new Error('a process of the turn outlived its cancellation');
      }),
    );
  }
  await client.close();
  const worst = Math.max(...times);
  return {
    what: `cancellation of ${world.id} to the death of its group, worst of ${ROUNDS}`,
    value: `${worst.toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`,
    target: `≤ ${DEAD_MAX_MS[world.id]} ms`,
    holds: worst <= DEAD_MAX_MS[world.id],
  };
}

import { DRIVE_DIRECTLY } from './drive-directly.mjs';
import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 12;
const OVERHEAD_MAX_MS = 100;

/**
 * What a `consult` costs over driving the same binary directly.
 * @param {import('./world.mjs').BenchWorld} world
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
export async function consultOverhead(world) {
  const client = world.serve();
  await client.initialize();
  const { direct, consult } = await inTurns(
    {
      direct: () => timed(() => DRIVE_DIRECTLY[world.id](world)),
      consult: () =>
        timed(async () => {
          const { result } = await client.request('tools/call', {
            name: 'consult',
            arguments: { backend: world.id, proposal: 'SCENARIO=answer' },
          });
          if (/** @type {{ isError?: boolean }} */ (result).isError) throw new Error(JSON.stringify(result));
        }),
    },
    ROUNDS,
  );
  await client.close();
  const overhead = median(consult.map((ms, round) => ms - direct[round]));
  return {
    what: `consult of ${world.id} in a warm server, over the bare binary`,
    value: `${overhead < 0 ? '−' : '+'}${Math.abs(overhead).toFixed(0)} ms (${median(consult).toFixed(0)} ms, ${median(direct).toFixed(0)} ms)`,
    target: `≤ +${OVERHEAD_MAX_MS} ms`,
    holds: overhead <= OVERHEAD_MAX_MS,
  };
}

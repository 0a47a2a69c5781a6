import { readFileSync } from 'node:fs';

const TURNS = 32;
const GROWTH_MAX_MB = 2;

/**
 * Many turns at once: each must get its own answer, and the server must not swell.
 * @param {import('./world.mjs').BenchWorld} world - Of an agent that is light.
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function concurrency(world) {
  const client = world.serve();
  await client.initialize();
  const ask = async (/** @type {string} */ mark) => {
    const { result } = await client.request('tools/call', {
      name: 'consult',
      arguments: { backend: world.id, proposal: `SCENARIO=say ARG=${JSON.stringify(mark)}` },
    });
    const [{ text }] = /** @type {{ content: { text: string }[] }} */ (result).content;
    return text.split('\n').some((line) => line.includes(mark));
  };
  if (!(await ask('warm-up'))) throw new Error('the first turn was not answered');
  const idle = megabytes(client.pid);
  const answered = await Promise.all(
    Array.from({ length: TURNS }, (_, turn) => ask(`turn-${turn}-${turn ** 3}.`)),
  );
  const growth = (megabytes(client.pid) - idle) / TURNS;
  await client.close();
  const count = answered.filter(Boolean).length;
  return [
    {
      what: `${TURNS} turns of ${world.id} at once, answered`,
      value: String(count),
      target: `= ${TURNS}`,
      holds: count === TURNS,
    },
    {
      what: 'most memory the server took for one of them',
      value: `${growth.toFixed(2)} MB`,
      target: `≤ ${GROWTH_MAX_MB} MB`,
      holds: growth <= GROWTH_MAX_MB,
    },
  ];
}

/**
 * The most memory that a process has had resident.
 * @param {number | undefined} pid
 */
function megabytes(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

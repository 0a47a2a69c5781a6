import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 15;
const REPORTED_MAX_MS = 50;

/**
 * What `doctor` costs in a warm server where the agent's list is known, and how many processes it starts.
 * @param {import('./world.mjs').BenchWorld} world
 * @param {string} folder - For its files.
 * @returns {Promise<import('./measure.mjs').Figure>}
 */
export async function doctorModels(world, folder) {
  const file = join(folder, 'processes.txt');
  const client = world.serve({
    nodeArguments: ['--import', new URL('count-processes.mjs', import.meta.url).href],
    variables: { COUNTED_PROCESSES: file },
  });
  await client.initialize();
  const call = async (/** @type {string} */ name, /** @type {object} */ args) => {
    const { result } = await client.request('tools/call', { name, arguments: args });
    const { isError, content } = /** @type {{ isError?: boolean, content: { text: string }[] }} */ (result);
    if (isError || !content[0]?.text.includes(world.id)) throw new Error(JSON.stringify(result));
  };
  // A turn starts the agent, and so shows that processes are counted; after the first report all is known.
  await call('consult', { backend: world.id, proposal: 'SCENARIO=answer' });
  if (started() === 0) throw new Error('a turn started a process, and it was not counted');
  const ask = () => call('doctor', {});
  await ask();
  rmSync(file);
  const { reported } = await inTurns({ reported: () => timed(ask) }, ROUNDS);
  await client.close();
  return {
    what: `doctor with the models of ${world.id} from caches, in a warm server`,
    value: `${median(reported).toFixed(0)} ms, ${started()} processes`,
    target: `≤ ${REPORTED_MAX_MS} ms, 0 processes`,
    holds: median(reported) <= REPORTED_MAX_MS && started() === 0,
  };

  function started() {
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  }
}

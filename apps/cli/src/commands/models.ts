import { modelLines } from '@coagent8/diagnostics';

import type { ModelsFlags } from '../arguments/models.js';
import { writeJson } from '../output/json.js';
import { styleFor } from '../output/style.js';
import { whileWaiting } from '../output/while-waiting.js';
import type { World } from '../world.js';

/** `coagent8 models`: lists what the agents offer. It succeeds whatever that is. */
export async function models(world: World, { backend, refresh = false, json = false }: ModelsFlags) {
  const { stdout, environment } = world;
  const { reportModels, settled } = await world.services();
  const options = { ...(backend === undefined ? {} : { backend }), isFresh: refresh };
  const report = await whileWaiting(world, 'asking the agents, reading prices', reportModels(options));
  if (json) writeJson(stdout, report);
  else {
    const look = {
      marks: styleFor(stdout, environment),
      ...(stdout.isTerminal && { columns: stdout.columns() }),
    };
    stdout.write(`${modelLines(report, look).join('\n')}\n`);
  }
  await settled();
  return 0;
}

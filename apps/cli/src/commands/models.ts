import { modelLines } from '@coagent8/diagnostics';

import type { ModelsFlags } from '../arguments/models.js';
import { writeJson } from '../output/json.js';
import { styleFor } from '../output/style.js';
import type { World } from '../world.js';

/** `coagent8 models`: lists what the agents offer. It succeeds whatever that is. */
export async function models(world: World, { backend, refresh = false, json = false }: ModelsFlags) {
  const { stdout, environment } = world;
  const { reportModels, settled } = await world.services();
  const report = await reportModels({ ...(backend === undefined ? {} : { backend }), isFresh: refresh });
  if (json) writeJson(stdout, report);
  else stdout.write(`${modelLines(report, styleFor(stdout, environment)).join('\n')}\n`);
  await settled();
  return 0;
}

import { modelLines } from '@coagent8/diagnostics';

import type { ModelsFlags } from '../arguments/models.js';
import { writeJson } from '../output/json.js';
import { textLook } from '../output/text-look.js';
import type { World } from '../world.js';
import { tellReport } from './tell-report.js';

/** `coagent8 models`: lists what the agents offer. It succeeds whatever that is. */
export function models(
  world: World,
  { backend, refresh = false, json = false }: ModelsFlags,
): Promise<number> {
  const { stdout } = world;
  const wanted = { ...(backend === undefined ? {} : { backend }), isFresh: refresh };
  return tellReport(world, {
    waitingFor: 'asking the agents, reading prices',
    make: ({ reportModels }, signal) => reportModels({ ...wanted, signal }),
    show: (report) => {
      if (json) writeJson(stdout, report);
      else stdout.write(`${modelLines(report, textLook(world)).join('\n')}\n`);
      return 0;
    },
    json,
  });
}

import { healthLines } from '@coagent8/diagnostics';

import type { DoctorFlags } from '../arguments/doctor.js';
import { writeJson } from '../output/json.js';
import { whileWaiting } from '../output/while-waiting.js';
import type { World } from '../world.js';

/** `coagent8 doctor`: says what was found. It succeeds whatever that is. */
export async function doctor(world: World, flags: DoctorFlags): Promise<number> {
  const { examineHealth } = await world.services();
  const report = await whileWaiting(world, 'looking at the agents', examineHealth());
  if (flags.json) writeJson(world.stdout, report);
  else world.stdout.write(`${healthLines(report).join('\n')}\n`);
  return 0;
}

import { healthLines, overviewLines } from '@coagent8/diagnostics';
import type { HealthReport, ModelReport, TextLook } from '@coagent8/diagnostics';

import type { DoctorFlags } from '../arguments/doctor.js';
import { writeJson } from '../output/json.js';
import { textLook } from '../output/text-look.js';
import type { DiagnosisOptions, Services, World } from '../world.js';
import { tellReport } from './tell-report.js';

/** One way to look at the agents. */
interface View<Report extends object> {
  /** Its name in the record: the same as in the one that MCP clients get. */
  readonly scope: 'models' | 'health';
  readonly waitingFor: string;
  readonly make: (services: Services, options: DiagnosisOptions) => Promise<Report>;
  readonly lines: (report: Report, look: TextLook) => readonly string[];
}

const OVERVIEW: View<ModelReport> = {
  scope: 'models',
  waitingFor: 'looking at what is known of the agents',
  make: ({ reportModels }, options) => reportModels({ ...options, isFresh: false }),
  lines: overviewLines,
};

const HEALTH: View<HealthReport> = {
  scope: 'health',
  waitingFor: 'looking at the agents',
  make: ({ examineHealth }, options) => examineHealth(options),
  lines: healthLines,
};

/**
 * `coagent8 doctor`: says how the agents are, from what is known, or with `--health` as they are now. It succeeds whatever
 * that is.
 */
export function doctor(world: World, { health = false, ...flags }: DoctorFlags): Promise<number> {
  return health ? tellView(world, flags, HEALTH) : tellView(world, flags, OVERVIEW);
}

function tellView<Report extends object>(
  world: World,
  { backend, json = false }: DoctorFlags,
  { scope, waitingFor, make, lines }: View<Report>,
): Promise<number> {
  const { stdout } = world;
  const wanted = backend === undefined ? {} : { backend };
  return tellReport(world, {
    waitingFor,
    make: (services, signal) => make(services, { ...wanted, signal }),
    show: (report) => {
      if (json) writeJson(stdout, { scope, ...report });
      else stdout.write(`${lines(report, textLook(world)).join('\n')}\n`);
      return 0;
    },
    json,
  });
}

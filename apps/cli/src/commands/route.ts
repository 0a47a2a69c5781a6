import { resolve } from 'node:path';

import { failureLine } from '@coagent8/contracts';
import type { TurnRequest } from '@coagent8/contracts';
import type { RouteReport } from '@coagent8/execution';

import type { RouteFlags } from '../arguments/route.js';
import { exitCodeFor } from '../exit-codes.js';
import { writeJson } from '../output/json.js';
import { routeLines } from '../output/route-text.js';
import { styleFor } from '../output/style.js';
import { textLook } from '../output/text-look.js';
import { parseRequest } from '../parse-request.js';
import type { World } from '../world.js';
import { tellReport } from './tell-report.js';

/** A request has a proposal. This one is never sent. */
const UNSENT = 'coagent8 route';

/** `coagent8 route`: says which agent a request would run on. The exit code is the one that its turn would end with. */
export function route(world: World, flags: RouteFlags): Promise<number> {
  const { json = false, explain = false } = flags;
  return tellReport(world, {
    waitingFor: 'choosing an agent',
    make: async ({ explainRoute }, signal) => explainRoute(routedRequest(world, flags), signal),
    show: (report) => {
      if (json) writeJson(world.stdout, report);
      else if (explain) explained(world, report);
      else named(world, report);
      return report.failure === undefined ? 0 : exitCodeFor(report.failure.code);
    },
    json,
  });
}

/** Throws `INPUT_LIMIT` where the contract does not take it. */
function routedRequest({ environment }: World, flags: RouteFlags): TurnRequest {
  const { workingDirectory: directory } = environment;
  return parseRequest({
    schemaVersion: 1,
    operation: 'consult',
    backend: flags.backend,
    model: flags.model,
    outputPriceBelow: flags['output-price-below'],
    workspacePath: flags.workspace === undefined ? undefined : resolve(directory, flags.workspace),
    origin: { directory },
    proposal: UNSENT,
  });
}

function explained(world: World, report: RouteReport): void {
  const lines = routeLines(report, textLook(world));
  tellRefusal(world, report);
  if (report.failure !== undefined && lines.length > 0) world.stderr.write('\n');
  for (const line of lines) world.stdout.write(`${line}\n`);
}

/** The name alone on standard output, for a script to take; all that is said about it on standard error. */
function named(world: World, report: RouteReport): void {
  const { stdout, stderr, environment } = world;
  const { backend, reason, warnings } = report;
  const { dim } = styleFor(stderr, environment);
  tellRefusal(world, report);
  if (backend !== undefined) stdout.write(`${backend}\n`);
  for (const line of [reason ?? [], warnings.map(({ message }) => message)].flat())
    stderr.write(`${dim(line)}\n`);
}

function tellRefusal({ stderr, environment }: World, { failure }: RouteReport): void {
  if (failure !== undefined) stderr.write(`${styleFor(stderr, environment).alert(failureLine(failure))}\n`);
}

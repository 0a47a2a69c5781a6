import { CoAgentError } from '@coagent8/contracts';
import { buildApplication, buildRouteMap, ExitCode, help, run, version as versionFlag } from '@stricli/core';
import type { StricliProcess } from '@stricli/core';

import { configRoutes } from './arguments/config.js';
import { consultCommand } from './arguments/consult.js';
import type { CliContext } from './arguments/context.js';
import { doctorCommand } from './arguments/doctor.js';
import { modelsRoutes } from './arguments/models.js';
import { prepareOptions } from './arguments/prepare-options.js';
import { routeCommand } from './arguments/route.js';
import { runCommand } from './arguments/run.js';
import { usageText } from './arguments/usage-text.js';
import { EXIT_UNEXPECTED, EXIT_USAGE } from './exit-codes.js';
import { errorLine } from './output/error-line.js';
import type { World } from './world.js';

const DESCRIPTION = `Hands work to another vendor's coding agent, read-only, and prints what it says.
Where the agent can be asked for its permissions, they are verified before the
prompt is sent. Without arguments it serves MCP on standard input and output.

EXAMPLES
  coagent8 doctor
  coagent8 models
  coagent8 route --explain
  coagent8 consult "Is this cache safe?" --context-file src/cache.ts
  git diff | coagent8 consult - --backend codex
  claude mcp add coagent8 -- coagent8

EXIT CODES
  0 answered             5 not signed in         9 no read-only profile
  2 wrong usage, input   6 rate limited         10 time limit reached
  3 denied by policy     7 no such model        11 any other failure
  4 agent not usable     8 no such session     130 stopped`;

const routes = buildRouteMap({
  routes: {
    consult: consultCommand,
    models: modelsRoutes,
    config: configRoutes,
    doctor: doctorCommand,
    route: routeCommand,
    run: runCommand,
  },
  docs: { brief: 'Second opinions from other coding agents', fullDescription: DESCRIPTION },
});

/**
 * Runs the command line `args` in `world`.
 *
 * @returns the exit code: what the command said, 2 for usage that stricli refused, 11 where something broke.
 */
export async function runApplication(
  args: readonly string[],
  world: World,
  version: string,
): Promise<number> {
  let complaints = ''; // kept until it can be redacted, which takes a promise
  const stderr = {
    write: (text: string) => {
      complaints += text;
    },
  };
  const process: StricliProcess = { stdout: world.stdout, stderr };
  try {
    await run(createApplication(version, args), prepareOptions(args), { process, world });
  } catch (error) {
    stderr.write(`${errorLine(error)}\n`);
    process.exitCode = CoAgentError.is(error) ? EXIT_USAGE : EXIT_UNEXPECTED;
  }
  if (complaints !== '') {
    const { redactDiagnostic } = await import('@coagent8/security');
    world.stderr.write(await redactDiagnostic(complaints, world.environment));
  }
  return exitCodeFor(Number(process.exitCode));
}

function createApplication(version: string, args: readonly string[]) {
  const formatting = {
    caseStyle: 'original',
    onlyRequiredInUsageLine: true,
    useAliasInUsageLine: false,
  } as const;
  return buildApplication<CliContext>(
    routes,
    {
      name: 'coagent8',
      scanner: { allowArgumentEscapeSequence: true },
      documentation: { disableAnsiColor: true },
      localization: { text: usageText(args) },
      determineExitCode: () => EXIT_UNEXPECTED,
    },
    {
      help: help({ brief: 'Say how it is used', formatting, defaultForRouteMap: true }),
      version: versionFlag({ brief: 'Print the version', info: { currentVersion: version } }),
    },
  );
}

/** Stricli's own codes are negative. */
function exitCodeFor(code: number): number {
  if (code >= 0) return code;
  const usage: readonly number[] = [ExitCode.InvalidArgument, ExitCode.UnknownCommand];
  return usage.includes(code) ? EXIT_USAGE : EXIT_UNEXPECTED;
}

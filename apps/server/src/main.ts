import { Console } from 'node:console';
import { homedir, hostname, release, userInfo } from 'node:os';
import { withSoundHome } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import type { Product } from '@coagent8/diagnostics';

import { BRAND, BUGS_URL } from './brand.js';
import type { CallTool } from './call-tool.js';
import { createLifecycle, endWith } from './lifecycle.js';
import { serveStdio } from './mcp-server.js';
import { TOOLS } from './tools/all-tools.js';

/**
 * Serves MCP on stdin and stdout until the client closes them or a signal arrives; then it ends the process.
 * Nothing but the protocol reaches stdout: the global console is moved to stderr.
 */
export async function main(): Promise<void> {
  const environment = readEnvironment();
  const now = () => performance.now();
  globalThis.console = new Console(process.stderr, process.stderr);
  const lifecycle = createLifecycle((exitCode) => process.exit(exitCode));
  endWith(lifecycle, { stdin: process.stdin, stdout: process.stdout, signals: process });
  process.stderr.on('error', () => undefined); // a host that reads no log is no reason to end
  process.on('uncaughtException', (error) => {
    void lifecycle.track(tellCrash(error, environment));
    void lifecycle.end(1);
  });

  let calls: Promise<CallTool> | undefined;
  const call: CallTool = async (tool, given, host) => {
    calls ??= import('./compose.js').then(({ composeCalls }) =>
      composeCalls({ environment, product: readProduct(), now, track: lifecycle.track }),
    );
    return (await calls)(tool, given, { ...host, signal: AbortSignal.any([host.signal, lifecycle.signal]) });
  };
  await serveStdio(
    {
      tools: TOOLS,
      call: (tool, given, host) => lifecycle.track(call(tool, given, host)),
      now,
    },
    process.stdin,
    process.stdout,
  );
}

/** What cannot be redacted is not told. */
async function tellCrash(error: Error, environment: Environment): Promise<void> {
  const lines = await import('@coagent8/security')
    .then(({ redactDiagnostic }) => redactDiagnostic(error.stack ?? String(error), environment))
    .catch(() => error.name);
  process.stderr.write(`coagent8: ${lines}\n`);
}

function readProduct(): Product {
  return {
    version: BRAND.version,
    nodeVersion: process.versions.node,
    systemRelease: release(),
    architecture: process.arch,
    hostName: hostname(),
    ...(BUGS_URL === undefined ? {} : { bugsUrl: BUGS_URL }),
  };
}

function readEnvironment(): Environment {
  const read = {
    variables: { ...process.env },
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
  };
  return withSoundHome(read, () => userInfo().homedir);
}

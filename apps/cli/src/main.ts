import { fstatSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';

import { withSoundHome } from '@coagent8/contracts';

import { runApplication } from './application.js';
import { outputLost } from './errors.js';
import { EXIT_UNEXPECTED } from './exit-codes.js';
import { errorLine } from './output/error-line.js';
import { createStoppable } from './stoppable.js';
import type { Output, World } from './world.js';

/** Version of the package; the build puts it in. */
declare const COAGENT8_VERSION: string;

const environment = withSoundHome(
  {
    variables: { ...process.env },
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
  },
  () => userInfo().homedir,
);

const now = () => performance.now();

const world: World = {
  environment,
  stdin: { isTerminal: isatty(0), isSent: isInputSent, open: () => process.stdin },
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  openTerminal: async () => (await import('./open-terminal.js')).openTerminal(process),
  now,
  stoppable: createStoppable(process, process.stdout),
  services: async () => (await import('./compose.js')).compose(environment, now),
};

/** A socket or a device is what programs hand down without a thought. */
function isInputSent(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false;
  }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: Boolean(stream.isTTY),
    columns: () => stream.columns,
  };
}

/** What kept standard output from being written. Node 24.21 forgets it once it is told. */
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => {
  lost ??= error;
});
process.stderr.on('error', () => undefined);

/** Ends the process once all that was written is out, whatever a library may still hold open. */
async function main(): Promise<void> {
  const exitCode = await runApplication(process.argv.slice(2), world, COAGENT8_VERSION);
  await flush(process.stdout);
  // A reader that has seen enough, as `head` has, needs no message.
  if (lost !== undefined && lost.code !== 'EPIPE') process.stderr.write(`${errorLine(outputLost(lost))}\n`);
  await flush(process.stderr);
  process.exit(lost === undefined ? exitCode : exitCode || EXIT_UNEXPECTED);
}

/** Resolves when `stream` has written or failed, and has told its listeners. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
  await setImmediate();
}

/** Tells what broke, and ends the process. What cannot be redacted is not told. */
async function crash(error: Error): Promise<void> {
  const lines = await import('@coagent8/security')
    .then(({ redactDiagnostic }) => redactDiagnostic(error.stack ?? String(error), environment))
    .catch(() => error.name);
  process.stderr.write(`PROCESS_ERROR: unexpected failure; please report it with these lines\n${lines}\n`);
  process.exit(EXIT_UNEXPECTED);
}

process.on('uncaughtException', (error) => void crash(error));
void main();

import { dirname } from 'node:path';

import type { CoAgentError } from '@coagent8/contracts';
import { describeRemains } from '@coagent8/runtime';
import type { CompletedRun, OwnedCommand, runToEnd } from '@coagent8/runtime';

import { examinationLeft } from '../errors.js';
import { stampOf } from '../executable-stamp.js';
import { isHelp } from '../judge-help.js';
import { createProbeCache } from '../probe-cache.js';
import { requireNotAborted, START_TIMEOUT_MS } from '../wait.js';
import { agentTooOld, badOutput, exited, noReply } from './errors.js';
import { NEEDED_FLAGS } from './profile.js';

const OUTPUT_MAX_BYTES = 256 * 1024;

/** Go puts the name that a program was started by into its heading, which can be a path. */
const HELP_MARKS = { heading: /^Usage of .*\b(?:agy|antigravity)\b/m, needed: NEEDED_FLAGS };

/** What a version of agy says of itself. */
export interface AgyCli {
  readonly version?: string;
  /** Its flags, without dashes. */
  readonly flags: ReadonlySet<string>;
  /** What may still be alive of asking. */
  readonly remains?: string;
}

/**
 * Asks an executable for its version and its flags, with its input closed: 1.1.21 waits for it.
 *
 * @throws CoAgentError `CLI_UNSUPPORTED` where a flag is missing that a turn needs; `PROCESS_ERROR` or `PROTOCOL_ERROR`
 * where it prints no help, or not in time; the reason of the signal.
 */
export type ProbeCli = (command: Pick<OwnedCommand, 'file' | 'env'>, signal: AbortSignal) => Promise<AgyCli>;

/** A {@link ProbeCli} that asks once for each executable file and while the answer holds. */
export function createCliProbe(run: typeof runToEnd, now?: () => number): ProbeCli {
  const cache = createProbeCache<AgyCli>({
    isKept: ({ remains }) => remains === undefined,
    ...(now === undefined ? {} : { now }),
  });
  return async (command, signal) => {
    const cli = await cache.get(
      await stampOf(command.file),
      (loadSignal) => probe(run, command, loadSignal),
      signal,
    );
    const missing = NEEDED_FLAGS.filter((flag) => !cli.flags.has(flag)).map((flag) => `--${flag}`);
    if (missing.length > 0) throw agentTooOld(`it has no ${missing.join(', ')}`, cli.version);
    return cli;
  };
}

/** The flags that a help text lists, one at the start of each line (1.1.12). */
export function flagsOf(help: string): ReadonlySet<string> {
  return new Set([...help.matchAll(/^\s*--?([a-z][\w-]*)/gm)].map(([, name = '']) => name));
}

async function probe(
  run: typeof runToEnd,
  { file, env }: Pick<OwnedCommand, 'file' | 'env'>,
  signal: AbortSignal,
): Promise<AgyCli> {
  const ask = (flag: string): Promise<CompletedRun> =>
    run(
      { file, env, args: [flag], cwd: dirname(file) },
      { stdoutMaxBytes: OUTPUT_MAX_BYTES, timeoutMs: START_TIMEOUT_MS, signal },
    );
  const [help, about] = await Promise.all([ask('--help'), ask('--version')]);
  const remains = describeRemains(help.end) ?? describeRemains(about.end);
  try {
    requireNotAborted(signal);
    return { ...cliIn(help, about), ...(remains === undefined ? {} : { remains }) };
  } catch (fault) {
    throw remains === undefined ? fault : examinationLeft(fault, remains);
  }
}

/** @throws CoAgentError what it means that there is no help, or no answer in time. */
function cliIn(help: CompletedRun, about: CompletedRun): Pick<AgyCli, 'flags' | 'version'> {
  if (help.stopReason === 'timeout') throw noReply('--help', START_TIMEOUT_MS);
  if (about.stopReason === 'timeout') throw noReply('--version', START_TIMEOUT_MS);
  const version = /^\d+\.\d+\.\d+[\w.+-]*/.exec(about.stdout.trim())?.[0];
  const text = `${help.stdout}\n${help.end.diagnostics}`;
  const flags = flagsOf(text);
  if (help.truncated || !isHelp(text, flags, HELP_MARKS)) throw noHelp(help);
  return { flags, ...(version === undefined ? {} : { version }) };
}

/** A program that is broken, or no agy: it is not too old. */
function noHelp({ truncated, end }: CompletedRun): CoAgentError {
  if (truncated) return badOutput(`more than ${OUTPUT_MAX_BYTES} bytes for --help`);
  return end.exitCode === 0 ? badOutput('no help for --help') : exited(end);
}

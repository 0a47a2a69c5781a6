import { dirname } from 'node:path';

import { describeRemains } from '@coagent8/runtime';
import type { CompletedRun, runToEnd } from '@coagent8/runtime';

import type { AgentCommand } from '../agent-command.js';
import { examinationLeft } from '../errors.js';
import { stampOf } from '../executable-stamp.js';
import { isHelp } from '../judge-help.js';
import { createProbeCache } from '../probe-cache.js';
import { requireNotAborted, START_TIMEOUT_MS } from '../wait.js';
import { agentTooOld, badOutput, noReply } from './errors.js';
import { exitFailure } from './failures.js';

const HELP_MAX_BYTES = 1024 * 1024;

/** Flags without which there is no profile. The youngest, `--restricted`, exists since 2.1.248. */
const NEEDED = [
  '--restricted',
  '--strict-mcp-config',
  '--disable-slash-commands',
  '--permission-mode',
  '--tools',
];

const HELP_MARKS = { heading: /^Usage: claude\b/m, needed: NEEDED };

/** Names of flags, with their dashes. */
export type Flags = ReadonlySet<string>;

/**
 * Asks an executable which flags it has.
 *
 * @param isStale - Set where what was read before has proved wrong: it is read anew.
 * @throws CoAgentError `CLI_UNSUPPORTED` where a flag is missing that the profile needs; `PROCESS_ERROR` or
 * `PROTOCOL_ERROR` where it prints no help; the reason of the signal.
 */
export type ProbeFlags = (
  command: AgentCommand,
  options: { readonly signal: AbortSignal; readonly isStale?: boolean },
) => Promise<Flags>;

/** A {@link ProbeFlags} that runs `--help` once for each executable file, outside of any workspace. */
export function createFlagsProbe(run: typeof runToEnd): ProbeFlags {
  const cache = createProbeCache<Flags>({ isKept: () => true });
  let generation = 0;
  return async (command, { signal, isStale = false }) => {
    if (isStale) generation += 1;
    const key = `${generation} ${await stampOf(command.file)}`;
    return cache.get(key, (loadSignal) => readFlags(run, command, loadSignal), signal);
  };
}

/** The flags that a help text names. */
export function flagsOf(help: string): Flags {
  return new Set(help.match(/(?<![\w-])--[a-z][a-z-]*/g));
}

async function readFlags(run: typeof runToEnd, command: AgentCommand, signal: AbortSignal): Promise<Flags> {
  const { file, env } = command;
  const asked = await run(
    { file, env, args: ['--help'], cwd: dirname(file) },
    { stdoutMaxBytes: HELP_MAX_BYTES, timeoutMs: START_TIMEOUT_MS, signal },
  );
  try {
    requireNotAborted(signal);
    return flagsIn(asked);
  } catch (fault) {
    const remains = describeRemains(asked.end);
    throw remains === undefined ? fault : examinationLeft(fault, remains);
  }
}

/** @throws CoAgentError what it means that there are none. */
function flagsIn({ stdout, truncated, end, stopReason }: CompletedRun): Flags {
  if (stopReason === 'timeout') throw noReply('--help', START_TIMEOUT_MS);
  if (truncated) throw badOutput(`more than ${HELP_MAX_BYTES} bytes for --help`);
  if (end.exitCode !== 0) throw exitFailure(end);
  const flags = flagsOf(stdout);
  if (!isHelp(stdout, flags, HELP_MARKS)) throw badOutput('no help for --help');
  const missing = NEEDED.find((flag) => !flags.has(flag));
  if (missing !== undefined) throw agentTooOld(`it has no ${missing}`);
  return flags;
}

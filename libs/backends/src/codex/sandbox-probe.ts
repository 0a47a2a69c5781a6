import { dirname } from 'node:path';

import { describeRemains } from '@coagent8/runtime';
import type { ProcessEnd, runToEnd, StopReason } from '@coagent8/runtime';

import type { AgentCommand } from '../agent-command.js';
import { stampOf } from '../executable-stamp.js';
import { createProbeCache } from '../probe-cache.js';
import { START_TIMEOUT_MS } from '../wait.js';
import type { SandboxProbe } from './judge-profile.js';
import { sandboxArguments } from './launch.js';

const OUTPUT_MAX_BYTES = 64 * 1024;

/** Asks whether a command can run in Codex's sandbox. Never rejects but with the reason of the signal. */
export type ProbeSandbox = (command: AgentCommand, signal: AbortSignal) => Promise<SandboxProbe>;

/**
 * A {@link ProbeSandbox} that runs `codex sandbox` once for each executable file and while its success holds. It is started
 * outside of the workspace, of which its answer says nothing.
 */
export function createSandboxProbe(run: typeof runToEnd, now?: () => number): ProbeSandbox {
  const cache = createProbeCache<SandboxProbe>({
    isKept: ({ passed }) => passed,
    ...(now === undefined ? {} : { now }),
  });
  return async (command, signal) => {
    const key = await stampOf(command.file);
    return cache.get(key, (loadSignal) => probe(run, command, loadSignal), signal);
  };
}

async function probe(
  run: typeof runToEnd,
  command: AgentCommand,
  signal: AbortSignal,
): Promise<SandboxProbe> {
  const { file, env } = command;
  const cwd = dirname(file);
  const nothing = process.platform === 'win32' ? ['cmd.exe', '/d', '/c', 'exit', '0'] : ['true'];
  try {
    const { end, stopReason } = await run(
      { file, env, cwd, args: sandboxArguments(cwd, nothing) },
      { stdoutMaxBytes: OUTPUT_MAX_BYTES, timeoutMs: START_TIMEOUT_MS, signal },
    );
    const { passed, detail } = judgeRun(end, stopReason);
    const remains = describeRemains(end);
    return { passed, detail: remains === undefined ? detail : `${detail}; ${remains}` };
  } catch (error) {
    return { passed: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

function judgeRun({ exitCode, signal, diagnostics }: ProcessEnd, stopReason: StopReason): SandboxProbe {
  if (stopReason === 'timeout')
    return { passed: false, detail: `no end within ${START_TIMEOUT_MS / 1000} s` };
  if (exitCode === 0) return { passed: true, detail: 'a command ran in the sandbox' };
  const reason = lastLine(diagnostics) || `exit code ${exitCode ?? signal}`;
  return { passed: false, detail: `${reason} (${whatToDo(process.platform)})` };
}

/**
 * The sandbox of Linux is made of user namespaces, which a container and some distributions keep from programs (0.150 to
 * 0.171).
 */
function whatToDo(platform: NodeJS.Platform): string {
  const wanted = 'allow this user to make user namespaces, in a container by its security options';
  return platform === 'linux' ? `${wanted}, or ask another backend` : 'ask another backend';
}

/** The last line that says something: Rust ends a panic with a note on how to see more of it. */
function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !line.startsWith('note: ')) ?? '';
}

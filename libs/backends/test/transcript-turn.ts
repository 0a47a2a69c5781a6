import { CoAgentError } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import type { runToEnd, spawnOwned } from '@coagent8/runtime';

import { createAgyBackend } from '../src/agy/adapter.js';
import { turnArguments } from '../src/agy/launch.js';
import type { Backend } from '../src/backend.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
import { processArguments } from '../src/claude/launch.js';
import { createCodexBackend } from '../src/codex/adapter.js';
import { playTurn } from './run-turn.js';
import type { PlayedTurn } from './run-turn.js';
import { createScriptedProcess, spawning } from './scripted-process.js';
import type { Script } from './scripted-process.js';
import { INTERRUPT_CUES, nameOf } from './transcript-cues.js';
import type { SentMessage } from './transcript-cues.js';
import { expectedOf, WORKSPACE } from './transcripts.js';
import type { Transcript } from './transcripts.js';

/** What carries the prompt, by its name. */
export const PROMPT_NAMES: Readonly<Record<BackendId, string>> = {
  codex: 'turn/start',
  claude: 'user',
  agy: 'user',
};

interface Doors {
  readonly spawn: typeof spawnOwned;
  readonly run: typeof runToEnd;
}

const BACKENDS: Readonly<Record<BackendId, (doors: Doors) => Backend>> = {
  codex: (doors) => createCodexBackend({ ...doors, networkWaitMs: 20 }),
  claude: (doors) => createClaudeBackend({ ...doors, now: () => 0 }),
  agy: (doors) => createAgyBackend({ ...doors, now: () => 0 }),
};

/** Every flag that a turn is started with, as a help lists them. */
const HELP = [
  ...processArguments({
    ...{ flags: new Set(['--permission-prompts']), sessionId: '', model: '', reasoningEffort: '' },
  }),
  ...turnArguments({ workspacePath: WORKSPACE, model: '', reasoningEffort: '' }),
]
  .filter((argument) => argument.startsWith('--'))
  .map((argument) => `  ${argument.replace(/=.*/, '')}\n`)
  .join('');

/** Every probe succeeds. */
const run: typeof runToEnd = async () => ({
  stdout: HELP,
  truncated: false,
  stopReason: 'exit',
  end: {
    ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  },
});

/** What plays a script in the place of an agent. */
export interface Stage {
  readonly spawn: typeof spawnOwned;
  /** Live. */
  readonly sent: readonly SentMessage[];
}

/** A turn with a recorded agent, and the names of what was sent to it. */
export interface ReplayedTurn extends PlayedTurn {
  readonly sent: readonly string[];
}

/** Plays a script without a process. */
const withoutProcess = (script: Script): Stage => {
  const process = createScriptedProcess(script);
  return { spawn: spawning(process), sent: process.sent };
};

/**
 * Plays a turn with a recorded agent, or with one that goes on as `change` says. A turn that was interrupted when it was
 * recorded is cancelled at the same place.
 */
export async function replay(
  transcript: Transcript,
  change: Partial<Script> = {},
  stageOf: (script: Script) => Stage = withoutProcess,
): Promise<ReplayedTurn> {
  const { agent, name, bytes, exitCode, diagnostics } = transcript;
  const { turn = {}, staysOpen = false } = expectedOf(transcript);
  const controller = new AbortController();
  const onAwait = (cue: string) => {
    if (name.startsWith('interrupt-') && INTERRUPT_CUES.has(cue))
      controller.abort(new CoAgentError('ABORTED', 'stop'));
  };
  const output = bytes.toString('utf8');
  const { spawn, sent } = stageOf({ output, exitCode, diagnostics, staysOpen, onAwait, ...change });
  const played = await playTurn(BACKENDS[agent]({ spawn, run }), {
    ...turn,
    executable: { path: `/usr/bin/${agent}`, source: 'path' },
    prompt: 'A question.',
    workspacePath: WORKSPACE,
    environment: { variables: {}, platform: 'linux', homeDirectory: '/nowhere', workingDirectory: '/' },
    passVariables: [],
    signal: controller.signal,
  });
  return { ...played, sent: sent.map(nameOf) };
}

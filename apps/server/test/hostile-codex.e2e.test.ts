import { execFile, execFileSync } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { codexBinary } from '@coagent8/testing';
import { describe, expect, it } from '@jest/globals';

import { setCodexStage } from './codex-stage.js';
import type { CodexStage } from './codex-stage.js';
import { CODEX_REFUSALS, CODEX_THREATS } from './codex-threats.js';
import type { CodexThreat } from './codex-threats.js';
import type { ToolResult } from './installed-server.js';
import { consult, proveThreats, watch } from './prove-threats.js';

/** How long the Codex that is left to itself may take, in milliseconds. */
const CONTROL_MS = 30_000;

/** What `codex --version` says, e.g. `codex-cli 0.171.0`. */
const VERSION = execFileSync(codexBinary(), ['--version'], { env: { HOME: devNull }, encoding: 'utf8' });
const MINOR = Number(/ 0\.(\d+)/.exec(VERSION)?.[1]);

proveThreats('codex', CODEX_THREATS, {
  harmless: { name: 'nothing', plant: () => undefined },
  setStage: setCodexStage,
  trialOf: (threat, stage) => ({
    ...questionOf(threat, stage),
    answer: threat.answer ?? (threat.asks ? 'Read-only file system' : 'Hello from the model.'),
  }),
  actsOn: ({ until }) => until === undefined || MINOR <= until,
  runControl,
  traces: ({ traces }) => traces(),
});

describe.each([...CODEX_REFUSALS])('codex, $name', (threat) => {
  it('is refused before anything runs, and is real', async () => {
    const stage = await setCodexStage(threat);
    const look = watch(stage, ({ traces }) => traces());
    try {
      let result: ToolResult | undefined;
      const seen = await look(async () => {
        result = await consult(stage, questionOf(threat, stage));
      });
      expect(seen).toEqual([]);
      expect(stage.agent.spoken()).toEqual([]);
      expect(result?.isError).toBe(true);
      expect(result?.text).toContain('SANDBOX_UNAVAILABLE');
      expect(result?.text).toContain(threat.answer ?? 'sandbox');
      expect(await look(() => runControl(threat, stage))).not.toEqual([]);
    } finally {
      await stage.remove();
    }
  });
});

/** What a consult is asked, and in what environment. */
function questionOf(threat: CodexThreat, stage: CodexStage) {
  const { model } = threat;
  return {
    question: {
      name: 'consult',
      arguments: {
        proposal: promptOf(threat, stage),
        workspace_path: folderOf(threat, stage),
        ...(model === undefined ? {} : { model }),
      },
    },
    variables: variablesOf(threat, stage),
  };
}

/** The prompt of both halves. */
function promptOf({ asks: [scenario, argument] = ['answer', ''], prompt }: CodexThreat, stage: CodexStage) {
  if (prompt !== undefined) return prompt;
  const text = typeof argument === 'string' ? argument : argument(stage);
  return `SCENARIO=${scenario} ARG=${JSON.stringify(text)}`;
}

function folderOf({ folder = '' }: CodexThreat, { workspace }: CodexStage): string {
  return join(workspace.path, folder);
}

/** What a threat adds to the environment, the same for both halves. Empty is as good as not set. */
function variablesOf({ firstOnPath, variables }: CodexThreat, stage: CodexStage): Record<string, string> {
  const added = { ...variables?.(stage) };
  if (!firstOnPath) return added;
  const folders = [firstOnPath(stage), dirname(codexBinary()), process.env['PATH']];
  return { ...added, PATH: folders.join(delimiter), CODEX_PATH: '' };
}

/** Runs what sets the canary off: Codex without our measures, or what the threat names. */
async function runControl(threat: CodexThreat, stage: CodexStage): Promise<void> {
  const folder = folderOf(threat, stage);
  const model = threat.model === undefined ? [] : ['-m', threat.model];
  const exec = ['exec', '--skip-git-repo-check', '-C', folder, ...model, promptOf(threat, stage)];
  const [program, ...args] = threat.control ?? [codexBinary(), ...exec];
  const running = execFile(program, args, {
    cwd: folder,
    env: { ...stage.variables, ...variablesOf(threat, stage) },
    timeout: CONTROL_MS,
  });
  running.stdin?.end();
  // However it ends: what counts is what it left. Not its output's end: a daemon may hold it open.
  await new Promise((ended) => running.once('exit', ended));
}

import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';

import { codexBinary } from '@coagent8/testing';

import { CODEX_THREATS, setCodexStage } from './codex-threats.js';
import type { CodexStage, CodexThreat } from './codex-threats.js';
import { asking } from './installed-server.js';
import { proveThreats } from './prove-threats.js';

proveThreats('codex', CODEX_THREATS, {
  harmless: { name: 'nothing', plant: () => undefined },
  setStage: setCodexStage,
  trialOf: (threat, stage) => ({
    question: questionOf(threat, stage),
    variables: variablesOf(threat, stage),
    answer: threat.runsTool ? 'Read-only file system' : 'Hello from the model.',
  }),
  runControl,
});

/** The prompt of both halves. */
function questionOf({ runsTool }: CodexThreat, { tool }: CodexStage) {
  return runsTool ? asking('shell', tool) : asking('answer');
}

/** What a threat adds to the environment, the same for both halves. Empty is as good as not set. */
function variablesOf({ firstOnPath }: CodexThreat, stage: CodexStage): Record<string, string> {
  if (!firstOnPath) return {};
  const folders = [firstOnPath(stage), dirname(codexBinary()), process.env['PATH']];
  return { PATH: folders.join(delimiter), CODEX_PATH: '' };
}

/** Runs what sets the canary off: Codex without our measures, or what the threat names. */
async function runControl(threat: CodexThreat, stage: CodexStage): Promise<void> {
  const { proposal } = questionOf(threat, stage).arguments;
  const exec = ['exec', '--skip-git-repo-check', '-C', stage.workspace.path, proposal];
  const [program, ...args] = threat.control ?? [codexBinary(), ...exec];
  const running = promisify(execFile)(program, args, {
    cwd: stage.workspace.path,
    env: { ...stage.variables, ...variablesOf(threat, stage) },
    timeout: 30_000,
  });
  running.child.stdin?.end();
  await running;
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { claudeBinary } from '@coagent8/testing';

import { setClaudeStage } from './claude-stage.js';
import type { ClaudeStage } from './claude-stage.js';
import { CLAUDE_THREATS } from './claude-threats.js';
import type { ClaudeThreat } from './claude-threats.js';
import { ORDER, proveThreats } from './prove-threats.js';

/** How long the Claude Code that is left to itself may take, in milliseconds. */
const CONTROL_MS = 20_000;

/** What our adapter starts, without any of its measures. */
const LEFT_TO_ITSELF = ['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'];
/** Tools that 2.1.332 has only where it is told to. */
const SEARCHING = ['--tools', 'Read,Glob,Grep'];

/** What the model is told in place of a file, a list of files, a match, or the answer of a tool that is not there. */
const REFUSED = /Tool said: .*(?:denied|outside|No such tool|No matches|No files)/;

/** What `claude --version` says, e.g. `2.1.332 (Claude Code)`. It needs no home. */
const VERSION = execFileSync(claudeBinary(), ['--version'], { env: { HOME: devNull }, encoding: 'utf8' });
const PATCH = Number(/^2\.1\.(\d+)/.exec(VERSION)?.[1]);

proveThreats('claude', CLAUDE_THREATS, {
  harmless: { name: 'nothing', plant: () => undefined },
  setStage: ({ plant }) => setClaudeStage(plant),
  trialOf: (threat, stage) => ({
    question: { name: 'consult', arguments: { backend: 'claude', proposal: promptOf(threat, stage) } },
    variables: variablesOf(threat, stage),
    answer: threat.answer ?? (threat.asks ? REFUSED : 'Hello from the model.'),
  }),
  actsOn: ({ since }) => since === undefined || PATCH >= since,
  runControl,
  traces: ({ thief }) => thief.requests.map(({ method, path }) => `${method} ${path}`),
});

/** The prompt of both halves. */
function promptOf({ asks: [scenario, argument] = ['answer', ''], prompt }: ClaudeThreat, stage: ClaudeStage) {
  if (prompt !== undefined) return prompt;
  const text = typeof argument === 'string' ? argument : argument(stage);
  return `SCENARIO=${scenario} ARG=${JSON.stringify(text)}`;
}

/** What a threat adds to the environment, the same for both halves. Empty is as good as not set. */
function variablesOf({ firstOnPath }: ClaudeThreat, stage: ClaudeStage): Record<string, string> {
  if (!firstOnPath) return {};
  const folders = [firstOnPath(stage), dirname(claudeBinary()), process.env['PATH']];
  return { PATH: folders.join(delimiter), CLAUDE_PATH: '' };
}

/** Runs Claude Code without our measures, or what the threat names. However it ends: what counts is what it left. */
async function runControl(threat: ClaudeThreat, stage: ClaudeStage): Promise<void> {
  const tools = /^(?:glob|grep)$/.test(threat.asks?.[0] ?? '') ? SEARCHING : [];
  const [program, ...args] = threat.control ?? [claudeBinary(), ...LEFT_TO_ITSELF, ...tools];
  const child = spawn(program, args, {
    cwd: stage.workspace.path,
    env: { ...stage.variables, ...variablesOf(threat, stage) },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: CONTROL_MS,
  });
  const exited = once(child, 'exit');
  child.stdin.on('error', () => undefined); // a canary reads no input
  const content = promptOf(threat, stage);
  child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
  if (threat.waits) await orderHeard(stage);
  child.stdin.end();
  await exited;
}

/** Waits until the model has been told {@link ORDER}. */
async function orderHeard({ agent }: ClaudeStage): Promise<void> {
  const deadline = performance.now() + CONTROL_MS;
  while (!agent.spoken().some((said) => said.includes(ORDER)) && performance.now() < deadline)
    await delay(20);
}

import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';

import { codexBinary } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { asking, call } from './installed-server.js';
import type { ToolResult } from './installed-server.js';
import { ORDER, setStage, THREATS } from './threats.js';
import type { Stage, Threat } from './threats.js';

/** The prompt of both halves. */
function questionOf({ runsTool }: Threat, { tool }: Stage) {
  return runsTool ? asking('shell', tool) : asking('answer');
}

/** What a threat adds to the environment, the same for both halves. Empty is as good as not set. */
function variablesOf({ firstOnPath }: Threat, stage: Stage): Record<string, string> {
  if (!firstOnPath) return {};
  const folders = [firstOnPath(stage), dirname(codexBinary()), process.env['PATH']];
  return { PATH: folders.join(delimiter), CODEX_PATH: '' };
}

/** Runs what sets the canary off: Codex without our measures, or what the threat names. */
async function runControl(threat: Threat, stage: Stage): Promise<void> {
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

/** What the canary leaves while `run` goes on: a line for each time it ran, and for each request it speaks in. */
async function sightings({ canary, agent }: Stage, run: () => Promise<void>): Promise<string[]> {
  await canary.reset();
  const before = agent.spoken().length;
  await run();
  const spoken = agent
    .spoken()
    .slice(before)
    .filter((said) => said.includes(ORDER));
  return [...(await canary.traces()), ...spoken.map(() => ORDER)];
}

describe.each(THREATS)('$name', (threat) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(threat);
  });
  afterAll(() => stage.remove());

  it('gets nowhere in a consult, which answers', async () => {
    const results: ToolResult[] = [];
    const seen = await sightings(stage, async () => {
      const server = await stage.serve({ variables: variablesOf(threat, stage) });
      results.push(await call(server, questionOf(threat, stage)));
      await server.close();
    });
    expect(seen).toEqual([]);
    const [{ text, isError } = { text: '', isError: true }] = results;
    expect(text).toContain(threat.runsTool ? 'Read-only file system' : 'Hello from the model.');
    expect(text).toContain(' · read-only, verified\n');
    expect(isError).toBe(false);
  });

  // In the same world and after the consult: the silence above was not that of a canary that cannot sing.
  it('is real: without our measures it strikes', async () => {
    expect(await sightings(stage, () => runControl(threat, stage))).not.toEqual([]);
  });
});

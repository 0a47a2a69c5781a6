import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createClaudeWorld, createTempWorkspace } from '../src/index.js';
import type { AgentWorld, ClaudeHomeOptions, TempWorkspace } from '../src/index.js';

let workspace: TempWorkspace;
const worlds: AgentWorld[] = [];
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'a.txt': 'a line\n' } });
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.remove();
  await workspace.remove();
});

async function claudeWorld(options?: Partial<ClaudeHomeOptions>): Promise<AgentWorld> {
  const world = await createClaudeWorld(options);
  worlds.push(world);
  return world;
}

/** Has the real Claude Code answer a prompt as text. */
async function ask({ binary, variables }: AgentWorld, prompt: string): Promise<string> {
  const running = promisify(execFile)(binary, ['-p', prompt], {
    cwd: workspace.path,
    env: variables,
    timeout: 30_000,
  });
  running.child.stdin?.end();
  return (await running).stdout.trimEnd();
}

/** Where Claude Code 2.1.332 writes when it is told of no other place. */
const OUTSIDE = [
  join(homedir(), '.claude'),
  join(homedir(), '.claude.json'),
  join(homedir(), '.cache/claude-cli-nodejs'),
  join(tmpdir(), `claude-${process.getuid?.()}`),
  join(tmpdir(), 'cc-socks'),
];

describe('createClaudeWorld', () => {
  it('is a Claude Code that answers as it is told, with a tool where it is told', async () => {
    const world = await claudeWorld();
    expect(await ask(world, 'SCENARIO=answer')).toBe('Hello from the model.');
    expect(await ask(world, 'SCENARIO=read ARG="a.txt"')).toContain('Tool said: 1\ta line');
    expect(world.spoken()).toHaveLength(3);
    expect(world.spoken()[0]).toContain('SCENARIO=answer');
  });

  it('takes the settings of the user, and a token in place of a key', async () => {
    const world = await claudeWorld({ credential: 'token', settings: '{"model":"a-model"}' });
    expect(world.variables).not.toHaveProperty('ANTHROPIC_API_KEY');
    await ask(world, 'SCENARIO=answer');
    expect(world.spoken()[0]).toContain('"model":"a-model"');
  });

  it('leaves nothing outside of its home, and no home once it is removed', async () => {
    const before = OUTSIDE.map((path) => existsSync(path));
    const world = await claudeWorld();
    await ask(world, 'SCENARIO=shell ARG="pwd"');
    expect(existsSync(join(world.home, '.claude/.claude.json'))).toBe(true);
    await world.remove();
    expect(existsSync(world.home)).toBe(false);
    expect(OUTSIDE.map((path) => existsSync(path))).toEqual(before);
  });
});

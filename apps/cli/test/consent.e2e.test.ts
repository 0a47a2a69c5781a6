import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';
import { startTyped } from './typed-command.js';
import type { TypedCommand } from './typed-command.js';

const INTERRUPT = '\u0003';
/** What the model of the world costs: above the limit that holds where none is configured. */
const DEAR_USD = 40;

let installed: InstalledCommand;
let typed: TypedCommand | undefined;
beforeEach(async () => {
  installed = await createInstalledCommand({ prices: { 'test-model': DEAR_USD } });
});
afterEach(async () => {
  await typed?.kill();
  typed = undefined;
  await installed.remove();
});

/** Runs `consult` at a terminal, up to its question. */
async function asked(args: string, { piped = '' } = {}) {
  const { entry, variables, workspacePath } = installed;
  const line = `${piped}'${process.execPath}' '${entry}' consult ${args}`;
  typed = startTyped(line, { cwd: workspacePath, variables });
  await typed.shown(/No:/);
  return typed;
}

const configFile = () => join(installed.variables['HOME'] ?? '', '.coagent8', 'config.json');

(existsSync('/usr/bin/script') ? describe : describe.skip)('consent at a terminal (needs script)', () => {
  it('asks before a dear model runs, and runs it once for a yes', async () => {
    const { type, ended } = await asked('"SCENARIO=answer"');
    expect(installed.models.requests).toEqual([]);
    type('yes\n');
    const { code, screen } = await ended();
    expect(screen).toContain('to run Codex with the model "test-model"');
    expect(screen).toContain('40 USD per million output tokens');
    expect(screen).toContain('Hello from the model.');
    expect(code).toBe(0);
    expect(existsSync(configFile())).toBe(false);
  });

  it('remembers an "always", and does not ask again', async () => {
    const { type, ended } = await asked('"SCENARIO=answer"');
    type('always\n');
    expect((await ended()).code).toBe(0);
    const { governance } = JSON.parse(readFileSync(configFile(), 'utf8')) as { governance: object };
    expect(governance).toEqual({ models: { allow: ['codex/test-model'] } });
    expect(await installed.run(['consult', 'SCENARIO=answer'])).toMatchObject({ code: 0 });
  });

  it.each(['\n', 'no\n', '\u0004'])('runs nothing for %j', async (answer) => {
    const { type, ended } = await asked('"SCENARIO=answer"');
    type(answer);
    const { code, screen } = await ended();
    expect({ code, requests: installed.models.requests }).toEqual({ code: 3, requests: [] });
    expect(screen).toContain('POLICY_DENIED: ');
  });

  it('takes what is piped in for the proposal alone', async () => {
    const { type, ended } = await asked('- --json > outcome.json', {
      piped: "printf 'yes\\nSCENARIO=answer' | ",
    });
    type('\n');
    expect((await ended()).code).toBe(3);
    const text = readFileSync(join(installed.workspacePath, 'outcome.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ status: 'failed', failure: { code: 'POLICY_DENIED' } });
  });

  it('ends at Ctrl-C', async () => {
    const { type, ended } = await asked('"SCENARIO=answer"');
    type(INTERRUPT);
    const { code, screen } = await ended();
    expect({ code, requests: installed.models.requests }).toEqual({ code: 130, requests: [] });
    expect(screen).toContain('ABORTED: ');
  });
});

describe('consent without a terminal', () => {
  it('is none: nothing runs', async () => {
    const { code, stdout, stderr } = await installed.run(['consult', '-'], 'yes\nSCENARIO=answer');
    expect({ code, stdout, requests: installed.models.requests }).toEqual({
      code: 3,
      stdout: '',
      requests: [],
    });
    expect(stderr).toMatch(/^POLICY_DENIED: .*\n/);
  });

  it('is not asked for by run', async () => {
    const record = { schemaVersion: 1, operation: 'consult', proposal: 'SCENARIO=answer' };
    const request = JSON.stringify({ ...record, origin: { directory: installed.workspacePath } });
    const { code, stdout } = await installed.run(['run', '--request', '-'], request);
    expect(code).toBe(3);
    expect(stdout).toContain('POLICY_DENIED');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { turnEventSchema, turnOutcomeSchema } from '@coagent8/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';

let command: InstalledCommand;
beforeAll(async () => {
  command = await createInstalledCommand();
});
afterAll(() => command.remove());

const ask = (scenario: string, ...more: string[]) => ['consult', `SCENARIO=${scenario}`, ...more];

describe('coagent8 consult', () => {
  it('prints the answer on stdout and nothing else there', async () => {
    const { code, stdout, stderr } = await command.run(ask('answer'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Hello from the model.\n' });
    expect(stderr).toMatch(/codex \(test-model\) · \d+\.\d s · 0 operations · read-only, verified/);
  });

  it('reads the proposal from stdin', async () => {
    const { code, stdout } = await command.run(['consult', '-'], 'SCENARIO=answer\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Hello from the model.\n' });
  });

  it('prints one outcome with --json, and events ending in it with --events', async () => {
    const json = await command.run(ask('answer', '--json'));
    const outcome = turnOutcomeSchema.parse(JSON.parse(json.stdout));
    expect(outcome).toMatchObject({ status: 'answered', answer: 'Hello from the model.' });
    expect(outcome.meta.evidence?.checks.every(({ passed }) => passed)).toBe(true);
    const events = await command.run(ask('shell', '--events'));
    const types = events.stdout
      .trimEnd()
      .split('\n')
      .map((line) => turnEventSchema.parse(JSON.parse(line)).type);
    expect(types.at(-1)).toBe('outcome');
    expect(types.slice(0, -1)).toContain('phase');
    expect(types.slice(0, -1)).not.toContain('outcome');
  });

  it.each([
    [ask('e401'), 5],
    [ask('e429'), 6],
    [ask('e404'), 7],
    [ask('hang', '--timeout', '2s'), 10],
    [ask('garbage'), 11],
    [['consult'], 2],
    [['consult', 'x', '--backend', 'nobody'], 2],
    [['consult', 'x', '--no-such-flag'], 2],
    [['consult', 'x', '--workspace', '/no/such/folder'], 2],
    [['no-such-command'], 2],
  ])('%j ends with %i', async (args, expected) => {
    const { code, stdout, stderr } = await command.run(args);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
  });

  it('ends with 4 where the agent is not there, saying what to do', async () => {
    const { code, stderr } = await command.run(ask('answer'), '', { CODEX_PATH: '/no/such/codex' });
    expect(code).toBe(4);
    expect(stderr).toMatch(/^CLI_NOT_FOUND: .*\/no\/such\/codex.*; /);
  });

  it('ends with 130 on SIGINT, keeping what was said', async () => {
    const child = spawn(process.execPath, [command.entry, ...ask('slow')], command.spawnOptions());
    const stdout = readAll(child.stdout);
    const stderr = readAll(child.stderr);
    await command.models.requested();
    await delay(1_000);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(await stdout).toMatch(/^word [word ]*\n$/);
    expect(await stderr).toMatch(/^ABORTED: .*\nPartial response:\ncodex /);
  });
});

describe('coagent8 run', () => {
  it('reads one record and writes events ending in the outcome, also for a record that is wrong', async () => {
    const { code, stdout } = await command.run(['run', '--request', '-'], '{"schemaVersion":1}\n');
    expect(code).toBe(2);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(turnEventSchema.parse(JSON.parse(lines[0] ?? ''))).toMatchObject({
      type: 'outcome',
      outcome: { status: 'failed', failure: { code: 'INPUT_LIMIT' } },
    });
  });
});

describe('coagent8', () => {
  it('explains itself', async () => {
    const { code, stdout } = await command.run(['--help']);
    expect(code).toBe(0);
    for (const name of ['consult', 'doctor', 'route', 'run']) expect(stdout).toContain(name);
    expect((await command.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

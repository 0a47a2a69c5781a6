import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import { codexBinary, isAlive } from '@coagent8/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';
import { plantAgent } from './planted-agent.js';
import type { PlantedAgent } from './planted-agent.js';
import { startTyped } from './typed-command.js';
import type { TypedCommand } from './typed-command.js';

const INTERRUPT = '\u0003';
/** What the line goes away by that says what is waited for. */
const LINE_CLEARED = '\u001b[2K';

let command: InstalledCommand;
beforeAll(async () => {
  command = await createInstalledCommand();
});
afterAll(() => command.remove());

let planted: PlantedAgent | undefined;
let typed: TypedCommand | undefined;
afterEach(async () => {
  await typed?.kill();
  await planted?.remove();
  typed = planted = undefined;
});

/** The widest line, but for those with a path, which is not broken. */
const widest = (text: string) =>
  Math.max(
    ...text
      .split(/\r?\n/)
      .filter((line) => !line.includes('/'))
      .map((line) => line.length),
  );

describe('coagent8 doctor', () => {
  it('says at a glance how each agent is, in 80 columns', async () => {
    const { code, stdout, stderr } = await command.run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const backend of ['codex', 'claude', 'agy'])
      expect(stdout).toMatch(new RegExp(`^${backend}\\b`, 'm'));
    expect(stdout).toContain('test-model');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('starts an agent to learn its models, and not once they are known', async () => {
    planted = await plantAgent('codex', `exec '${codexBinary()}' "$@"`);
    const here = { CODEX_PATH: planted.path };
    expect((await command.run(['doctor'], '', here)).stdout).toContain('test-model');
    const { length } = planted.started();
    expect(length).toBeGreaterThan(0);
    expect((await command.run(['doctor'], '', here)).stdout).toContain('test-model');
    expect(planted.started()).toHaveLength(length);
  });

  it('prints one object with --json, which names its scope', async () => {
    const { code, stdout, stderr } = await command.run(['doctor', '--json', '--backend', 'codex']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      scope: 'models',
      backends: [{ backend: 'codex', state: 'no-catalog' }],
    });
  });
});

describe('coagent8 doctor --health', () => {
  it('says that the profile can be verified here, in 80 columns', async () => {
    const { code, stdout, stderr } = await command.run(['doctor', '--health']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^codex {2}ready/m);
    expect(stdout).toMatch(/version +0\.171\.0/);
    expect(stdout).not.toMatch(/^ +✗ /m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(command.models.requests).toEqual([]);
  });

  it('prints one object with --json, which names its scope', async () => {
    const { stdout } = await command.run(['doctor', '--health', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      scope: 'health',
      backends: [{ backend: 'codex', state: 'ready' }, { backend: 'agy' }, { backend: 'claude' }],
    });
  });

  it('says what is wrong with the program it was told to use', async () => {
    const { code, stdout } = await command.run(['doctor', '--health'], '', {
      CODEX_PATH: `${command.workspacePath}/a.txt`,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^What to do\n[^]*which\s+is\s+not\s+executable/);
    expect(stdout).toMatch(/^codex {2}not found$/m);
  });
});

describe('inside a turn', () => {
  it.each(['doctor', 'doctor --health', 'route', 'models'])(
    'coagent8 %s is refused before anything is started',
    async (line) => {
      planted = await plantAgent('codex', 'exit 1');
      const nested = { CODEX_PATH: planted.path, COAGENT8_NESTED_TURN: '1' };
      const { code, stdout, stderr } = await command.run(line.split(' '), '', nested);
      expect({ code, stdout, started: planted.started() }).toEqual({ code: 3, stdout: '', started: [] });
      expect(stderr).toMatch(/^POLICY_DENIED: .*inside a turn/);
    },
  );
});

(existsSync('/usr/bin/script') ? describe : describe.skip)('at a terminal (needs script)', () => {
  const type = (line: string, more: Record<string, string> = {}) => {
    const variables = { ...command.variables, ...more };
    const start = `stty cols 60; exec '${process.execPath}' '${command.entry}' ${line}`;
    return startTyped(start, { cwd: command.workspacePath, variables });
  };

  it.each(['doctor', 'doctor --health', 'route --explain'])('%s keeps to 60 columns', async (line) => {
    typed = type(line);
    const { code, screen } = await typed.ended();
    expect(code).toBe(0);
    const report = stripVTControlCharacters(screen.split(LINE_CLEARED).at(-1) ?? '');
    expect(report).toContain('codex');
    expect(widest(report)).toBeLessThanOrEqual(60);
  });

  it.each(['doctor', 'doctor --health', 'models'])(
    '%s says what it waits for, and ends at Ctrl-C with the agents that it started',
    async (line) => {
      planted = await plantAgent('codex', 'exec sleep 600');
      typed = type(line, { CODEX_PATH: planted.path });
      await typed.shown(/(looking at|asking) .*· \d+ s/);
      await planted.whenStarted();
      typed.type(INTERRUPT);
      const { code, screen } = await typed.ended();
      expect(code).toBe(130);
      expect(screen).toContain('ABORTED: ');
      // It did not wait for the 20 seconds that an agent may take.
      expect(screen).not.toMatch(/· 1\d s/);
      expect(planted.started().filter(isAlive)).toEqual([]);
    },
  );
});

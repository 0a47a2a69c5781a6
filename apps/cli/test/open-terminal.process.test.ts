import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from '@jest/globals';

import { startTyped } from './typed-command.js';
import type { TypedCommand } from './typed-command.js';

const PROGRAM = fileURLToPath(new URL('fixtures/ask-once.mjs', import.meta.url));
const COMMAND = `'${process.execPath}' '${PROGRAM}'`;
const END_OF_INPUT = '\u0004';
const INTERRUPT = '\u0003';

let typed: TypedCommand | undefined;
afterEach(async () => {
  await typed?.kill();
  typed = undefined;
});

/** Starts the program at a terminal; it opens it when `open` is called. */
async function start(line: string) {
  const command = startTyped(line, { cwd: tmpdir(), variables: { PATH: process.env['PATH'] ?? '' } });
  typed = command;
  const [, pid] = await command.shown(/pid (\d+)/);
  const open = async () => {
    process.kill(Number(pid), 'SIGUSR2');
    await command.shown(/open|no terminal/);
  };
  return { ...command, open };
}

(existsSync('/usr/bin/script') ? describe : describe.skip)('openTerminal (needs script)', () => {
  it('reads what is typed, and ends with it', async () => {
    const { open, type, ended } = await start(COMMAND);
    await open();
    type('yes\nmore\n');
    expect(await ended()).toMatchObject({ code: 0, screen: expect.stringContaining('line "yes"') });
  });

  it('takes what is piped in for nothing that was typed', async () => {
    const { open, type, ended } = await start(`echo yes | ${COMMAND}`);
    await open();
    type('no\n');
    expect((await ended()).screen).toContain('line "no"');
  });

  it.each(['idle', 'busy'])('forgets what was typed before, %s', async (mode) => {
    const { open, type, shown, ended } = await start(`${COMMAND} ${mode}`);
    type('yes\nyes\n');
    await shown(/(yes\r\n){2}/); // the terminal shows it: it is there to be read
    await open();
    type('no\n');
    expect((await ended()).screen).toContain('line "no"');
  });

  it('takes the end of the input for no line', async () => {
    const { open, type, ended } = await start(COMMAND);
    await open();
    type(END_OF_INPUT);
    expect((await ended()).screen).toContain('line null');
  });

  it('is over when the question is withdrawn', async () => {
    const { open, ended } = await start(`${COMMAND} withdraw`);
    await open();
    expect(await ended()).toMatchObject({ code: 0, screen: expect.stringContaining('line null') });
  });

  it('leaves Ctrl-C its meaning', async () => {
    const { open, type, ended } = await start(COMMAND);
    await open();
    type(INTERRUPT);
    expect((await ended()).screen).not.toContain('line');
  });
});

describe('openTerminal', () => {
  it('finds none where there is none', async () => {
    const child = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('pid')) child.kill('SIGUSR2');
      lines.push(line);
    });
    await once(child, 'close');
    expect(lines.slice(1)).toEqual(['no terminal', 'line null']);
  });
});

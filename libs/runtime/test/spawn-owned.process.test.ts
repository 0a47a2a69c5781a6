import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createTempWorkspace, openDescriptors } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';

import { spawnOwned } from '../src/index.js';
import { shell, textsOf } from './fixture-command.js';

let folder: TempWorkspace;

beforeAll(async () => {
  folder = await createTempWorkspace();
});

afterAll(() => folder.remove());

async function program(name: string, text: string | Buffer, mode = 0o755): Promise<string> {
  const file = join(folder.path, name);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

const [OWN_MACHINE, FOREIGN_MACHINE] = process.arch === 'arm64' ? [183, 62] : [62, 183];
const SHELL_LINE = Buffer.from('\necho > ran\n');

/** The header of a 64-bit program, and nothing of the program. */
function elfStart(machine: number): Buffer {
  const start = Buffer.alloc(64);
  start.write('\x7fELF\x02\x01\x01');
  start.writeUInt16LE(machine, 18);
  return start;
}

const spawnFile = (file: string, cwd = '/') => spawnOwned({ file, args: [], cwd, env: {} });

describe('spawnOwned', () => {
  it('passes the environment and nothing of ours', async () => {
    const { lines } = await spawnOwned({ file: '/usr/bin/env', args: [], cwd: '/', env: { ONLY: 'this' } });
    expect(await textsOf(lines)).toEqual(['ONLY=this']);
  });

  it('passes arguments and working directory as they are', async () => {
    const cwd = join(folder.path, 'a folder');
    await mkdir(cwd);
    const args = ['-c', 'pwd; for each; do echo "$each"; done', 'sh', '$HOME; `id`', '', 'a "b" *'];
    const { lines } = await spawnOwned({ file: '/bin/sh', args, cwd, env: {} });
    expect(await textsOf(lines)).toEqual([cwd, '$HOME; `id`', '', 'a "b" *']);
  });

  it('runs a script that names its interpreter, and a link to a program', async () => {
    const script = await program('script', '#!/bin/sh\necho script\n');
    const link = join(folder.path, 'link');
    await symlink(script, link);
    expect(await textsOf((await spawnFile(link)).lines)).toEqual(['script']);
  });

  it('finds a bare name on the PATH it passes, not on ours', async () => {
    await program('coagent8-test-program', '#!/bin/sh\necho found\n');
    const command = { file: 'coagent8-test-program', args: [], cwd: '/' };
    const { lines } = await spawnOwned({ ...command, env: { PATH: `/usr/bin:${folder.path}` } });
    expect(await textsOf(lines)).toEqual(['found']);
    await expect(spawnOwned({ ...command, env: {} })).rejects.toMatchObject({ code: 'CLI_NOT_FOUND' });
    await expect(
      spawnOwned({
        ...command,
        file: './coagent8-test-program',
        cwd: folder.path,
        env: { PATH: folder.path },
      }),
    ).rejects.toMatchObject({ code: 'CLI_NOT_FOUND' });
  });
});

describe('a program that cannot be started', () => {
  it('does not exist', async () => {
    const file = join(folder.path, 'missing');
    await expect(spawnFile(file)).rejects.toMatchObject({
      code: 'CLI_NOT_FOUND',
      message: `${file} does not exist`,
    });
    await expect(spawnFile('/bin/sh/missing')).rejects.toMatchObject({ code: 'CLI_NOT_FOUND' });
  });

  it.each([
    ['is not executable', '#!/bin/sh\n', 0o644, 'it is not marked as executable'],
    ['is text without an interpreter', 'echo run by a shell\n', 0o755, 'it is neither a program'],
    ['is empty', '', 0o755, 'it is neither a program'],
    ['names a missing interpreter', '#!/nonexistent/interpreter\n', 0o755, 'the interpreter that it names'],
  ])('%s', async (name, text, mode, reason) => {
    const file = await program(name.replaceAll(' ', '-'), text, mode);
    const failure = spawnFile(file);
    await expect(failure).rejects.toMatchObject({ code: 'CLI_UNSUPPORTED', details: { file } });
    await expect(failure).rejects.toThrow(`${file} cannot be run: ${reason}`);
  });

  it.each([
    ['is for another machine', elfStart(FOREIGN_MACHINE), 'it is a program for another machine'],
    ['is cut in its header', elfStart(OWN_MACHINE).subarray(0, 20), 'it is damaged'],
    ['is cut after its first word', elfStart(OWN_MACHINE).subarray(0, 4), 'it is damaged'],
    ['is for macOS', Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), 'it is neither a program for this system'],
    ['names no interpreter', Buffer.from('#! \t'), 'its first line does not name an interpreter'],
    ['names a relative interpreter', Buffer.from('#!sh'), 'its first line does not name an interpreter'],
    ['names an endless interpreter', Buffer.from(`#!/${'x'.repeat(300)}`), 'its first line does not name'],
    ['is for Windows', Buffer.from('MZ'), 'it is neither a program for this system'],
  ])('%s, and no shell runs it instead', async (name, start, reason) => {
    const canary = join(folder.path, 'ran');
    const file = await program(name.replaceAll(' ', '-'), Buffer.concat([start, SHELL_LINE]));
    const failure = spawnFile(file, folder.path);
    await expect(failure).rejects.toMatchObject({ code: 'CLI_UNSUPPORTED', details: { file } });
    await expect(failure).rejects.toThrow(reason);
    expect(existsSync(canary)).toBe(false);
  });

  it('has an interpreter that is no program, and no shell runs it instead', async () => {
    const interpreter = await program('interpreter', elfStart(FOREIGN_MACHINE));
    const between = await program('between', `#!${interpreter} -x\necho > ran\n`);
    const failure = spawnFile(await program('above', `#!${between}\necho > ran\n`), folder.path);
    await expect(failure).rejects.toThrow(
      `its interpreter ${interpreter} cannot be run: it is a program for another machine`,
    );
    expect(existsSync(join(folder.path, 'ran'))).toBe(false);
  });

  it('is its own interpreter', async () => {
    const file = join(folder.path, 'circle');
    await expect(spawnFile(await program('circle', `#!${file}\n`))).rejects.toMatchObject({
      message: `${file} could not be started: ELOOP`,
    });
  });

  it('is a directory', async () => {
    await expect(spawnFile(folder.path)).rejects.toMatchObject({
      code: 'CLI_UNSUPPORTED',
      message: `${folder.path} cannot be run: it is a directory`,
    });
  });

  it.each([
    ['missing', 'does not exist'],
    ['file', 'is not a directory'],
  ])('has a working directory that is a %s one', async (name, reason) => {
    await folder.write('file', '');
    const cwd = join(folder.path, name);
    await expect(spawnFile('/bin/sh', cwd)).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `the working directory ${cwd} ${reason}`,
    });
  });

  it('is refused by the system without a word about its arguments', async () => {
    const failure = spawnOwned({ ...shell(''), args: ['secret'.repeat(500_000)] });
    await expect(failure).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: '/bin/sh could not be started: E2BIG',
    });
  });
});

describe('three hundred processes', () => {
  it('leave no descriptor behind', async () => {
    await runTrue();
    const before = openDescriptors();
    for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 10 }, runTrue));
    expect(openDescriptors()).toBe(before);

    async function runTrue(): Promise<void> {
      const running = await spawnOwned({ file: '/bin/true', args: [], cwd: '/', env: {} });
      expect((await running.ended).exitCode).toBe(0);
    }
  }, 120_000);
});

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { complaintAbout, NODE_FLOOR } from '../src/node-floor.js';

const BUILD = fileURLToPath(new URL('fixtures/build-into.mjs', import.meta.url));
const OLD_NODE = findOldNode();
/** The program that gives a command a terminal, as util-linux has it. */
const TERMINAL = process.platform === 'linux' ? programs('script')[0] : undefined;
/** A file that takes no byte. */
const FULL = '/dev/full';
/** The entry, with the contracts and zod in it: whatever runs or redacts would be more. */
const START_MAX_BYTES = 170_000;
/** Prints the modules that a program loaded, when it ends. */
const LIST_MODULES = `process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')));`;
/** Prints a line when the program begins to listen to the last of its stop signals. */
const SAY_STOPPABLE = `process.on('newListener', (name) => name === 'SIGHUP' && console.error('stoppable'));`;
/** Breaks the program when it begins to listen to the last of its stop signals. */
const CRASH = `process.on('newListener', (name) => {
  if (name === 'SIGHUP') setImmediate(() => { throw new Error('broken by sk-ant-api03-' + 'A1b2C3d4E5'.repeat(9)); });
});`;

let folder: string;

interface Run {
  readonly args: readonly string[];
  readonly input?: string;
  readonly variables?: Record<string, string>;
  readonly node?: string;
}

/** The built launcher as users start it, in a world that holds nothing of the user's. */
function start({ args, variables, node = process.execPath }: Run) {
  return spawn(node, [join(folder, 'index.cjs'), ...args], world(variables));
}

function world(variables: Record<string, string> = {}) {
  return {
    cwd: join(folder, 'work'),
    env: {
      ...{ HOME: join(folder, 'home'), PATH: folder, COAGENT8_DIR: join(folder, 'data') },
      COAGENT8_PRICES_URL: join(folder, 'no-prices.json'),
      ...variables,
    },
  };
}

async function ran(run: Run) {
  const child = start(run);
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, exitCode };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-cli-'));
  execFileSync(process.execPath, [BUILD, folder], { stdio: 'pipe' });
  for (const name of ['server', 'work']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'server', 'main.cjs'), 'console.log("server", process.argv.length);');
  writeFileSync(join(folder, 'list-modules.cjs'), LIST_MODULES);
  writeFileSync(join(folder, 'say-stoppable.cjs'), SAY_STOPPABLE);
  writeFileSync(join(folder, 'crash.cjs'), CRASH);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the launcher', () => {
  it('starts the server without arguments', async () => {
    expect(await ran({ args: [] })).toEqual({ stdout: 'server 2\n', stderr: '', exitCode: 0 });
  });

  (TERMINAL === undefined ? it.skip : it)('tells who types it what it is (needs script)', () => {
    const command = `'${process.execPath}' '${join(folder, 'index.cjs')}'`;
    const { stdout } = spawnSync(TERMINAL!, ['-qec', command, '/dev/null'], {
      ...world({ SHELL: '/bin/sh' }),
      encoding: 'utf8',
    });
    expect(stdout).toContain(
      'coagent8: MCP server on standard input; for the command line see coagent8 --help\r\n',
    );
    expect(stdout).toContain('server 2');
  });

  it('is small', () => {
    expect(statSync(join(folder, 'index.cjs')).size).toBeLessThan(2_500);
  });

  it('keeps compiled code for the user alone', async () => {
    const data = join(folder, 'data-new');
    await ran({ args: ['--version'], variables: { COAGENT8_DIR: data } });
    for (const path of [data, join(data, 'cache')]) expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(data, 'cache'), { recursive: true }).length).toBeGreaterThan(1);
  });

  it.each([
    ['below a file', () => join(folder, 'index.cjs', 'data')],
    ['relative', () => 'data'],
    ['below /proc', () => '/proc/coagent8'],
  ])('starts although its data root is %s', async (_, dataRoot) => {
    const { exitCode, stderr } = await ran({ args: ['--version'], variables: { COAGENT8_DIR: dataRoot() } });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  (process.platform === 'win32' ? it.skip : it)('refuses a folder that was deleted (needs POSIX)', () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', script, 'sh', process.execPath, join(folder, 'index.cjs'), '--version'],
      { ...world(), env: { ...world().env, PATH: '/usr/bin:/bin' }, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'coagent8 was started in a folder that does not exist any more; change to another one\n',
    });
  });

  it('says what to do when the package is torn', async () => {
    rmSync(join(folder, 'server', 'main.cjs'));
    const { exitCode, stderr } = await ran({ args: [] });
    expect(exitCode).toBe(11);
    expect(stderr).toMatch(/^PROCESS_ERROR: coagent8 cannot be loaded \(.+\); install it again\n$/s);
  });

  (OLD_NODE === undefined ? it.skip : it)('refuses an older Node (needs one on PATH)', async () => {
    const { exitCode, stdout, stderr } = await ran({ args: ['--version'], node: OLD_NODE! });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^coagent8 needs Node.js ${NODE_FLOOR} or newer, and this is \\d+.+\n$`),
    );
  });
});

describe('the command line', () => {
  it.each([['--version'], ['--help'], ['consult --help']])('%s loads no command', async (line) => {
    const { stderr, exitCode } = await ran({
      args: line.split(' '),
      variables: preload('list-modules.cjs'),
    });
    const loaded = stderr.trim().split('\n');
    expect(exitCode).toBe(0);
    expect(loaded).toContain(join(folder, 'cli', 'main.cjs'));
    const sizes = loaded.map((path) => statSync(path).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(START_MAX_BYTES);
  });

  it('says that no agent is installed', async () => {
    const { exitCode, stdout, stderr } = await ran({ args: ['consult', 'Is this sound?'] });
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toMatch(/^CLI_NOT_FOUND: /);
  });

  it('writes one outcome for an invalid record', async () => {
    const { exitCode, stdout, stderr } = await ran({
      args: ['run', '--request', '-'],
      input: '{"schemaVersion":2}\n',
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'outcome',
      outcome: { failure: { code: 'INPUT_LIMIT' } },
    });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'writes the outcome of a run that %s ends',
    async (signal) => {
      const child = start({ args: ['run', '--request', '-'], variables: preload('say-stoppable.cjs') });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const stdout = text(child.stdout);
      child.stderr.once('data', () => child.kill(signal));
      expect(await exited).toBe(130);
      expect(JSON.parse(await stdout)).toMatchObject({
        type: 'outcome',
        outcome: { failure: { code: 'ABORTED' } },
      });
    },
  );

  it('ends a run whose reader is gone', async () => {
    const child = start({ args: ['run', '--request', '-'], variables: preload('say-stoppable.cjs') });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.stderr.once('data', () => child.stdout.destroy());
    expect(await exited).toBe(130);
  });

  it('tells what broke it, without the key in it', async () => {
    const { exitCode, stderr } = await ran({
      args: ['run', '--request', '-'],
      variables: preload('crash.cjs'),
    });
    expect(exitCode).toBe(11);
    expect(stderr).toMatch(
      /^PROCESS_ERROR: unexpected failure; .+\nError: broken by \[redacted: anthropic\]\n/,
    );
    expect(stderr).not.toContain('A1b2C3d4E5');
  });

  it('stops reading what is too long', async () => {
    const { exitCode, stderr } = await ran({ args: ['consult', '-'], input: 'x'.repeat(5_000_000) });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^INPUT_LIMIT: standard input is longer than 4194304 bytes; /);
  });

  (existsSync(FULL) ? it : it.skip)(`says that its output is lost (needs ${FULL})`, async () => {
    const full = openSync(FULL, 'w');
    const child = spawn(process.execPath, [join(folder, 'index.cjs'), '--version'], {
      ...world(),
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    expect(await text(child.stderr!)).toMatch(
      /^PROCESS_ERROR: standard output could not be written \(ENOSPC/,
    );
    expect(await exited).toBe(11);
  });
});

function preload(name: string) {
  return { NODE_OPTIONS: `--require ${join(folder, name)}` };
}

function programs(name: string): string[] {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((entry) => join(entry, name));
  return candidates.filter(existsSync);
}

function findOldNode(): string | undefined {
  return programs('node').find((node) => {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
    return complaintAbout(version) !== undefined;
  });
}

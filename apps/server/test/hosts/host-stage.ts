import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createAgentWorld, createTempWorkspace, isAlive, waitForDeath } from '@coagent8/testing';
import type { AgentId, TempWorkspace } from '@coagent8/testing';

import { installedEntry } from '../installed-server.js';
import { readWire } from './wire-record.js';
import type { WireMessage } from './wire-record.js';

const RECORDER = fileURLToPath(new URL('record-wire.cjs', import.meta.url));
/** Longest run of a host, in milliseconds. */
const RUN_MAX_MS = 60_000;
/** How long a process may take to end after its host, in milliseconds. */
const ENDING_GRACE_MS = 3_500;

/** A command that a host is told to start. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a run of a program came to. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that outlived its host. */
export interface Remaining {
  readonly pid: number;
  readonly command: string;
}

/** A workspace for one host, a home for it, and our server as the host is to start it. */
export interface HostStage {
  readonly workspace: TempWorkspace;
  /** A folder that the host may take for its home. Its temporary folder, `<home>/tmp`, is there. */
  readonly home: string;
  readonly server: ServerEntry;
  /** Runs a program of the host in the workspace, without input. */
  readonly run: (
    program: string,
    args: readonly string[],
    variables?: Record<string, string>,
  ) => Promise<Ran>;
  /** All that was said since this was last called. */
  readonly takeWire: () => Promise<WireMessage[]>;
  /** What the host or our server left running. */
  readonly findRemaining: () => Promise<Remaining[]>;
  /** Ends what is left running, and removes everything. */
  readonly remove: () => Promise<void>;
}

/** Builds a stage on which the server asks the agent `id`, whose model is scripted. */
export async function createHostStage(id: AgentId): Promise<HostStage> {
  const agent = await createAgentWorld(id);
  const workspace = await createTempWorkspace({
    git: true,
    files: { 'src/price.js': 'export const price = 1;\n' },
  });
  const home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-host-')));
  await mkdir(join(home, 'tmp'));
  const homes = [home, agent.home];
  const wireFile = join(home, 'wire.jsonl');
  return {
    workspace,
    home,
    server: {
      command: process.execPath,
      args: ['--require', RECORDER, installedEntry()],
      env: { ...agent.variables, WIRE_FILE: wireFile },
    },
    run: (program, args, variables = {}) => {
      const own = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: join(home, 'tmp') };
      return runProgram(program, args, { cwd: workspace.path, env: { ...own, ...variables } });
    },
    takeWire: async () => {
      const wire = await readWire(wireFile);
      await rm(wireFile, { force: true });
      return wire;
    },
    findRemaining: () => findRemaining(homes),
    remove: async () => {
      for (const { pid } of await findRemaining(homes)) process.kill(pid, 'SIGKILL');
      await agent.remove();
      await workspace.remove();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Variables as arguments of a command line: `flag NAME=value` for each. */
export function asFlags(flag: string, variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Ran> {
  return new Promise((resolve) => {
    const bounds = { timeout: RUN_MAX_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
    const child = execFile(program, args, { ...options, ...bounds }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** A process keeps the environment that it was started with, wherever it goes: its home tells whose it is. */
async function findRemaining(homes: readonly string[]): Promise<Remaining[]> {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readProcess(name, 'cmdline').join(' ').trim() }))
    .filter(({ pid }) => homes.some((home) => readProcess(pid, 'environ').includes(`HOME=${home}`)));
  await Promise.all(found.map(({ pid }) => waitForDeath(pid, ENDING_GRACE_MS)));
  return found.filter(({ pid }) => isAlive(pid));
}

function readProcess(pid: string | number, file: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

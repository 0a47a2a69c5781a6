import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a workspace is made from. */
export interface TempWorkspaceOptions {
  /** Text of the files, by their path inside the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Make it a git repository whose first commit, on `main`, holds `files`. Default: no repository. */
  readonly git?: boolean;
}

/** A folder to work in. */
export interface TempWorkspace {
  /** Canonical absolute path. */
  readonly path: string;
  /** Writes a file, with the folders on its way; returns its absolute path. */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Runs git in the workspace and returns what it printed. Throws where git fails. */
  readonly git: (...args: string[]) => string;
  readonly remove: () => Promise<void>;
}

/** Nothing of the machine reaches git: no configuration, no credentials, no pager, an identity of its own. */
const GIT_VARIABLES = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** Makes a {@link TempWorkspace} below the system's temporary directory. */
export async function createTempWorkspace({
  files = {},
  git = false,
}: TempWorkspaceOptions = {}): Promise<TempWorkspace> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-workspace-')));
  const runGit = (...args: string[]) => gitIn(path, args);
  const write = async (name: string, text: string) => {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  if (git) {
    runGit('init', '--quiet', '--initial-branch=main');
    runGit('add', '--all');
    runGit('commit', '--quiet', '--allow-empty', '--message=Start');
  }
  return {
    path,
    write,
    git: runGit,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function gitIn(cwd: string, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...GIT_VARIABLES };
  return execFileSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

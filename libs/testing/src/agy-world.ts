import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AgentWorld } from './agent-world.js';
import { writePriceList } from './price-list.js';
import type { WorldPrices } from './price-list.js';

const PROGRAM = fileURLToPath(new URL('../agents/agy.mjs', import.meta.url));

/** What a world with the stand-in for `agy` is made from. */
export interface AgyWorldOptions {
  /** `settings.json`. Default: nothing in it, so that agy's own defaults hold. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Default true: a token that is none lies where agy keeps its own without a keyring. */
  readonly isSignedIn?: boolean;
  /** What prompts without a marker play, and what happens before a prompt: `signed-out-wait`, `slow-start` … */
  readonly scenario?: string;
  /** The argument of that scenario. */
  readonly argument?: string;
  /** What models cost for a CoAgent8 in this home, in `<home>/prices.json`. Default: cheap ones. */
  readonly prices?: WorldPrices;
}

/** One start of the program, as it recorded it itself. */
export interface AgyCall {
  readonly pid: number;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Names of the variables that it was given, sorted. Values are never recorded. */
  readonly variables: readonly string[];
  /** All that it read on stdin. */
  readonly stdin: string;
  /** The prompts of the turns that it began. */
  readonly prompts: readonly string[];
  /** `undefined` while it runs, and for ever where a signal ended it. */
  readonly exitCode: number | undefined;
}

/** The {@link AgentWorld} of the stand-in, and what it recorded. */
export interface AgyWorld extends AgentWorld {
  /** `~/.gemini`: below it `antigravity-cli` with settings and conversations, and `config` with hooks and servers. */
  readonly geminiFolder: string;
  /** Every start so far, oldest first; not those of the updater. */
  readonly calls: () => readonly AgyCall[];
}

/** Makes an {@link AgyWorld} below the system's temporary directory. POSIX only. */
export async function createAgyWorld({
  settings = {},
  isSignedIn = true,
  scenario,
  argument,
  prices,
}: AgyWorldOptions = {}): Promise<AgyWorld> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-agy-')));
  const geminiFolder = join(home, '.gemini');
  const appFolder = join(geminiFolder, 'antigravity-cli');
  const binary = join(home, 'bin', 'agy');
  const temporaryDirectory = join(home, 'tmp');
  const recordFolder = join(home, '.agy-standin');
  for (const folder of [appFolder, join(home, 'bin'), temporaryDirectory, recordFolder]) {
    await mkdir(folder, { recursive: true });
  }
  await writeFile(join(appFolder, 'settings.json'), JSON.stringify(settings));
  if (isSignedIn) await writeFile(join(appFolder, 'antigravity-oauth-token'), '{}', { mode: 0o600 });
  await writeFile(binary, launcher());
  await chmod(binary, 0o755);
  const calls = () => readCalls(join(recordFolder, 'calls.jsonl'));
  return {
    id: 'agy',
    binary,
    home,
    geminiFolder,
    variables: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: temporaryDirectory,
      AGY_PATH: binary,
      COAGENT8_PRICES_URL: await writePriceList(home, prices),
      ...(scenario === undefined ? {} : { AGY_STANDIN_SCENARIO: scenario }),
      ...(argument === undefined ? {} : { AGY_STANDIN_ARGUMENT: argument }),
    },
    calls,
    spoken: () => calls().flatMap(({ prompts }) => prompts.map((prompt) => JSON.stringify(prompt))),
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Names this Node by its path: an agent is given a `PATH` that need not lead to one. `exec` keeps the process. */
function launcher(): string {
  const quote = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
  return `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(PROGRAM)} "$@"\n`;
}

type Fact = { readonly pid: number } & Partial<
  Pick<AgyCall, 'argv' | 'cwd' | 'variables' | 'stdin'> & { prompt: string; end: number }
>;

function readCalls(file: string): AgyCall[] {
  const calls: AgyCall[] = [];
  for (const line of readText(file).split('\n').filter(Boolean)) {
    const { pid, argv, cwd = '', variables = [], stdin, prompt, end } = JSON.parse(line) as Fact;
    if (argv) calls.push({ pid, argv, cwd, variables, stdin: '', prompts: [], exitCode: undefined });
    const at = calls.findLastIndex((call) => call.pid === pid);
    const call = calls[at];
    if (!call) continue;
    calls[at] = {
      ...call,
      stdin: call.stdin + (stdin ?? ''),
      prompts: prompt === undefined ? call.prompts : [...call.prompts, prompt],
      exitCode: end ?? call.exitCode,
    };
  }
  return calls;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

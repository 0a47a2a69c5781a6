import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

import type { AgyWorld } from '../src/index.js';

/** The arguments of a turn whose prompt comes as a line of JSON. */
export const STREAM = [
  ...['--sandbox', '--disable-slash-commands', '--print='],
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--print-timeout=0s'],
];

/** The line that asks for a turn. */
export const userLine = (content: unknown) => `${JSON.stringify({ event: 'user', message: { content } })}\n`;

/** What the program was and said. */
export interface AgyRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout that are events. */
  readonly events: readonly AgyEvent[];
}

/** An event, as loosely as a test needs it. */
export interface AgyEvent {
  readonly event: string;
  readonly conversation_id?: string;
  readonly init?: { readonly permission_mode: string; readonly model?: string; readonly cwd: string };
  readonly step_update?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** How the program is started. */
export interface AgyStart {
  readonly args?: readonly string[];
  /** All of stdin. Default: an open pipe, which the caller ends. */
  readonly stdin?: string | 'null-device';
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A started program. */
export interface StartedAgy {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves once stdout or stderr holds the text, with all that has been said. */
  readonly hears: (text: string) => Promise<string>;
  /** The end of the program and of all that hold its output. */
  readonly ended: Promise<AgyRun>;
}

/** Starts the stand-in. Its updater is off, unless `variables` say otherwise. */
export function startAgy(
  world: AgyWorld,
  { args = STREAM, stdin, cwd, variables }: AgyStart = {},
): StartedAgy {
  const child = spawn(world.binary, args, {
    cwd: cwd ?? world.home,
    env: { ...world.variables, AGY_CLI_DISABLE_AUTO_UPDATE: 'true', ...variables },
    stdio: [stdin === 'null-device' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  const heard = () => listeners.forEach((listener) => listener());
  child.stdout?.setEncoding('utf8').on('data', (chunk) => ((stdout += chunk), heard()));
  child.stderr?.setEncoding('utf8').on('data', (chunk) => ((stderr += chunk), heard()));
  if (stdin !== undefined && stdin !== 'null-device') child.stdin?.end(stdin);
  return {
    child,
    pid: child.pid ?? 0,
    hears: (text) =>
      new Promise((resolve) => {
        const look = () => {
          const said = stdout + stderr;
          if (!said.includes(text)) return;
          listeners.delete(look);
          resolve(said);
        };
        listeners.add(look);
        look();
      }),
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode, signal) =>
        resolve({ exitCode, signal, stdout, stderr, events: eventsOf(stdout) }),
      );
    }),
  };
}

/** How long {@link settles} looks, and how often, in milliseconds. */
const SETTLES_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** Waits until something holds that no event tells of, for a while. */
export async function settles(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + SETTLES_MS;
  while (!holds()) {
    if (performance.now() > deadline)
      throw new Error(`did not hold within ${SETTLES_MS} ms: ${holds.toString()}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Runs one start to its end. */
export function runAgy(world: AgyWorld, start: AgyStart): Promise<AgyRun> {
  return startAgy(world, start).ended;
}

/** Runs turns in one process, one after the other. */
export function playTurns(
  world: AgyWorld,
  prompts: readonly string[],
  start: AgyStart = {},
): Promise<AgyRun> {
  return runAgy(world, { ...start, stdin: prompts.map(userLine).join('') });
}

function eventsOf(stdout: string): AgyEvent[] {
  return stdout.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as AgyEvent];
    } catch {
      return [];
    }
  });
}

/** Events in short, one line each: what is the same each time. */
export function outline({ events }: AgyRun): string[] {
  const main = events.find(({ event }) => event === 'init')?.conversation_id;
  return events.map(({ event, init, step_update: step, result }) => {
    if (init) return ['init', init.permission_mode, init.model].filter(Boolean).join(' ');
    if (step) return outlineStep(step, main);
    if (!result) return event;
    const { status, response, num_turns: turns, error, denied_actions: denied } = result;
    const refused = denied as readonly { action: string }[] | undefined;
    return [
      `result ${String(status)} ${JSON.stringify(response)} turns=${String(turns)}`,
      ...(error === undefined ? [] : [`error=${String(error).slice(0, 80)}`]),
      ...(refused === undefined ? [] : [`denied=${refused.map(({ action }) => action).join()}`]),
    ].join(' ');
  });
}

function outlineStep(step: Readonly<Record<string, unknown>>, main: string | undefined): string {
  const info = step['tool_info'] as { parameters: unknown; output?: string; error?: unknown } | undefined;
  return [
    String(step['step_index']),
    String(step['step_type']),
    String(step['state']),
    ...(step['conversation_id'] === main ? [] : ['elsewhere']),
    ...(step['text_delta'] === undefined ? [] : [JSON.stringify(step['text_delta'])]),
    ...(info === undefined ? [] : [`${String(step['tool_name'])} ${JSON.stringify(info.parameters)}`]),
    ...(info?.output === undefined ? [] : [`-> ${JSON.stringify(info.output)}`]),
    ...(info?.error === undefined ? [] : [`!! ${JSON.stringify(info.error)}`]),
    ...(step['usage'] === undefined ? [] : ['usage']),
  ].join(' ');
}

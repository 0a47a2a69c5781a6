import { Readable } from 'node:stream';

import type { TurnHost, TurnOutcome, TurnRequest } from '@coagent8/contracts';

import type { Services, Terminal, World } from '../src/world.js';

export const ANSWERED: TurnOutcome = {
  status: 'answered',
  answer: 'It is safe.',
  truncated: false,
  meta: { durationMs: 1_240, operations: 2, backend: 'codex', model: 'm-1' },
  warnings: [{ code: 'MODEL_DIFFERS', message: 'another model answered' }],
};

export const FAILED: TurnOutcome = {
  status: 'failed',
  failure: { code: 'TIMEOUT', message: 'no answer within 1 s', remedy: 'allow more time' },
  partialAnswer: 'It is',
  meta: { durationMs: 1_000, operations: 0, backend: 'codex' },
  warnings: [],
};

/** A request record that is valid. */
export const RECORD = {
  schemaVersion: 1,
  operation: 'consult',
  proposal: 'Is this sound?',
  origin: { directory: '/repo' },
};

/** What a test decides about the world. */
export interface Script {
  readonly stdin?: Readable | string;
  readonly stdinIsTerminal?: boolean;
  readonly stdinIsSent?: boolean;
  readonly terminals?: boolean;
  readonly variables?: Record<string, string>;
  readonly run?: (request: TurnRequest, host: TurnHost) => Promise<TurnOutcome>;
  readonly examineHealth?: Services['examineHealth'];
  readonly reportModels?: Services['reportModels'];
  readonly explainRoute?: Services['explainRoute'];
  readonly settled?: Services['settled'];
  /** Default: there is no terminal to ask on. */
  readonly terminal?: Terminal;
  readonly signal?: AbortSignal;
  /** Width of the terminals, in columns. Default 40. */
  readonly columns?: number;
}

/** A world without a process: what was written, and the requests that reached the operations, are kept. */
export function createScriptedWorld(script: Script = {}) {
  const written = { stdout: '', stderr: '', both: '' };
  const requests: TurnRequest[] = [];
  let composed = 0;
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
      written.both += text;
    },
    isTerminal: script.terminals ?? false,
    columns: () => script.columns ?? 40,
  });
  const run = script.run ?? (() => Promise.resolve(ANSWERED));
  const world: World = {
    environment: {
      variables: script.variables ?? {},
      platform: 'linux',
      homeDirectory: '/home/u',
      workingDirectory: '/repo/app',
    },
    stdin: {
      isTerminal: script.stdinIsTerminal ?? false,
      isSent: () => script.stdinIsSent ?? false,
      open: () =>
        typeof script.stdin === 'string'
          ? Readable.from([Buffer.from(script.stdin)])
          : (script.stdin ?? Readable.from([])),
    },
    stdout: output('stdout'),
    stderr: output('stderr'),
    openTerminal: () => Promise.resolve(script.terminal),
    now: () => 0,
    stoppable: (work) => work(script.signal ?? new AbortController().signal),
    services: () => {
      composed += 1;
      return Promise.resolve({
        operations: {
          run: (request: TurnRequest, host: TurnHost) => {
            requests.push(request);
            return run(request, host);
          },
        },
        examineHealth: script.examineHealth ?? (() => Promise.reject(new Error('no health in this script'))),
        reportModels: script.reportModels ?? (() => Promise.reject(new Error('no models in this script'))),
        explainRoute: script.explainRoute ?? (() => Promise.reject(new Error('no route in this script'))),
        settled: script.settled ?? (() => Promise.resolve()),
      });
    },
  };
  return { world, written, requests, timesComposed: () => composed };
}

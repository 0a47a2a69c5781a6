import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { CoAgentError } from '@coagent8/contracts';
import type { ErrorCode } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { Backend, ExamineRequest } from '../src/backend.js';
import { createBackends } from '../src/registry.js';
import { kill, witnessesOf } from './conformance/witness.js';

/** All that an agent can be asked without a turn. */
const QUESTIONS = ['examine', 'listModels', 'readQuota'] as const;
const AGENTS = createBackends();
/** How long the last process of a question may take to disappear once it has been answered, in milliseconds. */
const DISAPPEAR_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** A program in a bad state, and what each question to it has to come to. `undefined`: there is no such file. */
interface BadState {
  readonly content: string | Buffer | undefined;
  readonly mode?: number;
  readonly code: ErrorCode;
  /** What every failure of it has to say. */
  readonly says: RegExp;
}

const script = (...lines: readonly string[]) => `#!/bin/sh\n${lines.join('\n')}\n`;

/** The first bytes of a program for a machine that nobody has: an ELF of 64 bits, with the number of no processor. */
const FOREIGN_PROGRAM = Buffer.concat([
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, ...Array<number>(8).fill(0)]),
  Buffer.from([2, 0, 0xfe, 0xca, 1, 0, 0, 0]),
  Buffer.alloc(64),
]);

const STATES: Readonly<Record<string, BadState>> = {
  'is missing': { content: undefined, code: 'CLI_NOT_FOUND', says: /does not exist/ },
  'may not be run': { content: script(), mode: 0o644, code: 'CLI_UNSUPPORTED', says: /cannot be run/ },
  'is a program for another machine': {
    content: FOREIGN_PROGRAM,
    code: 'CLI_UNSUPPORTED',
    says: /cannot be run/,
  },
  'has an interpreter that is missing': {
    content: '#!/nowhere/node\n',
    code: 'CLI_UNSUPPORTED',
    says: /cannot be run: the interpreter/,
  },
  'exits at once with an error': {
    content: script('echo "no such library" >&2', 'exit 1'),
    code: 'PROCESS_ERROR',
    says: /exited with code 1: no such library/,
  },
  'exits at once without one': {
    content: script('exit 0'),
    code: 'PROTOCOL_ERROR',
    says: /ended before|printed no/,
  },
  crashes: { content: script('kill -SEGV $$'), code: 'PROCESS_ERROR', says: /was ended by SIGSEGV/ },
  'prints something else': {
    content: script('echo "Hello, I am --model, a train."', 'echo "  --print  Prints tickets"'),
    code: 'PROTOCOL_ERROR',
    says: /printed/,
  },
  'prints without end': { content: script('exec yes Hello.'), code: 'PROTOCOL_ERROR', says: /printed/ },
};

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-broken-')));
});
afterEach(async () => {
  for (const { pid } of await witnesses()) kill(pid);
  await rm(home, { recursive: true, force: true });
});

const witnesses = () => witnessesOf(`HOME=${home}`);

/** Everything of a question is gone once it has been answered. */
async function requireNobodyLeft(): Promise<void> {
  const deadline = performance.now() + DISAPPEAR_MS;
  while ((await witnesses()).length > 0 && performance.now() < deadline) await delay(LOOK_EVERY_MS);
  expect(await witnesses()).toEqual([]);
}

async function requestOf({ content, mode = 0o755 }: Pick<BadState, 'content' | 'mode'>) {
  const path = join(home, 'agent');
  if (content !== undefined) {
    await writeFile(path, content);
    await chmod(path, mode);
  }
  return (signal = new AbortController().signal): ExamineRequest => ({
    executable: { path, source: 'configuration' },
    workspacePath: home,
    environment: {
      variables: { PATH: process.env['PATH'] ?? '', HOME: home },
      platform: process.platform,
      homeDirectory: home,
      workingDirectory: home,
    },
    passVariables: [],
    signal,
  });
}

async function failureOf(asked: Promise<unknown>): Promise<CoAgentError> {
  const error = await asked.then(
    (answer) => new Error(`it answered ${JSON.stringify(answer)}`),
    (failure: unknown) => failure,
  );
  if (!CoAgentError.is(error)) throw error;
  return error;
}

describe.each(AGENTS.map((backend) => [backend.id, backend] as const))('%s', (_id, backend: Backend) => {
  describe.each(Object.entries(STATES))('that %s', (_state, { code, says, ...file }) => {
    it.each(QUESTIONS)('fails at %s, says so and leaves nothing running', async (question) => {
      const request = await requestOf(file);
      const error = await failureOf(backend[question](request()));
      expect(error).toMatchObject({ code, message: expect.stringMatching(says) });
      expect(error.message).not.toMatch(/too old/);
      expect(error.remedy).toMatch(/\w/);
      await requireNobodyLeft();
    });
  });

  it.each(QUESTIONS)('that hangs is stopped at %s, and is gone', async (question) => {
    const late = new CoAgentError('TIMEOUT', 'the time limit was reached');
    const controller = new AbortController();
    const request = await requestOf({ content: script('trap "" TERM INT', 'exec sleep 600') });
    const failing = failureOf(backend[question](request(controller.signal)));
    while ((await witnesses()).length === 0) await delay(LOOK_EVERY_MS);
    controller.abort(late);
    expect(await failing).toBe(late);
    await requireNobodyLeft();
  });
});

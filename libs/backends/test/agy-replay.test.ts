import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';

import { NEEDED_FLAGS } from '../src/agy/profile.js';
import { runAgyTurn } from '../src/agy/run-turn.js';
import { createCliProbe } from '../src/agy/probe-cli.js';
import { createTurnStream } from '../src/turn-stream.js';
import { GOLDEN, HOME, WORKSPACE } from './agy-golden.js';
import type { GoldenTurn } from './agy-golden.js';
import { playTurn } from './run-turn.js';
import { createScriptedProcess, spawning } from './scripted-process.js';

const help = NEEDED_FLAGS.map((name) => `  --${name}\n`).join('');
const run: typeof runToEnd = async () => ({
  ...{ stdout: help, truncated: false, stopReason: 'exit' },
  end: {
    ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  },
});
const probeCli = createCliProbe(run);

/** Plays what a scripted agy prints, and what it was sent. */
async function play(output: string, change: Partial<GoldenTurn> = {}, conversationId?: string) {
  const { diagnostics = '', exitCode = 0 } = change;
  const process = createScriptedProcess({ output, diagnostics, exitCode });
  const doors = { spawn: spawning(process), probeCli, now: () => 0 };
  const turn = {
    executable: { path: '/usr/bin/agy', source: 'path' as const },
    prompt: 'What is this?',
    workspacePath: WORKSPACE,
    environment: {
      variables: {},
      platform: 'linux' as const,
      homeDirectory: HOME,
      workingDirectory: '/',
    },
    passVariables: [],
    signal: new AbortController().signal,
  };
  const asked = conversationId === undefined ? turn : { ...turn, conversationId };
  const startTurn = () => createTurnStream((emit) => runAgyTurn(doors, asked, emit));
  const others = { locate: fail, examine: fail, catalogInputs: fail, listModels: fail, readQuota: fail };
  const backend = { id: 'agy' as const, ...others, startTurn };
  return { ...(await playTurn(backend, turn)), sent: process.sent };
}

async function fail(): Promise<never> {
  throw new Error('not asked for here');
}

const textOf = ({ lines }: GoldenTurn) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const cases = Object.entries(GOLDEN);

describe.each(cases)('a turn %s', (_name, golden) => {
  it('comes to what it must', async () => {
    const { end, answer, partial, denied, warnings } = await play(textOf(golden), golden);
    expect({ end, answer: answer.text, partial: partial.text, denied, warnings }).toEqual({
      end: golden.end,
      answer: golden.answer ?? '',
      partial: golden.partial ?? golden.answer ?? '',
      denied: golden.denied ?? 0,
      warnings: [],
    });
  });

  it('is the same without its last line feed', async () => {
    expect((await play(textOf(golden).slice(0, -1), golden)).end).toBe(golden.end);
  });

  it('that breaks off anywhere before its end is never an answer', async () => {
    const upToResult = golden.lines.findIndex((line) => 'result' in line) + 1;
    const text = textOf({ ...golden, lines: golden.lines.slice(0, upToResult || undefined) });
    const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
    for (let at = 0; at < text.length - 1; at += at < lastLine ? 7 : 1) {
      const { end, answer } = await play(text.slice(0, at));
      expect([at, answer.text]).toEqual([at, '']);
      expect(['PROTOCOL_ERROR', 'SANDBOX_UNAVAILABLE']).toContain(end);
    }
  });
});

describe('a conversation that was asked for', () => {
  const text = textOf(GOLDEN['resumed'] ?? { lines: [], end: '' });
  const id = '00000000-0000-4000-8000-000000000001';

  it('is gone on with', async () => {
    const { end, answer, sent } = await play(text, {}, id);
    expect([end, answer.text, sent.length]).toEqual(['completed', 'A ok\n', 1]);
  });

  it('is not silently another', async () => {
    const { end, partial, events, sent } = await play(text, {}, 'other');
    expect([end, partial.text, events.length, sent]).toEqual(['SESSION_INVALID', '', 1, []]);
  });
});

describe('what is printed beside the events', () => {
  const start = `${JSON.stringify(GOLDEN['text']?.lines[0])}\n`;

  it('ends the turn', async () => {
    expect((await play(`${start}nonsense\n`)).end).toBe('PROTOCOL_ERROR');
  });

  it('is less than what the diagnostics say', async () => {
    const { end } = await play(`${start}nonsense\n`, { diagnostics: 'AGY_ERROR: {"error_code":401}\n' });
    expect(end).toBe('AUTH_REQUIRED');
  });

  it('is a question for a sign-in only before the turn has started', async () => {
    const question = 'Authentication required. Please visit the URL to log in:\n';
    expect((await play(question)).end).toBe('AUTH_REQUIRED');
    expect((await play(start + question)).end).toBe('PROTOCOL_ERROR');
  });

  it('may be a second start that says the same', async () => {
    const lines = GOLDEN['text']?.lines ?? [];
    const { end, warnings } = await play(start + lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect([end, warnings]).toEqual(['completed', ['UNKNOWN_EVENT']]);
  });
});

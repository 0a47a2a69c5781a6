import { once } from 'node:events';
import { connect } from 'node:net';

import { isAlive } from '@coagent8/testing';
import { expect } from '@jest/globals';

import { ANSWER_LIMITS } from '../../src/answer-collector.js';
import type { Cases, StagedTurn } from './stage.js';

/** By when an answer has come though somebody holds the pipe, in milliseconds: 2 s, and what a busy machine needs. */
const HELD_MAX_MS = 10_000;

/** How late a first word may be, in milliseconds. */
const LATE_MS = 60_000;

/** Turns that an agent answers. */
export const ANSWERS = {
  answers: async ({ subject, play }) => {
    const { ending, answer, operations, warnings, events } = await play('answer');
    expect(ending).toEqual({ type: 'completed' });
    expect([answer.text.trim(), answer.truncated]).toEqual(['Hello from the model.', false]);
    expect([operations, warnings]).toEqual([0, []]);
    const [started] = events;
    expect(started).toMatchObject({
      type: 'started',
      agentVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
      evidence: { profile: 'read-only', assurance: subject.assurance },
    });
    const checks = started?.type === 'started' ? started.evidence.checks : [];
    expect(checks).not.toEqual([]);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  },
  'keeps as much of a long answer as fits': async ({ play }) => {
    expectCut(await play('long', { argument: '2000000' }));
  },
  'keeps as much of 10 MB as fits': async ({ play }) => {
    expectCut(await play('long', { argument: String(10 * 1024 * 1024) }));
  },
  'counts and names what it did': async ({ subject, play }) => {
    const { end, answer, operations, denied, events } = await play('tool');
    expect([end, operations, denied]).toEqual(['completed', 1, 0]);
    expect(answer.text).toContain('Read me.');
    const [begun] = events.filter((event) => event.type === 'operation-started');
    const [done] = events.filter((event) => event.type === 'operation-completed');
    expect(begun?.label).toMatch(subject.toolLabel);
    expect(done).toEqual({
      type: 'operation-completed',
      operationId: begun?.operationId,
      status: 'succeeded',
    });
  },
  'writes nothing': async ({ subject: { refusedWrite }, play }) => {
    const { end, denied } = await play('write');
    expect({ end, denied }).toEqual({ end: refusedWrite.end, denied: refusedWrite.denied });
  },
  /** After a first one alone: Codex cannot make its home twice at once (0.150 to 0.166; 0.171 can). */
  'runs turns side by side': async ({ play }) => {
    await play('answer');
    const lengths = ['16', '160', '1600', '16000'];
    const turns = await Promise.all(lengths.map((argument) => play('long', { argument })));
    expect(turns.map(({ end }) => end)).toEqual(lengths.map(() => 'completed'));
    expect(turns.map(({ answer }) => String(answer.text.trim().length))).toEqual(lengths);
  },
  'is read byte by byte': async ({ playFault }) => {
    const { end, answer } = await playFault('split');
    expect([end, answer.text]).toEqual(['completed', 'Grüße, 世界 🎉']);
  },
  'may flood its diagnostics': async ({ playFault }) => {
    const { end, answer } = await playFault('flood');
    expect([end, answer.text]).toEqual(['completed', 'Dry.']);
  },
  'may leave a child, which is ended': async ({ playFault }) => {
    const { end, answer, warnings } = await playFault('leaves-child');
    expect([end, warnings]).toEqual(['completed', []]);
    const { pid, port } = leftBehind(answer.text);
    expect(isAlive(pid)).toBe(false);
    expect(await isOpen(port)).toBe(false);
  },
  'is not held up by a process that left and holds the pipe': async ({ playFault }) => {
    let answeredAt = NaN;
    const { end, answer, warnings } = await playFault('holds-pipe', {
      onEvent: ({ type }) => {
        if (type === 'message-completed') answeredAt = performance.now();
      },
    });
    const heldMs = performance.now() - answeredAt;
    expect([end, warnings]).toEqual(['completed', ['MAY_BE_ALIVE']]);
    const { pid, port } = leftBehind(answer.text);
    expect([isAlive(pid), await isOpen(port)]).toEqual([true, true]);
    process.kill(pid, 'SIGKILL');
    expect(heldMs).toBeLessThan(HELD_MAX_MS);
  },
} satisfies Cases;

/** Turns that begin a minute late. */
export const LATE_ANSWERS = {
  'may take a minute to its first event': async ({ play }) => {
    expectLate(await play('late', { argument: String(LATE_MS) }));
  },
  'may take a minute to start': async ({ playFault }) => {
    expectLate(await playFault('slow-start'));
  },
  'may take a minute to be asked something before': async ({ playFault }) => {
    expectLate(await playFault('slow-probe'));
  },
} satisfies Cases;

function expectLate({ end, answer, durationMs }: StagedTurn): void {
  expect([end, answer.text.trim()]).toEqual(['completed', 'Hello from the model.']);
  expect(durationMs).toBeGreaterThan(LATE_MS);
}

/** What an answer tells of the process that the agent has started: `<pid> <port>`. */
function leftBehind(text: string): { pid: number; port: number } {
  const [, pid, port] = /^(\d+) (\d+)$/.exec(text) ?? [];
  expect([Number(pid), Number(port)]).toEqual([expect.any(Number), expect.any(Number)]);
  return { pid: Number(pid), port: Number(port) };
}

/** Whether somebody listens there on loopback. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function expectCut({ end, answer }: StagedTurn): void {
  expect([end, answer.truncated, answer.text.length]).toEqual([
    'completed',
    true,
    ANSWER_LIMITS.messageMaxBytes,
  ]);
  expect(answer.text.replaceAll('0123456789abcdef', '')).toBe('');
}

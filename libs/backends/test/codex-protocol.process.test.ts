import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CoAgentError } from '@coagent8/contracts';
import { isAlive, waitForDeath } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { BackendTurn } from '../src/backend.js';
import { createCodexBackend } from '../src/codex/adapter.js';
import { playTurn } from './run-turn.js';

let workspace: string;

beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-backends-')));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');

function turnOf(fixture: string, change: Partial<BackendTurn> = {}): BackendTurn {
  const variables = { PATH: dirname(process.execPath), HOME: workspace };
  return {
    executable: { path: fileURLToPath(new URL(`fixtures/${fixture}.mjs`, import.meta.url)), source: 'path' },
    prompt: 'What is this?',
    workspacePath: workspace,
    environment: {
      variables,
      platform: process.platform,
      homeDirectory: workspace,
      workingDirectory: workspace,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

function play(fixture: string, change?: Partial<BackendTurn>) {
  return playTurn(createCodexBackend(), turnOf(fixture, change));
}

describe('a turn', () => {
  it('is answered, and its process has ended when the ending comes', async () => {
    const { end, answer, warnings, events } = await play('good');
    const [pid = '', ...prompt] = answer.text.split(' ');
    expect({ end, prompt: prompt.join(' '), warnings }).toEqual({
      end: 'completed',
      prompt: 'What is this?',
      warnings: [],
    });
    expect(isAlive(Number(pid))).toBe(false);
    expect(events[0]).toMatchObject({
      type: 'started',
      agentVersion: '0.171.0',
      evidence: { assurance: 'verified' },
    });
  });

  it('runs beside another of the same backend', async () => {
    const backend = createCodexBackend();
    const turns = await Promise.all([1, 2, 3].map(() => playTurn(backend, turnOf('good'))));
    expect(turns.map(({ end }) => end)).toEqual(['completed', 'completed', 'completed']);
    expect(new Set(turns.map(({ answer }) => answer.text)).size).toBe(3);
  });

  it('compares the real paths of the workspace', async () => {
    const link = `${workspace}-link`;
    await symlink(workspace, link);
    try {
      expect((await play('good', { workspacePath: link })).end).toBe('completed');
    } finally {
      await unlink(link);
    }
  });

  it('goes on when the agent asks for an approval, and is refused it', async () => {
    const { end, answer } = await play('asking');
    expect([end, answer.text]).toEqual(['completed', '{"result":{"decision":"decline"}}']);
  });

  it('does not begin where a command cannot run in the sandbox', async () => {
    const { ending } = await play('no-sandbox');
    expect(ending).toMatchObject({
      failure: {
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('bwrap: Creating new namespace failed'),
      },
    });
  });

  it('names a process that left the group and holds the output', async () => {
    const { end, answer, warnings } = await play('leaves-child');
    const pid = Number(answer.text);
    try {
      expect([end, warnings]).toEqual(['completed', ['MAY_BE_ALIVE']]);
      expect(isAlive(pid)).toBe(true);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
    expect(await waitForDeath(pid, 5_000)).toBe(true);
  });
});

describe('an agent that misbehaves', () => {
  it.each([
    ['garbage', 'PROTOCOL_ERROR', 'part'],
    ['torn', 'PROTOCOL_ERROR', 'part'],
    ['quits', 'PROTOCOL_ERROR', 'part'],
    ['exit-midway', 'PROCESS_ERROR', 'half a sen'],
    ['crash-late', 'PROCESS_ERROR', 'whole'],
    ['huge-line', 'BUFFER_LIMIT', ''],
  ])('%s is %s, and what it said is kept', async (fixture, code, text) => {
    const { end, partial } = await play(fixture);
    expect([end, partial.text]).toEqual([code, text]);
  });

  it('is not waited for once it cannot be talked to', async () => {
    expect((await play('garbage')).durationMs).toBeLessThan(2_000);
  });

  it('is told by its exit code and the end of its diagnostics', async () => {
    const { ending } = await play('exit-midway');
    expect(ending).toMatchObject({
      failure: {
        message: 'Codex exited with code 3: first something broke',
        details: { diagnostics: 'first\nsomething broke' },
      },
    });
  });

  it('is not found or not a program', async () => {
    const missing = await play('x', { executable: { path: join(workspace, 'none'), source: 'path' } });
    expect(missing.end).toBe('CLI_NOT_FOUND');
    const folder = await play('x', { executable: { path: workspace, source: 'path' } });
    expect(folder.end).toBe('CLI_UNSUPPORTED');
  });
});

describe('a turn that is stopped', () => {
  /** Aborts when the turn has got as far as `type`. */
  async function stopAt(fixture: string, type: string, reason: CoAgentError = cancelled) {
    const controller = new AbortController();
    let abortedAt = 0;
    const played = await playTurn(
      createCodexBackend(),
      turnOf(fixture, { signal: controller.signal }),
      (event) => {
        if (event.type !== type || controller.signal.aborted) return;
        abortedAt = performance.now();
        controller.abort(reason);
      },
    );
    return { ...played, stopMs: performance.now() - abortedAt };
  }

  it('ends within 2 s where the agent obeys, with the reason of its signal', async () => {
    const { ending, stopMs, operations } = await stopAt('obeys', 'operation-started');
    expect(ending).toMatchObject({ failure: { code: 'ABORTED', message: 'the caller cancelled' } });
    expect(stopMs).toBeLessThan(2_000);
    expect(operations).toBe(1);
  });

  it('ends within 3.5 s where the agent ignores everything, and the agent is dead', async () => {
    const late = new CoAgentError('TIMEOUT', 'the time limit was reached');
    const { ending, partial, stopMs } = await stopAt('deaf', 'message-delta', late);
    expect(ending).toMatchObject({ failure: { code: 'TIMEOUT' } });
    expect(stopMs).toBeLessThan(3_500);
    expect(isAlive(Number(partial.text))).toBe(false);
  });

  it('ends at once where the agent has not been given the prompt', async () => {
    const controller = new AbortController();
    const turn = turnOf('silent', { signal: controller.signal });
    setTimeout(() => controller.abort(cancelled), 300);
    const { end, events, durationMs } = await playTurn(createCodexBackend(), turn);
    expect([end, events.length]).toEqual(['ABORTED', 1]);
    expect(durationMs).toBeLessThan(1_500);
  });

  it('starts nothing where it is stopped before it begins', async () => {
    const { end } = await play('x', { signal: AbortSignal.abort(cancelled) });
    expect(end).toBe('ABORTED');
  });

  it('leaves nothing behind when its consumer goes away', async () => {
    let pid = 0;
    for await (const event of createCodexBackend().startTurn(turnOf('deaf'))) {
      if (event.type !== 'message-delta') continue;
      pid = Number(event.text);
      break;
    }
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a prompt', () => {
  it('over the limit is refused before anything is started', async () => {
    const { end } = await play('x', { prompt: 'x'.repeat(1_048_577) });
    expect(end).toBe('INPUT_LIMIT');
  });

  it('is counted in characters, and at the limit it is sent', async () => {
    const { end, answer } = await play('good', { prompt: '😀'.repeat(300_000) + 'x'.repeat(748_576) });
    expect([end, answer.truncated]).toEqual(['completed', true]);
  });

  it('of more bytes than a process may be given is refused', async () => {
    const { end } = await play('good', { prompt: '😀'.repeat(1_048_576) });
    expect(end).toBe('INPUT_LIMIT');
  });
});

it('answers an examination without a prompt', async () => {
  const examination = await createCodexBackend().examine(turnOf('good'));
  expect(examination).toMatchObject({ version: '0.171.0', authentication: { state: 'unknown' } });
  expect(examination.evidence.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
    'thread',
  ]);
});

/** The fixtures are programs: a checkout that lost their mode would fail in strange ways. */
it('has fixtures that can be run', async () => {
  const child = spawn(turnOf('good').executable.path, ['sandbox'], {
    env: { PATH: dirname(process.execPath) },
  });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
});

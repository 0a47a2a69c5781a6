import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CoAgentError } from '@coagent8/contracts';
import { isAlive } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { BackendTurn } from '../src/backend.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
import { playTurn } from './run-turn.js';

const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');

let home: string;
let workspace: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-backends-')));
  workspace = join(home, 'workspace');
  await mkdir(workspace);
});
afterEach(() => rm(home, { recursive: true, force: true }));

function turnOf(fixture: string, change: Partial<BackendTurn> = {}): BackendTurn {
  const path = fileURLToPath(new URL(`fixtures/claude-${fixture}.mjs`, import.meta.url));
  return {
    executable: { path, source: 'path' },
    prompt: 'What is this?',
    workspacePath: workspace,
    environment: {
      variables: { PATH: dirname(process.execPath), HOME: home },
      platform: process.platform,
      homeDirectory: home,
      workingDirectory: home,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

function play(fixture: string, change?: Partial<BackendTurn>) {
  return playTurn(createClaudeBackend(), turnOf(fixture, change));
}

describe('a turn', () => {
  it('is answered, and its process has ended when the ending comes', async () => {
    const { end, answer, warnings, events } = await play('good');
    const [pid = '', ...prompt] = answer.text.split(' ');
    expect([end, prompt.join(' '), warnings]).toEqual(['completed', 'What is this?', []]);
    expect(isAlive(Number(pid))).toBe(false);
    expect(events[0]).toMatchObject({ type: 'started', evidence: { assurance: 'verified' } });
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

  it('is started with the user’s model and proxy, and with no secret that others could see', async () => {
    const settings = {
      model: 'of-the-user',
      apiKeyHelper: 'echo key-in-a-helper',
      env: { HTTPS_PROXY: 'http://u:password@proxy', OTHER: 'x' },
      hooks: { Stop: [] },
    };
    await mkdir(join(home, '.claude'));
    await writeFile(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
    const { answer } = await play('shows-start', { prompt: 'prompt-of-the-turn' });
    const { argv, settings: applied, env } = JSON.parse(answer.text);
    expect(argv.slice(-2)).toEqual(['--model', 'of-the-user']);
    expect(argv.join(' ')).not.toMatch(/key-in-a-helper|password|prompt-of-the-turn/);
    expect(applied).toEqual({ apiKeyHelper: 'echo key-in-a-helper' });
    expect(env).toMatchObject({
      HTTPS_PROXY: 'http://u:password@proxy',
      TMPDIR: '/tmp',
      GIT_DIR: '/dev/null',
    });
    expect(env).not.toHaveProperty('OTHER');
  });

  it('goes on when the agent asks for something, and is refused it', async () => {
    const { end, answer } = await play('asks');
    expect([end, answer.text]).toEqual([
      'completed',
      'deny, Unsupported control request subtype: mcp_message',
    ]);
  });

  it('that ended well and whose process then fails has failed, and keeps its answer', async () => {
    const { end, partial } = await play('crashes-late');
    expect([end, partial.text]).toEqual(['PROCESS_ERROR', 'whole']);
  });
});

describe('the profile', () => {
  it.each([
    ['is not there when the turn begins', 'once', ''],
    ['is lost while the turn runs', 'again', ''],
  ])('that %s ends the turn at once and voids what it said', async (_, prompt, kept) => {
    const { end, answer, partial, durationMs } = await play('leaves-profile', { prompt });
    expect([end, answer.text, partial.text]).toEqual(['SANDBOX_UNAVAILABLE', kept, kept]);
    expect(durationMs).toBeLessThan(4_000);
  });

  it('is not there where a hook runs before the prompt, which is not sent', async () => {
    const { ending } = await play('runs-hook');
    expect(ending).toMatchObject({
      failure: { code: 'SANDBOX_UNAVAILABLE', details: { failedChecks: 'hooks' } },
    });
  });

  it('leaves out a flag that the program no longer has, once', async () => {
    expect(await play('replaced')).toMatchObject({ end: 'completed', answer: { text: 'answered' } });
    expect(await play('unknown-flag')).toMatchObject({
      ending: {
        failure: {
          code: 'CLI_UNSUPPORTED',
          remedy: 'update it to 2.1.248 or newer',
          details: { flag: '--tools' },
        },
      },
    });
  });

  it('is too much for an old version', async () => {
    expect((await play('old')).ending).toMatchObject({
      failure: { code: 'CLI_UNSUPPORTED', remedy: 'update it to 2.1.248 or newer' },
    });
  });

  it('refuses settings that a repository could fill', async () => {
    const { environment } = turnOf('good');
    const variables = { ...environment.variables, CLAUDE_CONFIG_DIR: '.claude' };
    expect((await play('good', { environment: { ...environment, variables } })).end).toBe('POLICY_DENIED');
  });
});

describe('the model', () => {
  const denied = new CoAgentError('POLICY_DENIED', 'the model is denied');

  it.each([
    ['is refused before the prompt', 'default', 1],
    ['is another in the answer, which is void', 'x', 3],
  ])('%s', async (_, model, count) => {
    const { ending, answer, partial, events } = await play('good', {
      requireModel: (reported) => {
        if (reported.model === model) throw denied;
      },
    });
    expect(ending).toMatchObject({ failure: { code: 'POLICY_DENIED', message: 'the model is denied' } });
    expect([answer.text, partial.text, events.length]).toEqual(['', '', count]);
  });
});

describe('a turn that is stopped', () => {
  it('asks an agent that does not obey to end before it is killed, within 3.5 s', async () => {
    const controller = new AbortController();
    let stoppedAt = 0;
    const turn = turnOf('stubborn', { signal: controller.signal });
    const { end, partial } = await playTurn(createClaudeBackend(), turn, ({ type }) => {
      if (type !== 'message-delta') return;
      stoppedAt = performance.now();
      controller.abort(cancelled);
    });
    expect(end).toBe('ABORTED');
    expect(performance.now() - stoppedAt).toBeLessThan(3_500);
    expect(existsSync(join(workspace, 'terminated'))).toBe(true);
    expect(isAlive(parseInt(partial.text, 10))).toBe(false);
  });

  it('starts nothing where it is stopped before it begins', async () => {
    expect((await play('x', { signal: AbortSignal.abort(cancelled) })).end).toBe('ABORTED');
  });
});

describe('an examination', () => {
  it('sends no prompt and says what it was told', async () => {
    const examination = await createClaudeBackend().examine(turnOf('good'));
    expect(examination).toMatchObject({ version: '2.1.332', authentication: { state: 'present' } });
    expect(examination.evidence.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('fails like a turn', async () => {
    await expect(createClaudeBackend().examine(turnOf('runs-hook'))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
    });
    await expect(createClaudeBackend().examine(turnOf('old'))).rejects.toMatchObject({
      code: 'CLI_UNSUPPORTED',
    });
  });
});

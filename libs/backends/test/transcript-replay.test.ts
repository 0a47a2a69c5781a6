import { CoAgentError } from '@coagent8/contracts';
import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';

import { createCodexBackend } from '../src/codex/adapter.js';
import { playTurn } from './run-turn.js';
import { createScriptedProcess, spawning } from './scripted-process.js';
import type { Script } from './scripted-process.js';
import { CASES, EXPECTED, outcomeOf, WORKSPACE } from './transcripts.js';

const sandboxWorks: typeof runToEnd = async () => ({
  stdout: '',
  truncated: false,
  stopReason: 'exit',
  end: {
    ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  },
});

/** Plays a script; a turn that runs a command in `interrupt-…` is cancelled. */
async function replay(name: string, script: Script) {
  const process = createScriptedProcess(script);
  const backend = createCodexBackend({ spawn: spawning(process), run: sandboxWorks, networkWaitMs: 20 });
  const controller = new AbortController();
  const played = await playTurn(
    backend,
    {
      executable: { path: '/usr/bin/codex', source: 'path' },
      prompt: 'A question.',
      workspacePath: WORKSPACE,
      environment: { variables: {}, platform: 'linux', homeDirectory: '/nowhere', workingDirectory: '/' },
      passVariables: [],
      signal: controller.signal,
    },
    ({ type }) => {
      if (type === 'operation-started' && name.startsWith('interrupt-'))
        controller.abort(new CoAgentError('ABORTED', 'stop'));
    },
  );
  return { ...played, sent: process.sent.map(({ method }) => method) };
}

describe.each(CASES)('$version $name', ({ name, bytes }) => {
  const output = bytes.toString('utf8');
  const staysOpen = name === 'connection-refused';

  it('comes to what it must', async () => {
    const played = await replay(name, { output, staysOpen });
    expect(outcomeOf(played)).toMatchObject(EXPECTED[name] ?? {});
    expect(played.warnings).toEqual([]);
    if (name.startsWith('profile-') || name === 'handshake') expect(played.sent).not.toContain('turn/start');
  });

  it('truncated at any line ends once, in a failure or the same', async () => {
    const whole = outcomeOf(await replay(name, { output, staysOpen }));
    const lines = output.split('\n');
    for (let count = 0; count < lines.length; count += 1) {
      const part = lines.slice(0, count).map((line) => `${line}\n`);
      const played = await replay(name, { output: part.join(''), exitCode: count % 2 });
      if (played.end === 'completed') expect(outcomeOf(played)).toEqual(whole);
    }
  });

  it('truncated within a line ends once, in a failure or the same', async () => {
    const whole = outcomeOf(await replay(name, { output, staysOpen }));
    for (let offset = 1; offset < bytes.length; offset += 211) {
      const played = await replay(name, { output: bytes.subarray(0, offset).toString('utf8') });
      if (played.end === 'completed') expect(outcomeOf(played)).toEqual(whole);
    }
  });
});

describe('a recording', () => {
  it('is of a case that is in the table', () => {
    const names = [...new Set(CASES.map(({ name }) => name))].sort();
    expect(names).toEqual(Object.keys(EXPECTED).sort());
  });

  it('that breaks off in a line is told as such, whatever the exit code', async () => {
    const output = CASES.find(({ name }) => name === 'answer')?.bytes.toString('utf8') ?? '';
    const played = await replay('answer', {
      output: output.slice(0, output.indexOf('turn/completed')),
      exitCode: 3,
    });
    expect(played.ending).toMatchObject({
      failure: { code: 'PROTOCOL_ERROR', message: 'Codex printed a line that breaks off' },
    });
    expect(played.partial.text).toBe('Hello from the model.');
  });

  it('whose last line only lacks its line feed counts', async () => {
    const output = CASES.find(({ name }) => name === 'answer')?.bytes.toString('utf8') ?? '';
    expect((await replay('answer', { output: output.trimEnd() })).end).toBe('completed');
  });

  it('that ends after a final error has that error as its cause', async () => {
    const output = CASES.find(({ name }) => name === 'e401')?.bytes.toString('utf8') ?? '';
    const withoutEnding = output.split('\n').filter((line) => !line.includes('"turn/completed"'));
    expect((await replay('e401', { output: withoutEnding.join('\n'), exitCode: 1 })).end).toBe(
      'AUTH_REQUIRED',
    );
  });
});

describe('a thread that leaves the profile while it works', () => {
  it('ends the turn at once, and what it said is void', async () => {
    const output = CASES.find(({ name }) => name === 'answer')?.bytes.toString('utf8') ?? '';
    const settings = {
      method: 'thread/settings/updated',
      params: {
        threadId: /"thread":{"id":"([^"]+)"/.exec(output)?.[1],
        threadSettings: { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' } },
      },
    };
    const lines = output.split('\n');
    lines.splice(-2, 0, JSON.stringify(settings));
    const played = await replay('answer', { output: lines.join('\n') });
    expect(played.events.some(({ type }) => type === 'message-completed')).toBe(true);
    expect([played.end, played.partial.text]).toEqual(['SANDBOX_UNAVAILABLE', '']);
    expect(played.sent.at(-1)).toBe('turn/start');
  });
});

describe('what is sent', () => {
  it('is one request after another, with the prompt last', async () => {
    const output = CASES.find(({ name }) => name === 'answer')?.bytes.toString('utf8') ?? '';
    expect((await replay('answer', { output })).sent).toEqual([
      ...['initialize', 'initialized', 'config/read', 'thread/start', 'mcpServerStatus/list'],
      ...['experimentalFeature/list', 'turn/start', 'thread/backgroundTerminals/clean'],
    ]);
  });

  it('ends a turn that is cancelled by interrupting it and cleaning up', async () => {
    const output = CASES.find(({ name }) => name === 'interrupt-command')?.bytes.toString('utf8') ?? '';
    const played = await replay('interrupt-command', { output });
    expect(played.sent.slice(-2)).toEqual(['turn/interrupt', 'thread/backgroundTerminals/clean']);
    expect(played.operations).toBe(1);
  });
});

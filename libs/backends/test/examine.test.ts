import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';

import { createCodexBackend } from '../src/codex/adapter.js';
import { createScriptedProcess, spawning } from './scripted-process.js';
import { CASES, WORKSPACE } from './transcripts.js';

const started = CASES.find(({ name }) => name === 'profile-verified')?.bytes.toString('utf8') ?? '';
const account = '{"id":7,"result":{"account":null,"requiresOpenaiAuth":false}}\n';

/** Examines a scripted app-server whose group, and that of its sandbox probe, is left alive or not. */
function examine(output: string, leavesGroup: boolean) {
  const run: typeof runToEnd = async () => ({
    stdout: '',
    truncated: false,
    stopReason: 'exit',
    end: {
      ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
      remains: { groupAlive: leavesGroup, pipeHeld: false },
    },
  });
  const process = createScriptedProcess({ output, leavesGroup, staysOpen: true });
  return createCodexBackend({ spawn: spawning(process), run }).examine({
    executable: { path: '/usr/bin/codex', source: 'path' },
    workspacePath: WORKSPACE,
    environment: { variables: {}, platform: 'linux', homeDirectory: '/nowhere', workingDirectory: '/' },
    passVariables: [],
    signal: new AbortController().signal,
  });
}

describe('an examination that leaves something alive', () => {
  it('says so in its evidence', async () => {
    const { checks } = (await examine(started + account, true)).evidence;
    expect(checks.at(-1)).toEqual({
      name: 'left running',
      passed: false,
      detail: 'process group 1 may still be alive: it answered after it was killed',
    });
    expect(checks.find(({ name }) => name === 'sandbox probe')).toEqual({
      name: 'sandbox probe',
      passed: true,
      detail:
        'a command ran in the sandbox; process group 2 may still be alive: it answered after it was killed',
    });
  });

  it('says so where it fails', async () => {
    await expect(examine(`${started}nonsense\n`, true)).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringMatching(/^Codex printed a line that is not JSON; process group 1 may still be/),
    });
  });

  it('is the only one that says so', async () => {
    const { evidence } = await examine(started + account, false);
    expect(JSON.stringify(evidence)).not.toContain('alive');
    expect(evidence.checks.at(-1)?.name).toBe('sandbox probe');
    await expect(examine(`${started}nonsense\n`, false)).rejects.toThrow(/not JSON$/);
  });
});

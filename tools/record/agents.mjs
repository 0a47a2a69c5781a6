import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claudeBinary, codexBinary } from '@coagent8/testing';

import { FEATURES_OFF } from '../../libs/backends/dist/codex/profile.js';
import { CASES as AGY_CASES } from './agy/cases.mjs';
import { runCase as runAgyCase } from './agy/run-case.mjs';
import { trim as trimAgy } from './agy/trim.mjs';
import { CASES as CLAUDE_CASES } from './claude/cases.mjs';
import { runCase as runClaudeCase } from './claude/run-case.mjs';
import { trim as trimClaude } from './claude/trim.mjs';
import { CASES as CODEX_CASES } from './codex/cases.mjs';
import { runCase as runCodexCase } from './codex/run-case.mjs';
import { trim as trimCodex } from './codex/trim.mjs';

/**
 * What can be recorded: the cases, the driver that runs one, what is kept of what it heard, and in a few words how a
 * case ended. `version` names the folder of the transcripts.
 */
export const AGENTS = {
  codex: {
    version: () => versionOf(codexBinary()),
    cases: CODEX_CASES,
    runCase: runCodexCase,
    trim: (messages, paths) => trimCodex(messages, paths, FEATURES_OFF),
    endingOf: (messages) => {
      const turn = messages.find(({ method }) => method === 'turn/completed')?.params.turn;
      if (!turn) return messages.find(({ error }) => error)?.error.message ?? '';
      return turn.error ? `${turn.status}: ${JSON.stringify(turn.error.codexErrorInfo)}` : turn.status;
    },
  },
  claude: {
    version: () => versionOf(claudeBinary()),
    cases: CLAUDE_CASES,
    runCase: runClaudeCase,
    trim: trimClaude,
    endingOf: (messages) => {
      const result = messages.find(({ type }) => type === 'result');
      if (!result) return messages.find(({ exit }) => exit)?.exit.stderr ?? '';
      return result.is_error ? `${result.terminal_reason}: ${result.api_error_status ?? ''}` : result.subtype;
    },
  },
  agy: {
    version: () => 'stand-in',
    cases: AGY_CASES,
    runCase: runAgyCase,
    trim: trimAgy,
    endingOf: (messages) => {
      const { status, error = '' } = messages.find(({ event }) => event === 'result')?.result ?? {};
      return `${status} ${error}`.slice(0, 80);
    },
  },
};

/** What a program says that it is, started in a home that is thrown away: agents write to theirs even then. */
function versionOf(binary) {
  const home = mkdtempSync(join(tmpdir(), 'coagent8-record-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    CODEX_HOME: home,
    CLAUDE_CONFIG_DIR: home,
    TMPDIR: home,
  };
  try {
    const said = execFileSync(binary, ['--version'], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.match(/\d+\.\d+\.\d+/)?.[0] ?? 'unknown';
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

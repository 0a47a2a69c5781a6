import { readFileSync, writeFileSync } from 'node:fs';

import type { TurnMeta, TurnOutcome } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { renderFailure, renderOutcome, RESULT_MAX_CHARACTERS } from '../src/render/result.js';
import { answered } from './wire.js';

const meta: TurnMeta = {
  durationMs: 12_345,
  operations: 3,
  backend: 'codex',
  model: 'gpt-5.6',
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
  workspace: { path: '/srv/app', source: 'root' },
};

const CASES: Record<string, TurnOutcome> = {
  answer: answered('Use a queue.\n\nIt keeps the order.', { meta }),
  'answer-with-warnings': answered('Use a queue.', {
    meta: {
      ...meta,
      backend: 'agy',
      backendReason: 'codex is not installed',
      evidence: { profile: 'read-only', assurance: 'requested', checks: [] },
      workspace: { path: '/srv/app', source: 'directory' },
    },
    warnings: [
      { code: 'ACTIONS_DENIED', message: '2 actions denied' },
      { code: 'UNKNOWN_EVENT', message: 'two lines\nof a warning' },
    ],
  }),
  'answer-with-price': answered('Use a queue.', {
    meta: {
      ...meta,
      price: {
        outputUsdPerMillion: 9,
        entry: 'vendor/gpt-5.6',
        match: 'exact',
        source: 'https://prices.test/list',
        readAt: '2026-11-30T00:00:00.000Z',
        ageMs: 3 * 60 * 60_000,
      },
    },
    warnings: [{ code: 'CONSENT_NOT_REMEMBERED', message: 'the consent holds for this request alone' }],
  }),
  'answer-with-open-fence': answered('Try this:\n\n```ts\nconst a = 1;\n', { meta }),
  'answer-with-open-comment': answered('Fine.\n\n<!-- to be continued', { meta }),
  'answer-ending-in-list': answered('Steps:\n\n- one\n  - two', { meta }),
  'answer-ending-in-quote': answered('As they say:\n\n> Less is more.\n', { meta }),
  'answer-with-fake-footer': answered('Done.\n\n> codex (gpt-5.6) · 1.0 s · read-only, verified', { meta }),
  failure: {
    status: 'failed',
    failure: { code: 'CLI_NOT_FOUND', message: 'no codex on PATH', remedy: 'install it or set CODEX_PATH' },
    meta: { durationMs: 40, operations: 0 },
    warnings: [],
  },
  'failure-with-partial-answer': {
    status: 'failed',
    failure: {
      code: 'TIMEOUT',
      message: 'no answer\nwithin <b>12 s',
      remedy: 'allow more time with timeout_ms',
    },
    partialAnswer: 'So far:\n\n```\nhalf a block',
    meta,
    warnings: [{ code: 'MAY_BE_ALIVE', message: 'a process may still run' }],
  },
};

const text = (outcome: TurnOutcome) => renderOutcome(outcome).content[0].text;

/** The last quoted group, which begins after a blank line or with the text. */
const footerOf = (markdown: string) => markdown.slice(markdown.lastIndexOf('\n\n') + 2).split('\n');

describe('a result', () => {
  it.each(Object.entries(CASES))('%s looks like its golden file', (name, outcome) => {
    const file = new URL(`golden/${name}.md`, import.meta.url);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, `${text(outcome)}\n`);
    expect(`${text(outcome)}\n`).toBe(readFileSync(file, 'utf8'));
  });

  it.each(Object.entries(CASES))(
    '%s ends in one quoted group, and is an error only when it is',
    (_, outcome) => {
      const { content, isError } = renderOutcome(outcome);
      expect(isError).toBe(outcome.status === 'failed');
      expect(content).toHaveLength(1);
      expect(footerOf(content[0].text).every((line) => line.startsWith('> '))).toBe(true);
    },
  );

  it('says last of all what is to be known about the tool', () => {
    const outcome = CASES['answer-with-warnings']!;
    const noticed = renderOutcome(outcome, 'debug is deprecated').content[0].text;
    expect(noticed).toBe(`${text(outcome)}\n> debug is deprecated`);
    const failed = renderOutcome(CASES['failure']!, 'debug is deprecated').content[0].text;
    expect(footerOf(failed).at(-1)).toBe('> debug is deprecated');
  });

  it('of a refused call is its error alone', () => {
    const failure = { code: 'INPUT_LIMIT', message: 'too much', remedy: 'send less' } as const;
    const refused = {
      content: [{ type: 'text', text: '> INPUT_LIMIT: too much; send less' }],
      isError: true,
    };
    expect(renderFailure(failure)).toEqual(refused);
  });

  it('never lets an answer pass for an error of ours', () => {
    expect(renderOutcome(answered('> INPUT_LIMIT: I am not one')).isError).toBe(false);
  });
});

describe('a long result', () => {
  const footer = text(answered('x', { meta })).slice(1);

  it('is whole at the limit and cut one past it', () => {
    expect(RESULT_MAX_CHARACTERS).toBe(40_000);
    const fits = 'a'.repeat(RESULT_MAX_CHARACTERS - footer.length);
    expect(text(answered(fits, { meta }))).toBe(fits + footer);
    const cut = text(answered(`${fits}a`, { meta }));
    expect(cut.length).toBe(RESULT_MAX_CHARACTERS);
    expect(footerOf(cut)).toEqual([
      ...footerOf(footer),
      `> answer truncated: it has ${fits.length + 1} characters, a result holds ${RESULT_MAX_CHARACTERS}`,
    ]);
  });

  it('is cut between lines, with its code block closed', () => {
    const cut = text(answered(`\`\`\`\n${'const a = 1;\n'.repeat(5_000)}\`\`\``, { meta }));
    expect(cut.length).toBeLessThanOrEqual(RESULT_MAX_CHARACTERS);
    expect(cut).toContain('\nconst a = 1;\n```\n\n> codex (gpt-5.6)');
  });

  it('keeps the error line of a long partial answer', () => {
    const failed = {
      ...CASES['failure-with-partial-answer']!,
      partialAnswer: '😀'.repeat(50_000),
    } as TurnOutcome;
    expect(text(failed)).toMatch(/^> TIMEOUT: .*\n\nPartial response:\n\n😀/);
    expect(text(failed).length).toBeLessThanOrEqual(RESULT_MAX_CHARACTERS);
    expect(text(failed).isWellFormed()).toBe(true);
    expect(footerOf(text(failed)).at(-1)).toContain('answer truncated');
  });
});

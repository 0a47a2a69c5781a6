import { describe, expect, it } from '@jest/globals';

import { consultPrompt } from './prompts.js';

describe('consultPrompt', () => {
  it.each(['-x', '--help', '/clear', '/usage', '$(id)', '# heading'])(
    'lets no proposal begin the prompt: %s',
    (proposal) => {
      const prompt = consultPrompt({ request: { proposal }, contextFiles: [] });
      expect(prompt).toMatch(/^You are asked for an independent second opinion/);
      expect(prompt.endsWith(`# Proposal\n\n${proposal}`)).toBe(true);
    },
  );

  it('holds no half of a character', () => {
    const prompt = consultPrompt({ request: { proposal: 'cut \ud83d' }, contextFiles: [] });
    expect(prompt.endsWith('cut \ufffd')).toBe(true);
  });

  it('names files and questions, and passes the proposal on unaltered', () => {
    const proposal = 'Use sk-live-… in tests?\n\n```ts\nconst a = 1;\n```';
    const prompt = consultPrompt({
      request: { proposal, taskType: 'debug', specificQuestions: ['Is it safe?', 'Is it fast?'] },
      contextFiles: ['src/a.ts', 'docs/b.md'],
    });
    expect(prompt).toContain('- src/a.ts\n- docs/b.md');
    expect(prompt).toContain(proposal);
    expect(prompt).toContain('Find the cause');
    expect(prompt.endsWith('- Is it safe?\n- Is it fast?')).toBe(true);
  });
});

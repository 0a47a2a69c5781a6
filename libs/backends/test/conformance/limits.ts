import { expect } from '@jest/globals';

import { LIMIT_WORDS, LIMITS_FILE } from './limit-words.js';
import type { Cases } from './stage.js';

/** A limit is what the agent tells of it in fields of its own, and nothing that anybody says. */
export const LIMITS = {
  'tells a limit that is used up, and until when': async ({ subject: { resetsAt }, play }) => {
    const { ending } = await play('quota');
    expect(ending).toMatchObject({ failure: { code: 'RATE_LIMITED' } });
    if (ending.type === 'failed') expect(ending.failure.details).toEqual({ resetsAt });
  },
  'tells a limit that is for some models only': async ({ subject: { resetsAt }, play }) => {
    expect((await play('model-quota')).ending).toMatchObject({
      failure: { code: 'RATE_LIMITED', details: { resetsAt, isModelLimit: true } },
    });
  },
  'answers where a limit was over when it asked its model again': async ({ play }) => {
    expect(await play('quota-once')).toMatchObject({ end: 'completed', answer: { text: 'Recovered.' } });
  },
  'answers where the answer quotes a limit': async ({ play }) => {
    const { end, answer } = await play('say', { argument: LIMIT_WORDS });
    expect([end, answer.text.trim()]).toEqual(['completed', LIMIT_WORDS]);
  },
  'answers where what a tool has read quotes a limit': async ({ subject, play }) => {
    const prompt = subject.prompts.tool.replace('readme.txt', LIMITS_FILE);
    const { end, answer } = await play('tool', { prompt });
    expect(end).toBe('completed');
    expect(answer.text).toContain('Individual quota reached. Resets in 80h25m39s.');
  },
  'answers where its diagnostics quote a limit': async ({ playFault }) => {
    expect(await playFault('notes-limit')).toMatchObject({
      end: 'completed',
      answer: { text: 'Hello from the model.' },
    });
  },
  'fails of what it fails of where its diagnostics quote a limit': async ({ playFault }) => {
    const { ending } = await playFault('fails-on-limit');
    expect(ending).toMatchObject({ failure: { code: 'PROCESS_ERROR' } });
    if (ending.type === 'failed') expect(ending.failure.details).not.toHaveProperty('resetsAt');
  },
} satisfies Cases;

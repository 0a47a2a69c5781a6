import { expect } from '@jest/globals';

import { SECRET } from './stage.js';
import type { Cases } from './stage.js';
import type { Witness } from './witness.js';

/** What a command line could take for an option or a command. */
const TRAPS = ['-x', '--help', '/clear', '/usage'];
/** What one argument or one variable of a program may hold on Linux is 128 KiB. */
const OVER_ONE_ARGUMENT = 200 * 1024;
/** What all arguments of an agent together may take. */
const ARGUMENTS_MAX_BYTES = 4 * 1024;
/** Less than a process may be given, more than any model takes. */
const OVER_EVERYTHING = Math.floor(3.9 * 1024 * 1024);
/** With four bytes each. */
const OVER_ANY_PROCESS = 1024 * 1024;

/** What a prompt may be, and who gets to see it. */
export const PROMPTS = {
  /** An agent that would take a prompt for a command of its own may be given a line feed before it. */
  'takes every prompt literally': async ({ play, spoken }) => {
    for (const prompt of TRAPS) {
      expect(await play('answer', { prompt })).toMatchObject({ end: 'completed' });
      expect(spoken()).toMatch(new RegExp(`"(?:\\\\n)?${prompt}"`));
    }
  },
  'takes a prompt of 200 KiB whole': async ({ play, spoken }) => {
    const prompt = `SCENARIO=answer ${'x'.repeat(OVER_ONE_ARGUMENT)}`;
    expect((await play('answer', { prompt })).end).toBe('completed');
    expect(spoken()).toContain(prompt);
  },
  'takes a prompt of 3.9 MiB, or says that it is too long': async ({ play }) => {
    const prompt = `SCENARIO=answer ${'x'.repeat(OVER_EVERYTHING)}`;
    expect((await play('answer', { prompt })).end).toMatch(/^(?:completed|INPUT_LIMIT)$/);
  },
  'refuses a prompt that no process may be given': async ({ play, spoken }) => {
    expect((await play('answer', { prompt: '😀'.repeat(OVER_ANY_PROCESS) })).ending).toMatchObject({
      failure: { code: 'INPUT_LIMIT' },
    });
    expect(spoken()).toBe('');
  },
  'shows nobody the prompt, and is shown no secret': async ({ subject, play, witnesses }) => {
    const word = 'Aubergine';
    let looking: Promise<readonly Witness[]> = Promise.resolve([]);
    await play('hang', {
      prompt: `${subject.prompts.hang} ${word}`,
      onEvent: ({ type }, stop) => {
        if (type === 'started') looking = witnesses().finally(stop);
      },
    });
    const seen = await looking;
    expect(seen.length).toBeGreaterThan(0);
    for (const { argv, variables } of seen) {
      expect(argv).not.toContain(word);
      expect(Buffer.byteLength(argv)).toBeLessThan(ARGUMENTS_MAX_BYTES);
      expect(variables).not.toMatch(new RegExp(`${SECRET.name}|${SECRET.value}|${word}`));
    }
  },
} satisfies Cases;

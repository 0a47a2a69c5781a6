import { describe, it } from '@jest/globals';

import { LATE_ANSWERS } from './conformance/answers.js';
import { CASES } from './conformance/cases.js';
import { onStage } from './conformance/stage.js';
import { SUBJECTS } from './conformance/subjects.js';

/** Longer than a minute, which is what the late answers take. */
const LATE_TIMEOUT_MS = 120_000;

describe.each(SUBJECTS)('$id', (subject) => {
  const cases = Object.entries(CASES).filter(([name]) => !Object.hasOwn(subject.unable, name));
  it.each(cases)('%s', (_, playCase) => onStage(subject, playCase));
});

/** They only wait: all of all agents together. */
it.concurrent.each(SUBJECTS)(
  '$id may take a minute, to start or to its first event',
  async (subject) => {
    await Promise.all(Object.values(LATE_ANSWERS).map((playCase) => onStage(subject, playCase)));
  },
  LATE_TIMEOUT_MS,
);

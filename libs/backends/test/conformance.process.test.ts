import { describe, it } from '@jest/globals';

import { LATE_ANSWERS } from './conformance/answers.js';
import { CASES } from './conformance/cases.js';
import { onStage } from './conformance/on-stage.js';
import { SUBJECTS } from './conformance/subjects.js';

/** Longest time of one case, in milliseconds: shorter than that of a test, so that the case can still clean up. */
const CASE_MAX_MS = 25_000;
/** The same for a late answer, which takes a minute. */
const LATE_CASE_MAX_MS = 100_000;
const LATE_TEST_MAX_MS = 120_000;

describe.each(SUBJECTS)('$id', (subject) => {
  const cases = Object.entries(CASES).filter(([name]) => !Object.hasOwn(subject.unable, name));
  it.each(cases)('%s', (_, playCase) => onStage(subject, playCase, CASE_MAX_MS));
});

/** They only wait: all of all agents together. */
it.concurrent.each(SUBJECTS)(
  '$id may take a minute: to start, to its first event, and to be asked something before',
  async (subject) => {
    await Promise.all(
      Object.values(LATE_ANSWERS).map((playCase) => onStage(subject, playCase, LATE_CASE_MAX_MS)),
    );
  },
  LATE_TEST_MAX_MS,
);

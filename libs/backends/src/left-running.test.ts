import { expect, it } from '@jest/globals';

import type { BackendExamination } from './backend.js';
import { withRemains } from './left-running.js';

const examination: BackendExamination = {
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
  authentication: { state: 'unknown', detail: '' },
};

it('what may still be alive is told as a check that failed', () => {
  expect(withRemains(examination, undefined)).toBe(examination);
  expect(withRemains(examination, 'a process').evidence.checks).toEqual([
    { name: 'left running', passed: false, detail: 'a process' },
  ]);
});

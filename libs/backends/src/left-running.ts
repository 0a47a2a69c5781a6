import type { BackendExamination } from './backend.js';

/** An examination, with what may still be alive of it told as a check that failed. */
export function withRemains(
  examination: BackendExamination,
  remains: string | undefined,
): BackendExamination {
  if (remains === undefined) return examination;
  const { evidence } = examination;
  const check = { name: 'left running', passed: false, detail: remains };
  return { ...examination, evidence: { ...evidence, checks: [...evidence.checks, check] } };
}

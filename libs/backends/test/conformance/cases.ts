import { ANSWERS } from './answers.js';
import { FAILURES } from './failures.js';
import { PROMPTS } from './prompts.js';
import { STOPS } from './stops.js';

/** What holds of every agent, but for the late answers. */
export const CASES = { ...ANSWERS, ...PROMPTS, ...FAILURES, ...STOPS };
/** What a case says of an agent. */
export type CaseName = keyof typeof CASES;

import { ANSWERS } from './answers.js';
import { FAILURES } from './failures.js';
import { LIMITS } from './limits.js';
import { LISTINGS } from './listings.js';
import { PROMPTS } from './prompts.js';
import { QUOTAS } from './quotas.js';
import { STOPS } from './stops.js';

/** What holds of every agent, but for the late answers. */
export const CASES = { ...ANSWERS, ...PROMPTS, ...FAILURES, ...LIMITS, ...STOPS, ...LISTINGS, ...QUOTAS };
/** What a case says of an agent. */
export type CaseName = keyof typeof CASES;

import type { Standing } from './health-report.js';

/** How sure a fact is, or that it is wrong, as one sign. */
export type FactSign = '✓' | '·' | '?' | '✗';

/** One fact, worded. */
export interface HealthFact {
  readonly sign: FactSign;
  readonly label: string;
  readonly text: string;
}

/** The sign of a fact that is not wrong. */
export const SIGNS: Readonly<Record<Standing, FactSign>> = { verified: '✓', observed: '·', unknown: '?' };

/** What the signs mean. */
export const SIGNS_TEXT = '✓ verified; · observed, as a file or the agent says; ? unknown; ✗ wrong';

import { failureLine } from '@coagent8/contracts';
import type { Failure, Warning } from '@coagent8/contracts';

import type { Row, Section } from './fit-sections.js';
import { proseLine } from './markdown-line.js';

/** Most bytes (UTF-8) of a summary: hosts show that much of a result without being asked for the rest. */
export const SUMMARY_MAX_BYTES = 3_900;
/** Most bytes of a text that somebody else worded. */
export const SUMMARY_TEXT_MAX_BYTES = 300;

/** Most bytes of what is wrong with what to do about it: the end of it is what helps. */
export const SUMMARY_PROBLEM_MAX_BYTES = 700;

/** Most bytes of a label, which may be another's word as well. */
const LABEL_MAX_BYTES = 60;

/** A labelled text as a row. */
export function textRow(label: string, text: string, maxBytes: number = SUMMARY_TEXT_MAX_BYTES): Row {
  return { line: `${proseLine(label, LABEL_MAX_BYTES)}: ${proseLine(text, maxBytes)}` };
}

/** Why something is not so, as rows; none where there is no failure. */
export function problemRows({ failure }: { readonly failure?: Failure }): Row[] {
  if (failure === undefined) return [];
  const { message, remedy } = failure;
  return [textRow('problem', message), ...(remedy === undefined ? [] : [textRow('what to do', remedy)])];
}

/** That the configuration cannot be used: of interest before all else. */
export function configurationSection({ failure }: { readonly failure?: Failure }): Section[] {
  if (failure === undefined) return [];
  return [
    {
      head: '**The configuration cannot be used**: no turn runs',
      rows: [textRow('why', failureLine(failure), SUMMARY_PROBLEM_MAX_BYTES)],
    },
  ];
}

/** What to know beside it. */
export function warningSection(warnings: readonly Warning[]): Section[] {
  if (warnings.length === 0) return [];
  return [{ head: 'Notes', rows: warnings.map(({ message }) => textRow('note', message)) }];
}

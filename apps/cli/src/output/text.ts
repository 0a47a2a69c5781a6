import { failureLine } from '@coagent8/contracts';
import type { Failed, TurnOutcome } from '@coagent8/contracts';
import { describeProgress, footerLines } from '@coagent8/execution';

import type { Output, World } from '../world.js';
import { createProgressLine } from './progress-line.js';
import type { ProgressLine } from './progress-line.js';
import type { Report } from './report.js';
import { isCapable, styleFor } from './style.js';

const NO_LINE: ProgressLine = { show: () => undefined, hide: () => undefined, end: () => undefined };

/** The answer on standard output and nothing else there; all that is said about it on standard error. */
export function createTextReport({ stdout, stderr, environment, now }: World): Report {
  const style = styleFor(stderr, environment);
  const line = isCapable(stderr, environment) ? createProgressLine(stderr, now) : NO_LINE;
  const tell = (text: string) => {
    stderr.write(`${text}\n`);
  };
  const tellFailure = ({ failure }: Failed) => {
    tell(style.alert(failureLine(failure)));
  };
  return {
    progress: (progress) => {
      line.show(describeProgress(progress));
    },
    makeRoom: line.hide,
    ended: (outcome) => {
      line.end();
      if (outcome.status === 'failed') tellFailure(outcome);
      if (outcome.status === 'failed' && outcome.partialAnswer !== undefined) tell('Partial response:');
      writeParagraph(stdout, textOf(outcome));
      for (const footer of footerLines(outcome)) tell(style.dim(footer));
    },
    refused: (outcome) => {
      line.end();
      tellFailure(outcome);
    },
  };
}

function textOf(outcome: TurnOutcome): string {
  return outcome.status === 'answered' ? outcome.answer : (outcome.partialAnswer ?? '');
}

function writeParagraph(output: Output, text: string): void {
  if (text !== '') output.write(text.endsWith('\n') ? text : `${text}\n`);
}

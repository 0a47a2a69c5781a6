import type { IssueReport } from '@coagent8/diagnostics';

import { renderRecord } from './result.js';
import type { ToolResult } from './result.js';

/** A report of a problem as a call returns it: a record that is complete by itself, with what is left to do. */
export function renderIssue(report: IssueReport): ToolResult {
  return renderRecord({ isSubmitted: false, ...report, whatToDo: whatToDo(report) });
}

function whatToDo({ url, isUrlCut }: IssueReport): string {
  if (url === undefined) {
    return 'nothing was sent, and this version names no place for reports: show title and body to the user';
  }
  const rest = isUrlCut ? '; the form holds less than the body, which the user can paste into it' : '';
  return `nothing was sent: show the user the body and the url, which opens a form with it filled in${rest}`;
}

import { healthSummary, modelSummary, structuredReport } from '@coagent8/diagnostics';

import type { Diagnoses, DiagnosisOptions } from '../diagnoses.js';
import { renderRecord, renderText } from './result.js';
import type { ToolResult } from './result.js';

/** How much of a report is told: text within a bound, or all of it as a record. */
export type Detail = 'summary' | 'full';

/** What the agents offer, as a call returns it. */
export async function renderModels(
  { reportModels }: Diagnoses,
  options: DiagnosisOptions,
  detail: Detail,
): Promise<ToolResult> {
  const report = await reportModels(options);
  if (detail === 'summary') return renderText(modelSummary(report));
  return renderRecord(structuredReport({ scope: 'models', ...report }));
}

/** How the agents are, as a call returns it. */
export async function renderHealth(
  { examineHealth }: Diagnoses,
  options: DiagnosisOptions,
  detail: Detail,
): Promise<ToolResult> {
  const report = await examineHealth(options);
  if (detail === 'summary') return renderText(healthSummary(report));
  return renderRecord(structuredReport({ scope: 'health', ...report }));
}

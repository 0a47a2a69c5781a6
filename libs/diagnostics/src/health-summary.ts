import { fitSections } from './fit-sections.js';
import type { Section } from './fit-sections.js';
import { SIGNS_TEXT } from './health-fact.js';
import type { HealthFact } from './health-fact.js';
import { agentFacts, stateText } from './health-facts.js';
import { problemsIn } from './health-problems.js';
import type { HealthReport } from './health-report.js';
import { soundText } from './health-text.js';
import { ownFacts } from './own-facts.js';
import { SUMMARY_MAX_BYTES, SUMMARY_PROBLEM_MAX_BYTES, textRow, warningSection } from './summary.js';

/**
 * A report of the agents' health as Markdown for the model of a host, at most {@link SUMMARY_MAX_BYTES} bytes. What is
 * wrong stands first, so that what is left out for want of room is what is right. Pure.
 */
export function healthSummary(report: HealthReport): string {
  const sections = [
    problemSection(report),
    ...report.backends.map((health) => ({
      head: `**${health.backend}**: ${stateText(health)}`,
      rows: agentFacts(health, report).map(factRow),
    })),
    { head: '**CoAgent8**', rows: ownFacts(report).map(factRow) },
    { head: `Signs: ${SIGNS_TEXT}.`, rows: [] },
    ...warningSection(report.warnings),
  ];
  return fitSections(sections, SUMMARY_MAX_BYTES);
}

function problemSection(report: HealthReport): Section {
  const problems = problemsIn(report);
  if (problems.length === 0) return { head: soundText(report), rows: [] };
  const rows = problems.map(({ subject, text }) => textRow(subject, text, SUMMARY_PROBLEM_MAX_BYTES));
  return { head: '**What to do**', rows };
}

const factRow = ({ sign, label, text }: HealthFact) => textRow(`${sign} ${label}`, text);

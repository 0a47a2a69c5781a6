import { fact, headingLines, TEXT_WIDTH } from './fact-lines.js';
import { SIGNS_TEXT } from './health-fact.js';
import type { HealthFact } from './health-fact.js';
import { agentFacts, stateText } from './health-facts.js';
import { problemsIn } from './health-problems.js';
import type { HealthReport } from './health-report.js';
import { ownFacts } from './own-facts.js';
import { widthOf, UNMARKED } from './text-look.js';
import type { TextLook } from './text-look.js';
import { wrapText } from './text-columns.js';

/**
 * A report of the agents' health as text for a person, a line each: what is wrong with what to do, then what is known of
 * each agent, each fact with a sign that says how sure it is. Pure.
 */
export function healthLines(report: HealthReport, look: TextLook = {}): string[] {
  const { marks = UNMARKED } = look;
  const columns = Math.min(widthOf(look), TEXT_WIDTH);
  const facts = (each: readonly HealthFact[]) =>
    each.flatMap(({ sign, label, text }) =>
      fact(`${sign} ${label}`, text, columns).map((line) => (sign === '✗' ? marks.alert(line) : line)),
    );
  return [
    ...problemLines(report, columns, marks.alert),
    ...report.backends.flatMap((health) => [
      '',
      ...headingLines(health.backend, stateText(health), columns),
      ...facts(agentFacts(health, report)),
    ]),
    '',
    'CoAgent8',
    ...facts(ownFacts(report)),
    ...report.warnings.flatMap(({ message }) => fact('  note', message, columns)),
    '',
    ...wrapText(SIGNS_TEXT, columns).map(marks.dim),
  ];
}

function problemLines(report: HealthReport, columns: number, alert: (text: string) => string): string[] {
  const problems = problemsIn(report);
  if (problems.length === 0) return wrapText(soundText(report), columns);
  return ['What to do', ...problems.flatMap(({ subject, text }) => fact(subject, text, columns)).map(alert)];
}

/** That nothing is wrong. */
export function soundText({ backends }: HealthReport): string {
  const ready = backends.filter(({ state }) => state === 'ready');
  if (ready.length === 0) return 'No agent is ready.';
  const areProven = ready.every(({ authentication }) => authentication?.state === 'verified');
  const how = areProven ? 'Ready' : 'Ready as far as can be told without a turn';
  return `Nothing to do. ${how}: ${ready.map(({ backend }) => backend).join(', ')}.`;
}

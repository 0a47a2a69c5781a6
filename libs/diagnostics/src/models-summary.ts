import { fitSections } from './fit-sections.js';
import type { Row, Section } from './fit-sections.js';
import { isPlainlyMissing } from './is-plainly-missing.js';
import { cooldownText, headroomText, otherCooldowns } from './limits-text.js';
import { codeSpan, proseLine } from './markdown-line.js';
import { askText, cellsOf, listHeading, priceListText } from './models-text.js';
import type { ReportedModelRow } from './list-rows.js';
import type { BackendModels, ModelReport } from './report-models.js';
import {
  configurationSection,
  problemRows,
  SUMMARY_MAX_BYTES,
  SUMMARY_TEXT_MAX_BYTES,
  textRow,
  warningSection,
} from './summary.js';

/**
 * A report of the models as Markdown for the model of a host, at most {@link SUMMARY_MAX_BYTES} bytes: a list for each
 * agent, then what its signs mean. Where there are too many models the last ones of the longest list are left out and
 * counted, its default last of all. Where an agent was looked for is told only of one that is reported alone. Pure.
 */
export function modelSummary(report: ModelReport): string {
  const sections = [
    ...configurationSection(report.configuration),
    ...report.backends.map((models) =>
      isPlainlyMissing(models) && report.backends.length > 1
        ? { head: `**${models.backend}**: ${UNFOUND_TEXT}`, rows: [] }
        : backendSection(models, report.reportedAt),
    ),
    { head: legend(report), rows: [] },
    ...warningSection(report.warnings),
  ];
  return fitSections(sections, SUMMARY_MAX_BYTES);
}

function backendSection(models: BackendModels, now: string): Section {
  const { backend, candidates } = models;
  return {
    head: `**${backend}**: ${listHeading(models, now)}`,
    rows: [...problemRows(models), ...limitsRows(models, now), ...candidates.map(modelRow)],
  };
}

const UNFOUND_TEXT = 'not found; scope health says where it was looked for';

/** Of interest before any model; none of an agent that takes no turn whatever its limits are. */
function limitsRows({ state, quota, headroom }: BackendModels, now: string): Row[] {
  if (state === 'missing' || state === 'not-allowed') return [];
  if (quota === undefined) return [textRow('limits', UNASKED_TEXT)];
  return [
    textRow('limits', headroomText({ reading: quota.reading, headroom }, now)),
    ...otherCooldowns({ quota, headroom }).map((each) => textRow('limited', cooldownText(each, now))),
  ];
}

const UNASKED_TEXT = 'not known; scope health asks';

/** One model. Its parts stand in the order of the legend; what is not there is left out. */
function modelRow(row: ReportedModelRow): Row {
  const { price, efforts, tags } = cellsOf(row);
  const aliases = row.aliases.map(codeSpan).join(', ');
  const parts = [
    `${codeSpan(row.model)}${aliases === '' ? '' : ` (= ${aliases})`}`,
    price,
    ...[efforts, tags].map((text) => proseLine(text, SUMMARY_TEXT_MAX_BYTES).replaceAll('*', String.raw`\*`)),
  ];
  return { line: parts.filter((part) => part !== '').join(' · '), isKept: row.defaultSource !== undefined };
}

function legend(report: ModelReport): string {
  const prices = priceListText(report);
  const list = prices === undefined ? 'no price list was read' : proseLine(prices, SUMMARY_TEXT_MAX_BYTES);
  if (report.backends.every(({ candidates }) => candidates.length === 0)) return `Prices: ${list}.`;
  return [
    'Each row: model (= other names) · USD per million output tokens at list price (~ of a longer name in the list, ? not known) · efforts (\\* the one it gets where nobody names a model) · tags.',
    `A model tagged ask: the user is asked before a turn, ${askText(report.governance)}. One tagged deny never runs.`,
    `Prices: ${list}.`,
  ].join(' ');
}

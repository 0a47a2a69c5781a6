import type { ConsentBasis } from '@coagent8/contracts';

import { fact, TEXT_WIDTH } from './fact-lines.js';
import type { BackendModels, ModelReport, ReportedModelRow } from './report-models.js';
import { padColumns, textColumns, wrapText } from './text-columns.js';

/** How parts of the text are marked for the eye. Each gives its text back, perhaps between control sequences. */
export interface TextMarks {
  readonly dim: (text: string) => string;
  readonly alert: (text: string) => string;
}

/** Widest column of names that the other columns keep to; a longer name stands on a line of its own. */
const NAME_MAX_COLUMNS = 28;
const EFFORTS_MAX_COLUMNS = 24;
const PRICE_COLUMNS = 8;
/** Longest entry of a rule that a row repeats, in characters. */
const RULE_SHOWN_CHARACTERS = 32;
/** Narrowest column of tags that is worth wrapping to. */
const TAGS_MIN_COLUMNS = 12;
const HEADINGS = { name: 'model', price: 'USD', efforts: 'efforts', tags: '' };

/** Cells of a row, unpadded. */
interface Cells {
  readonly name: string;
  readonly price: string;
  readonly efforts: string;
  readonly tags: string;
  readonly isDenied: boolean;
}

interface Widths {
  readonly name: number;
  readonly efforts: number;
}

/**
 * A report of the models as text for a person, a line each: a table for each agent, what its signs mean, and what to know
 * beside it. It keeps to 80 columns where names allow it. Pure.
 *
 * @param marks - Default: nothing is marked.
 */
export function modelLines(report: ModelReport, marks: TextMarks = UNMARKED): string[] {
  const tables = report.backends.map((models) => ({ models, rows: models.candidates.map(cellsOf) }));
  const rows = tables.flatMap(({ rows }) => rows);
  const widths = widthsOf(rows);
  return [
    ...tables.flatMap(({ models, rows }) => [
      headingOf(models, report.reportedAt),
      ...problemLines(models),
      ...(rows.length === 0 ? [] : [marks.dim(lineOf(HEADINGS, widths))]),
      ...rows.flatMap((row) =>
        rowLines(row, widths).map((line) => (row.isDenied ? marks.alert(line) : line)),
      ),
      '',
    ]),
    ...(rows.length === 0 ? [] : legendLines(report, rows).map(marks.dim)),
    ...priceListLines(report),
    ...configurationLines(report),
    ...report.warnings.flatMap(({ message }) => fact('note', message)),
  ];
}

const UNMARKED: TextMarks = { dim: (text) => text, alert: (text) => text };

function headingOf({ backend, state, readAt, candidates }: BackendModels, now: string): string {
  switch (state) {
    case 'listed': {
      const count = candidates.length === 1 ? '1 model' : `${candidates.length} models`;
      return `${backend}  ${count}, as it said ${readAt === undefined ? 'before' : ageText(readAt, now)}`;
    }
    case 'no-catalog':
      return `${backend}  lists no models`;
    case 'failed':
      return `${backend}  could not be asked for its models`;
    case 'missing':
      return `${backend}  not found`;
    case 'not-allowed':
      return `${backend}  not among routing.allowedBackends`;
  }
}

function problemLines({ failure }: BackendModels): string[] {
  if (failure === undefined) return [];
  return [
    ...fact('problem', failure.message),
    ...(failure.remedy === undefined ? [] : fact('what to do', failure.remedy)),
  ];
}

const PRICE = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});

function cellsOf(row: ReportedModelRow): Cells {
  const { model, price, efforts, defaultEffort, approval } = row;
  return {
    name: model,
    price:
      price === undefined
        ? '?'
        : `${price.match === 'approximate' ? '~' : ''}${PRICE.format(price.outputUsdPerMillion)}`,
    efforts: efforts.map((effort) => (effort === defaultEffort ? `${effort}*` : effort)).join(' '),
    tags: tagsOf(row).join(', '),
    isDenied: approval?.outcome === 'deny',
  };
}

const BASIS_TEXT: Readonly<Record<ConsentBasis, string>> = {
  ask_rule: 'rule',
  output_price_above: 'price',
  default_price_ratio: 'ratio',
  price_unknown: 'no price',
};

function tagsOf({ backend, model, defaultSource, approval, isAllowed }: ReportedModelRow): string[] {
  const tags = defaultSource === undefined ? [] : ['default'];
  if (approval?.outcome === 'deny') {
    const { rule } = approval;
    const isPlain = [model, `${backend}/${model}`].includes(rule);
    tags.push(isPlain || rule.length > RULE_SHOWN_CHARACTERS ? 'deny' : `deny (${rule})`);
  } else if (approval?.outcome === 'ask') tags.push(`ask (${BASIS_TEXT[approval.basis]})`);
  else if (isAllowed) tags.push('allow');
  return tags;
}

function widthsOf(rows: readonly Cells[]): Widths {
  const names = rows.map(({ name }) => textColumns(name)).filter((columns) => columns <= NAME_MAX_COLUMNS);
  const efforts = rows.map(({ efforts }) => Math.min(textColumns(efforts), EFFORTS_MAX_COLUMNS));
  return { name: widest(HEADINGS.name, names), efforts: widest(HEADINGS.efforts, efforts) };
}

function widest(heading: string, columns: readonly number[]): number {
  return columns.reduce((most, each) => Math.max(most, each), heading.length);
}

/** One row: more lines than one where a cell is longer than its column. */
function rowLines(cells: Cells, widths: Widths): string[] {
  const efforts = wrapText(cells.efforts, widths.efforts);
  const tags = wrapText(
    cells.tags,
    Math.max(TAGS_MIN_COLUMNS, TEXT_WIDTH - 2 - widths.name - 2 - PRICE_COLUMNS - 2 - widths.efforts - 2),
  );
  const isLong = textColumns(cells.name) > widths.name;
  const lines = Array.from({ length: Math.max(efforts.length, tags.length) }, (_, index) =>
    lineOf(
      {
        name: index === 0 && !isLong ? cells.name : '',
        price: index === 0 ? cells.price : '',
        efforts: efforts[index] ?? '',
        tags: tags[index] ?? '',
      },
      widths,
    ),
  );
  return isLong ? [`  ${cells.name}`, ...lines] : lines;
}

function lineOf({ name, price, efforts, tags }: Omit<Cells, 'isDenied'>, widths: Widths): string {
  const cells = [
    padColumns(name, widths.name),
    price.padStart(PRICE_COLUMNS),
    padColumns(efforts, widths.efforts),
    tags,
  ];
  return `  ${cells.join('  ')}`.trimEnd();
}

function legendLines({ governance }: ModelReport, rows: readonly Cells[]): string[] {
  return [
    ...fact('USD', 'list price per million output tokens; ~ of a longer name in the list, ? not known'),
    ...(rows.some(({ efforts }) => efforts.includes('*'))
      ? fact('*', 'effort of a model that nobody named')
      : []),
    ...fact('ask', `the user is asked before a turn: ${askText(governance)}`),
  ];
}

function askText(governance: ModelReport['governance']): string {
  if (governance === undefined) return 'not known here, for the configuration cannot be used';
  const { outputPriceAbove, defaultPriceRatio } = governance;
  return [
    ...(outputPriceAbove === null ? [] : [`above ${outputPriceAbove} USD (price)`]),
    ...(defaultPriceRatio === null ? [] : [`above ${defaultPriceRatio}× the default's price (ratio)`]),
    'by a rule of theirs, or without a known price',
  ].join(', ');
}

function priceListLines({ priceList: { source, readAt, isStale }, reportedAt }: ModelReport): string[] {
  if (readAt === undefined) return fact('prices', 'none were read');
  const age = `${ageText(readAt, reportedAt)}${isStale ? ', out of date' : ''}`;
  return fact('prices', `${source}, read ${age}`);
}

function configurationLines({ configuration: { failure } }: ModelReport): string[] {
  if (failure === undefined) return [];
  return [
    ...fact('configuration', `${failure.code}: ${failure.message}`),
    ...(failure.remedy === undefined ? [] : fact('', failure.remedy)),
  ];
}

const MINUTE_MS = 60_000;
const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE_MS },
  { name: 'hour', ms: 60 * MINUTE_MS },
  { name: 'minute', ms: MINUTE_MS },
] as const;

/** How long before `now` a moment was, in the largest unit of which there are at least two. */
function ageText(moment: string, now: string): string {
  const ageMs = Date.parse(now) - Date.parse(moment);
  const unit = UNITS.find(({ ms }) => ageMs >= 2 * ms) ?? UNITS.find(({ ms }) => ageMs >= ms);
  if (unit === undefined) return 'just now';
  const count = Math.floor(ageMs / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}

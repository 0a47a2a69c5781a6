import type { ConsentBasis } from '@coagent8/contracts';

import { fact, TEXT_WIDTH } from './fact-lines.js';
import { isPlainlyMissing } from './is-plainly-missing.js';
import { cooldownText, headroomText, otherCooldowns } from './limits-text.js';
import type { ReportedModelRow } from './list-rows.js';
import type { BackendModels, ModelReport } from './report-models.js';
import { ageText } from './age-text.js';
import { padColumns, textColumns, wrapText } from './text-columns.js';
import { UNMARKED, widthOf } from './text-look.js';
import type { TextLook, TextMarks } from './text-look.js';

/** Widest column of names that the other columns keep to; a longer name stands on a line of its own. */
const NAME_MAX_COLUMNS = 28;
const EFFORTS_MIN_COLUMNS = 16;
/** Longest entry of a rule that a row repeats, in characters. */
const RULE_SHOWN_CHARACTERS = 32;
/** Narrowest column of tags that is worth wrapping to, and the widest that efforts make room for. */
const TAGS_MIN_COLUMNS = 12;
const TAGS_MAX_COLUMNS = 24;
const GAP = '  ';
const HEADINGS = { name: 'model', price: 'USD', efforts: 'efforts', tags: '' };

/** Cells of a row, unpadded. */
export interface Cells {
  readonly name: string;
  /** Other names of the model, in one text; may be empty. */
  readonly aliases: string;
  readonly price: string;
  readonly efforts: string;
  readonly tags: string;
  readonly isDenied: boolean;
}

interface Widths {
  readonly name: number;
  readonly price: number;
  readonly efforts: number;
  readonly tags: number;
}

/**
 * A report of the models as text for a person, a line each: a table for each agent, what its signs mean, and what to know
 * beside it. Where an agent was looked for that nobody named is told only of one that is reported alone: few have them all.
 * Pure.
 */
export function modelLines(report: ModelReport, look: TextLook = {}): string[] {
  const { marks = UNMARKED } = look;
  const columns = widthOf(look);
  const textWidth = Math.min(columns, TEXT_WIDTH);
  const tables = report.backends.map((models) => ({ models, rows: models.candidates.map(cellsOf) }));
  const rows = tables.flatMap(({ rows }) => rows);
  const facts = (lines: readonly Fact[]) => lines.flatMap(([label, text]) => fact(label, text, textWidth));
  return [
    ...tables.flatMap(({ models, rows }) => [
      headingOf(models, report.reportedAt),
      ...facts(limitFacts(models, report.reportedAt)),
      ...(isPlainlyMissing(models) && tables.length > 1 ? [] : facts(problemFacts(models))),
      ...tableLines(rows, columns, marks),
      '',
    ]),
    ...(rows.length === 0 ? [] : facts(legendFacts(report, rows)).map(marks.dim)),
    ...facts(priceListFacts(report)),
    ...facts(configurationFacts(report)),
    ...facts(report.warnings.map(({ message }) => ['note', message])),
  ];
}

/** A label and its text. */
type Fact = readonly [label: string, text: string];

function headingOf(models: BackendModels, now: string): string {
  const hint = isPlainlyMissing(models) ? '; see `coagent8 doctor --health`' : '';
  return `${models.backend}  ${listHeading(models, now)}${hint}`;
}

/** What an agent offers at all, as a sentence part over the rows of its models. Pure. */
export function listHeading(models: BackendModels, now: string): string {
  const isDefaultAlone = models.state === 'no-catalog' && models.candidates.length > 0;
  return `${offerText(models, now)}${isDefaultAlone ? '; its default is below' : ''}`;
}

/** What an agent offers at all, as a sentence part. Pure. */
export function offerText({ state, readAt, candidates }: BackendModels, now: string): string {
  switch (state) {
    case 'listed': {
      const count = candidates.length === 1 ? '1 model' : `${candidates.length} models`;
      return `${count}, as it said ${readAt === undefined ? 'before' : ageText(readAt, now)}`;
    }
    case 'no-catalog':
      return 'lists no models';
    case 'failed':
      return 'could not be asked for its models';
    case 'missing':
      return 'not found';
    case 'not-allowed':
      return 'not among routing.allowedBackends';
  }
}

/** What is kept of its limits; none where nothing is, or where it is not here. */
function limitFacts(models: BackendModels, now: string): Fact[] {
  const { state, quota, headroom } = models;
  if (quota === undefined || state === 'missing') return [];
  return [
    ['limits', headroomText({ reading: quota.reading, headroom }, now)],
    ...otherCooldowns(models).map((each): Fact => ['limited', cooldownText(each, now)]),
  ];
}

function problemFacts({ failure }: BackendModels): Fact[] {
  if (failure === undefined) return [];
  const { message, remedy } = failure;
  return [['problem', message], ...(remedy === undefined ? [] : [['what to do', remedy] as const])];
}

/** Prices in USD, in columns. */
export const PRICE = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});

/** One model in words. */
export function cellsOf(row: ReportedModelRow): Cells {
  const { model, aliases, price, efforts, defaultEffort, approval } = row;
  return {
    name: model,
    aliases: aliases.length === 0 ? '' : `= ${aliases.join(', ')}`,
    price:
      price === undefined
        ? '?'
        : `${price.match === 'approximate' ? '~' : ''}${PRICE.format(price.outputUsdPerMillion)}`,
    efforts: efforts.map((effort) => (effort === defaultEffort ? `${effort}*` : effort)).join(' '),
    tags: tagsOf(row).join(', '),
    isDenied: approval?.outcome === 'deny',
  };
}

/** Why the user is asked, in a word or two. */
export const BASIS_TEXT: Readonly<Record<ConsentBasis, string>> = {
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

function tableLines(rows: readonly Cells[], columns: number, marks: TextMarks): string[] {
  if (rows.length === 0) return [];
  const widths = widthsOf(rows, columns);
  const heading = marks.dim(lineOf(HEADINGS, widths));
  return [
    heading,
    ...rows.flatMap((row) => rowLines(row, widths).map((line) => (row.isDenied ? marks.alert(line) : line))),
  ];
}

/** Names get what they need up to a bound; efforts the columns that tags leave them. */
function widthsOf(rows: readonly Cells[], columns: number): Widths {
  const widest = (key: keyof typeof HEADINGS) =>
    rows.reduce((most, row) => Math.max(most, textColumns(row[key])), HEADINGS[key].length);
  const price = widest('price');
  const left = columns - price - 4 * GAP.length;
  const nameMax = Math.min(NAME_MAX_COLUMNS, left - EFFORTS_MIN_COLUMNS - TAGS_MIN_COLUMNS);
  const name = nameColumns(rows, nameMax);
  const room = left - name;
  const tagsWanted = Math.min(widest('tags'), TAGS_MAX_COLUMNS);
  const efforts = Math.min(widest('efforts'), Math.max(EFFORTS_MIN_COLUMNS, room - tagsWanted));
  return { name, price, efforts, tags: Math.max(TAGS_MIN_COLUMNS, room - efforts) };
}

/** Columns of the longest name that has at most `most` of them. */
function nameColumns(rows: readonly Cells[], most: number): number {
  const names = rows.flatMap(({ name, aliases }) => [name, ...aliasLines(aliases, most)]);
  const columns = names.map(textColumns).filter((each) => each <= most);
  return columns.reduce((longest, each) => Math.max(longest, each), HEADINGS.name.length);
}

function aliasLines(aliases: string, columns: number): readonly string[] {
  if (aliases === '') return [];
  return wrapText(aliases, columns - GAP.length).map((line) => `${GAP}${line}`);
}

/** One row: more lines than one where a cell is longer than its column, or where the model has other names. */
function rowLines(cells: Cells, widths: Widths): string[] {
  const isLong = textColumns(cells.name) > widths.name;
  const names = [isLong ? '' : cells.name, ...aliasLines(cells.aliases, widths.name)];
  const efforts = wrapText(cells.efforts, widths.efforts);
  const tags = wrapText(cells.tags, widths.tags);
  const lines = Array.from({ length: Math.max(names.length, efforts.length, tags.length) }, (_, index) =>
    lineOf(
      {
        name: names[index] ?? '',
        price: index === 0 ? cells.price : '',
        efforts: efforts[index] ?? '',
        tags: tags[index] ?? '',
      },
      widths,
    ),
  );
  return isLong ? [`${GAP}${cells.name}`, ...lines] : lines;
}

function lineOf({ name, price, efforts, tags }: Omit<Cells, 'isDenied' | 'aliases'>, widths: Widths): string {
  const cells = [
    padColumns(name, widths.name),
    price.padStart(widths.price),
    padColumns(efforts, widths.efforts),
    tags,
  ];
  return `${GAP}${cells.join(GAP)}`.trimEnd();
}

function legendFacts({ governance }: ModelReport, rows: readonly Cells[]): Fact[] {
  return [
    ['USD', 'list price per million output tokens; ~ of a longer name in the list, ? not known'],
    ...(rows.some(({ aliases }) => aliases !== '') ? [['=', 'other names of the model above'] as const] : []),
    ...(rows.some(({ efforts }) => efforts.includes('*'))
      ? [['*', 'effort that it gets where nobody names a model'] as const]
      : []),
    ['ask', `the user is asked before a turn: ${askText(governance)}`],
  ];
}

/** When the user is asked, as sentence parts. */
export function askText(governance: ModelReport['governance']): string {
  if (governance === undefined) return 'not known here, for the configuration cannot be used';
  const { outputPriceAbove, defaultPriceRatio } = governance;
  return [
    ...(outputPriceAbove === null ? [] : [`above ${outputPriceAbove} USD (price)`]),
    ...(defaultPriceRatio === null ? [] : [`above ${defaultPriceRatio}× the default's price (ratio)`]),
    'by a rule of theirs, or without a known price',
  ].join(', ');
}

function priceListFacts(report: ModelReport): Fact[] {
  return [['prices', priceListText(report) ?? 'none were read']];
}

/** Where the prices are from and how old they are; undefined where none were read. */
export function priceListText({
  priceList: { source, readAt, isStale },
  reportedAt,
}: Pick<ModelReport, 'priceList' | 'reportedAt'>): string | undefined {
  if (readAt === undefined) return undefined;
  return `${source}, read ${ageText(readAt, reportedAt)}${isStale ? ', out of date' : ''}`;
}

function configurationFacts({ configuration: { failure } }: ModelReport): Fact[] {
  if (failure === undefined) return [];
  const { code, message, remedy } = failure;
  return [['configuration', `${code}: ${message}`], ...(remedy === undefined ? [] : [['', remedy] as const])];
}

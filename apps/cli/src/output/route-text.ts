import { MEASUREMENT_FRESH_MS, UNKNOWN_HEADROOM_PERCENT } from '@coagent8/backends';
import type { Headroom } from '@coagent8/backends';
import { BACKEND_IDS } from '@coagent8/contracts';
import {
  ageText,
  padColumns,
  shownTime,
  TEXT_MIN_COLUMNS,
  TEXT_WIDTH,
  wrapText,
} from '@coagent8/diagnostics';
import type { TextLook } from '@coagent8/diagnostics';
import type { ConsideredBackend, RouteReport } from '@coagent8/execution';

const GAP = '  ';
const HEADINGS = { agent: 'agent', standing: 'standing', left: 'left', why: '' };
const MINUTE_MS = 60_000;
const LABEL_COLUMNS = 'strategy'.length;
/** Longest text that says why an agent was not found, in characters: the places that were looked in are a list of their own. */
export const MISSING_MAX_CHARACTERS = 120;

/** Cells of a row, unpadded. */
type Cells = typeof HEADINGS;

const STANDING_TEXT: Readonly<Record<ConsideredBackend['standing'], string>> = {
  chosen: 'chosen',
  able: 'able',
  limited: 'limited',
  unable: 'unable',
  missing: 'not found',
  'not-allowed': 'not allowed',
};

/**
 * A route as text for a person, a line each: why that agent, how each of them stands, what the signs mean, and what to know
 * beside it. Keeps to the columns of `look`, 60 at least and 80 at most. Pure.
 */
export function routeLines(report: RouteReport, look: TextLook = {}): string[] {
  const { reason, considered, warnings } = report;
  const columns = Math.min(TEXT_WIDTH, Math.max(TEXT_MIN_COLUMNS, look.columns ?? TEXT_WIDTH));
  const dim = look.marks?.dim ?? ((text: string) => text);
  const facts = (each: readonly Fact[]) => each.flatMap((one) => factLines(one, columns));
  const notes = facts(warnings.map(({ message }) => ['note', message]));
  // A request that failed before anybody looked for agents has no table.
  if (considered.length === 0) return notes;
  return [
    ...(reason === undefined ? [] : [...wrapText(reason, columns), '']),
    ...tableLines(report, columns, dim),
    ...blockOf(facts(legendFacts(report)).map(dim), notes),
  ];
}

function tableLines(
  { considered, reportedAt }: RouteReport,
  columns: number,
  dim: (text: string) => string,
): string[] {
  const rows = considered.map((one) => ({ cells: cellsOf(one, reportedAt), isOut: isOut(one) }));
  const widths = widthsOf(rows.map(({ cells }) => cells));
  return [
    dim(lineOf(HEADINGS, widths)),
    ...rows.flatMap(({ cells, isOut }) =>
      rowLines(cells, widths, columns).map((line) => (isOut ? dim(line) : line)),
    ),
  ];
}

/** Lines with an empty one above; none where there are none. */
function blockOf(...lines: readonly (readonly string[])[]): string[] {
  const all = lines.flat();
  return all.length === 0 ? [] : ['', ...all];
}

/** A label and its text. */
type Fact = readonly [label: string, text: string];

function factLines([label, text]: Fact, columns: number): string[] {
  const start = `${GAP}${label.padEnd(LABEL_COLUMNS)}${GAP}`;
  return wrapText(text, columns - start.length).map(
    (line, index) => `${index === 0 ? start : ' '.repeat(start.length)}${line}`,
  );
}

function isOut({ standing }: ConsideredBackend): boolean {
  return standing === 'missing' || standing === 'not-allowed' || standing === 'unable';
}

function cellsOf(one: ConsideredBackend, now: string): Cells {
  return {
    agent: one.backend,
    standing: STANDING_TEXT[one.standing],
    left: leftText(one),
    why: whyParts(one, now).join('; '),
  };
}

function leftText({ headroom }: ConsideredBackend): string {
  if (headroom === undefined) return '';
  const { leftPercent, limited } = headroom;
  if (leftPercent === undefined) return limited === undefined ? '?' : '';
  const rounded = Math.round(leftPercent);
  return rounded === 0 && leftPercent > 0 ? '<1 %' : `${rounded} %`;
}

function whyParts(one: ConsideredBackend, now: string): string[] {
  const { headroom, isDefault, isCaller } = one;
  return [
    // What is out for its limit says no more than the limit does.
    ...(headroom?.limited === undefined
      ? [...seenParts(headroom, now), ...becauseParts(one)]
      : [limitText(headroom.limited)]),
    ...(isDefault ? ['the configured default'] : []),
    ...(isCaller ? ['the caller itself'] : []),
  ];
}

function seenParts({ leftPercent, readAt }: Headroom = {}, now: string): string[] {
  return leftPercent === undefined || readAt === undefined ? [] : [`seen ${ageText(readAt, now)}`];
}

function becauseParts({ standing, because }: ConsideredBackend): string[] {
  if (because === undefined) return [];
  const isList = standing === 'missing' && because.length > MISSING_MAX_CHARACTERS;
  return [isList ? 'see `coagent8 doctor --health`' : because];
}

function limitText({ until, source }: NonNullable<Headroom['limited']>): string {
  return `until ${shownTime(until)}, ${source === 'turn' ? 'as a turn was told' : 'as it says itself'}`;
}

type Widths = Readonly<Record<'agent' | 'standing' | 'left', number>>;

function widthsOf(rows: readonly Cells[]): Widths {
  const widest = (key: keyof Widths) => Math.max(...[HEADINGS, ...rows].map((cells) => cells[key].length));
  return { agent: widest('agent'), standing: widest('standing'), left: widest('left') };
}

function rowLines(cells: Cells, widths: Widths, columns: number): string[] {
  const indent = 4 * GAP.length + widths.agent + widths.standing + widths.left;
  return wrapText(cells.why, columns - indent).map((why, index) =>
    lineOf(index === 0 ? { ...cells, why } : { agent: '', standing: '', left: '', why }, widths),
  );
}

function lineOf({ agent, standing, left, why }: Cells, widths: Widths): string {
  const cells = [
    padColumns(agent, widths.agent),
    padColumns(standing, widths.standing),
    left.padStart(widths.left),
    why,
  ];
  return `${GAP}${cells.join(GAP)}`.trimEnd();
}

const ORDER_TEXT = `something left before nothing, more before less, the configured default before others; then ${BACKEND_IDS.join(', ')}`;
const UNKNOWN_TEXT = `not known, or over ${MEASUREMENT_FRESH_MS / MINUTE_MS} minutes old: ranks as ${UNKNOWN_HEADROOM_PERCENT} %`;
/** On a line of its own: a command that is broken cannot be copied. */
const ASKING_TEXT = '`coagent8 doctor --health` asks the agent';

/** Nothing where none is left to be compared. */
function legendFacts({ strategy, considered }: RouteReport): Fact[] {
  if (considered.every(isOut)) return [];
  const isUnknown = considered.some((one) => leftText(one) === '?');
  return [
    ['left', 'of the tightest limit that counts for the request'],
    ...(isUnknown ? [['?', UNKNOWN_TEXT] as const, ['', ASKING_TEXT] as const] : []),
    [
      'strategy',
      strategy === 'fixed' ? 'fixed: the configured default, else by rank' : 'smart_quota: by rank',
    ],
    ['rank', ORDER_TEXT],
  ];
}

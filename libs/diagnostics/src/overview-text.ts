import { defaultText } from './default-text.js';
import { headingLines, TEXT_WIDTH } from './fact-lines.js';
import { isPlainlyMissing } from './is-plainly-missing.js';
import { cooldownText, headroomText, otherCooldowns } from './limits-text.js';
import { offerText, priceListText } from './models-text.js';
import type { BackendModels, ModelReport } from './report-models.js';
import { textColumns, wrapText } from './text-columns.js';
import { UNMARKED, widthOf } from './text-look.js';
import type { TextLook } from './text-look.js';

/** A label, its text, and whether the reader must not miss it. */
interface Line {
  readonly label: string;
  readonly text: string;
  readonly isAlert?: boolean;
}

const LABEL_COLUMNS = 15;

/**
 * A report of the models at a glance, for a person: each agent in a few lines, with its default, its price and its limits as
 * they are known, then where that is from. What keeps turns from running stands first. Pure.
 */
export function overviewLines(report: ModelReport, look: TextLook = {}): string[] {
  const { marks = UNMARKED } = look;
  const columns = Math.min(widthOf(look), TEXT_WIDTH);
  const lines = (each: readonly Line[], indent: string) =>
    each.flatMap((line) => {
      const texts = labelled(line, indent, columns);
      return line.isAlert ? texts.map(marks.alert) : texts;
    });
  return [
    ...blockOf(lines(failureLines(report), '')),
    ...report.backends.flatMap((models) =>
      blockOf([
        ...headingLines(models.backend, offerText(models, report.reportedAt), columns),
        ...lines(agentLines(models, report), '  '),
      ]),
    ),
    ...lines(ownLines(report), ''),
    '',
    ...wrapText(MORE_TEXT, columns).map(marks.dim),
  ];
}

const MORE_TEXT =
  '`coagent8 models` lists all models; `coagent8 doctor --health` looks at everything anew, sign-in and limits too';

const UNASKED_TEXT = 'not known; `coagent8 doctor --health` asks';

/** Lines with an empty one below; none where there are none. */
const blockOf = (lines: readonly string[]) => (lines.length === 0 ? [] : [...lines, '']);

function failureLines({ configuration: { failure } }: ModelReport): Line[] {
  if (failure === undefined) return [];
  const { message, remedy } = failure;
  return [
    { label: 'configuration', text: `no turn runs: ${message}`, isAlert: true },
    ...(remedy === undefined ? [] : [{ label: 'what to do', text: remedy }]),
  ];
}

function agentLines(models: BackendModels, { reportedAt }: ModelReport): Line[] {
  const { state, failure, candidates } = models;
  const problem: Line[] = [
    ...(failure === undefined ? [] : [{ label: 'problem', text: failure.message, isAlert: true }]),
    ...(failure?.remedy === undefined ? [] : [{ label: 'what to do', text: failure.remedy }]),
  ];
  if (state === 'missing') return isPlainlyMissing(models) ? [] : problem;
  if (state === 'not-allowed') return [];
  const byDefault = candidates.find(({ defaultSource }) => defaultSource !== undefined);
  return [
    ...problem,
    ...(byDefault === undefined
      ? [{ label: 'default', text: 'not known' }]
      : [
          {
            label: 'default',
            text: defaultText(byDefault),
            isAlert: byDefault.approval?.outcome === 'deny',
          },
        ]),
    ...limitLines(models, reportedAt),
  ];
}

function limitLines({ quota, headroom }: BackendModels, now: string): Line[] {
  const text = quota === undefined ? UNASKED_TEXT : headroomText({ reading: quota.reading, headroom }, now);
  const others = otherCooldowns({ quota, headroom });
  return [
    { label: 'limits', text, isAlert: headroom?.limited !== undefined },
    ...others.map((cooldown) => ({ label: 'limited', text: cooldownText(cooldown, now), isAlert: true })),
  ];
}

function ownLines(report: ModelReport): Line[] {
  const { file, isThere, failure } = report.configuration;
  const prices = priceListText(report);
  return [
    {
      label: 'prices',
      text: prices === undefined ? 'none were read' : `USD per million output tokens, ${prices}`,
    },
    ...(failure === undefined
      ? [
          {
            label: 'configuration',
            text: isThere === false ? `no file at ${file ?? 'nowhere'}: the defaults hold` : (file ?? 'none'),
          },
        ]
      : []),
    ...report.warnings.map(({ message }) => ({ label: 'note', text: message })),
  ];
}

function labelled({ label, text }: Line, indent: string, columns: number): string[] {
  const start = indent + label + ' '.repeat(Math.max(1, LABEL_COLUMNS - textColumns(indent + label)));
  const [first = '', ...rest] = wrapText(text, columns - LABEL_COLUMNS);
  return [start + first, ...rest.map((line) => ' '.repeat(LABEL_COLUMNS) + line)];
}

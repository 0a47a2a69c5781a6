import { CREDENTIAL_FORMATS } from './credential-formats.js';

/** Where a credential stands in a text. */
export interface CredentialSpan {
  readonly kind: string;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}

const RULE_PREFIX = '@secretlint/secretlint-rule-';

/** Escapes of JSON and of source code: without them hidden, the `n` of `\n` would look like the letter before a key. */
const ESCAPE = /\\[bfnrt]/g;

/**
 * Finds the credentials of single lines, in the order of the text, without overlaps. Private keys of several lines
 * are not its business (`private-key-filter`). No match crosses a line break, so the spans of a text are the spans of
 * its lines: of secretlint 13.0.6's rules, those that read over lines are off or not heeded.
 *
 * Loads secretlint on the first call.
 */
export async function findCredentials(text: string): Promise<CredentialSpan[]> {
  const lint = await loadLinter();
  // Same length, so that offsets stay: secretlint drops a byte order mark and then counts from behind it.
  const masked = text.replace(/^\uFEFF/, ' ').replace(ESCAPE, '  ');
  return joinSpans((await lint(masked)).map((span) => ({ ...span, end: endOfWord(masked, span.end) })));
}

/** A key that is longer than its format knows does not keep its tail. */
function endOfWord(text: string, from: number): number {
  const word = /[\w-]*/y;
  word.lastIndex = from;
  return from + (word.exec(text)?.[0].length ?? 0);
}

function joinSpans(spans: CredentialSpan[]): CredentialSpan[] {
  const joined: CredentialSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last && span.start < last.end) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    } else {
      joined.push(span);
    }
  }
  return joined;
}

type Linter = (text: string) => Promise<CredentialSpan[]>;

let linter: Promise<Linter> | undefined;

function loadLinter(): Promise<Linter> {
  return (linter ??= createLinter());
}

async function createLinter(): Promise<Linter> {
  const [core, preset, pattern, profiler] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/secretlint-rule-pattern'),
    import('@secretlint/profiler'),
  ]);
  // Left on, it keeps 66 entries for every call (13.0.6).
  profiler.secretLintProfiler.setEnabled(false);
  const rules = [
    ...preset.rules.map((rule) => ({ id: rule.meta.id, rule, ...RULE_SETTINGS[rule.meta.id] })),
    { id: `${RULE_PREFIX}pattern`, rule: pattern.creator, options: { patterns: OWN_PATTERNS } },
  ];
  return async (content) => {
    const { messages } = await core.lintSource({
      source: { content, contentType: 'text', filePath: 'text', ext: '' },
      options: { noPhysicFilePath: true, config: { rules } },
    });
    return messages.map(({ ruleId, data, range: [start, end] }) => ({
      kind: patternName(data) ?? ruleId.slice(RULE_PREFIX.length),
      start,
      end,
    }));
  };
}

/**
 * What differs from the preset. Its rules are registered one by one because secretlint 13.0.6 does not heed `disabled`
 * for a rule within a preset.
 */
const RULE_SETTINGS: Readonly<Record<string, object>> = {
  // Key ids are credentials here; account numbers are not, and its range for secrets is wrong.
  [`${RULE_PREFIX}aws`]: {
    options: { enableIDScanRule: true },
    allowMessageIds: ['AWSAccountID', 'AWSSecretAccessKey'],
  },
  // `secretlint-disable` in a text would switch the redaction of that text off.
  [`${RULE_PREFIX}filter-comments`]: { disabled: true },
  // Reads over lines; `private-key-filter` has its part.
  [`${RULE_PREFIX}privatekey`]: { disabled: true },
};

const OWN_PATTERNS = CREDENTIAL_FORMATS.map(({ kind, pattern }) => ({
  name: kind,
  patterns: [String(pattern)],
}));

function patternName(data: object | undefined): string | undefined {
  return data && 'PATTERN_NAME' in data ? String(data.PATTERN_NAME) : undefined;
}

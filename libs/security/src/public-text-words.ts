/** What stands in place of what is left out of a text that may be published. */
export const PUBLIC_MARKS = {
  path: '[path]',
  code: '[code]',
  name: '[name]',
  address: '[address]',
  secret: '[secret]',
} as const;

/** One of {@link PUBLIC_MARKS}. */
export type PublicMark = (typeof PUBLIC_MARKS)[keyof typeof PUBLIC_MARKS];

/** Whether `text` is one of the marks, and nothing else. */
export function isPublicMark(text: string): text is PublicMark {
  return Object.values<string>(PUBLIC_MARKS).includes(text);
}

/** Words of a form that would otherwise be left out, and that say nothing of anybody. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set([
  ...[
    'CoAgent8',
    'coagent8',
    'GitHub',
    'GitLab',
    'OpenAI',
    'ChatGPT',
    'OAuth',
    'macOS',
    'iOS',
    'WSL2',
    'VSCode',
  ],
  ...['JavaScript', 'TypeScript', 'PowerShell', 'NodeJS', 'Node.js', 'WebSocket', 'DevTools', 'IPv4', 'IPv6'],
  ...['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'],
  ...['AbortError', 'TimeoutError', 'AssertionError', 'KeyError', 'ValueError', 'OSError', 'IOError'],
  ...[
    'x64',
    'x86',
    'x86_64',
    'arm64',
    'amd64',
    'aarch64',
    'utf8',
    'UTF-8',
    'utf-8',
    'UTF-16',
    'HTTP2',
    'SHA-256',
    'win32',
  ],
  ...[
    'e.g',
    'i.e',
    'a.m',
    'p.m',
    'config.json',
    'models.json',
    'quota.json',
    'auth.json',
    'package.json',
    'config.toml',
  ],
  ...[
    'and/or',
    'either/or',
    'I/O',
    'i/o',
    'n/a',
    'N/A',
    'w/o',
    'yes/no',
    'on/off',
    'true/false',
    'input/output',
  ],
  ...['read/write', 'TCP/IP', 'CI/CD'],
]);

/** Commands of ours, and those of the agents that sign in and say what they are: worth reading in any report. */
const PLAIN_COMMAND =
  /^(?:coagent8(?: (?:config|consult|doctor|models|route|run|show|--explain|--health|--help|--json|--version)){0,3}|(?:agy|claude|codex)(?: (?:auth|doctor|login|logout|update|--help|--version|--with-api-key)){0,2}|consult|doctor|issue)$/;

/** Whether the code between backticks is such a command. */
export function isPlainCommand(code: string): boolean {
  return PLAIN_COMMAND.test(code);
}

/** What a reader sees in place of a credential. It holds nothing of the credential but its kind. */
export function markOf(kind: string): string {
  return `[redacted: ${kind}]`;
}

/** A format that we look for beside secretlint's own. */
export interface CredentialFormat {
  /** The short stable name in the mark. */
  readonly kind: string;
  /** Matches the credential and nothing around it; never across a line break. Context stands in a lookbehind. */
  readonly pattern: RegExp;
}

/**
 * Formats that secretlint 13.0.6's recommended preset misses, finds only in one exact length, or reports at the wrong
 * place (its rule for AWS secrets gives the range of the name before the secret, so the end of the secret stayed).
 *
 * A format is listed when its prefix or its context tells it from ordinary code: a bare hash, UUID or base64 text is
 * none. A prefix that could occur inside base64 text may not follow a base64 character. Lookbehinds are bounded: an
 * unbounded one takes time that grows with the square of a run of spaces.
 */
export const CREDENTIAL_FORMATS: readonly CredentialFormat[] = [
  { kind: 'anthropic', pattern: /(?<![A-Za-z0-9])sk-ant-[a-z0-9]{2,12}-[\w-]{20,}/u },
  { kind: 'openrouter', pattern: /(?<![A-Za-z0-9])sk-or-v1-[0-9a-f]{32,}/u },
  { kind: 'openai', pattern: /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|None)-[\w-]{20,}/u },
  { kind: 'api-key', pattern: /(?<![\w-])sk-[A-Za-z0-9]{32,}/u },
  { kind: 'xai', pattern: /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{40,}/u },
  { kind: 'perplexity', pattern: /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{40,}/u },
  { kind: 'nvidia', pattern: /(?<![A-Za-z0-9])nvapi-[\w-]{60,}/u },
  { kind: 'replicate', pattern: /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{37,}/u },
  { kind: 'google', pattern: /(?<![\w+/-])AIza[\w-]{35}(?![\w-])/u },
  { kind: 'google', pattern: /(?<![\w+/-])ya29\.[\w-]{20,}/u },
  { kind: 'google', pattern: /(?<![\w+/-])GOCSPX-[\w-]{20,}/u },
  { kind: 'google', pattern: /(?<![\w/])1\/\/0[\w-]{40,}/u },
  { kind: 'gitlab', pattern: /(?<![A-Za-z0-9])gl(?:agent|cbt|dt|ft|imt|oas|ptt|rt|soat)-[\w.-]{20,}/u },
  { kind: 'slack', pattern: /(?<![A-Za-z0-9])xox[cdes](?:\.xox[bp])?-[\w%-]{20,}/u },
  { kind: 'pypi', pattern: /(?<![A-Za-z0-9])pypi-AgEIcHlwaS5vcmc[\w-]{50,}/u },
  { kind: 'npm', pattern: /(?<=\/:_(?:authToken|auth|password)=["']?)[^\s"'$[]{8,}/u },
  { kind: 'digitalocean', pattern: /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{64}/u },
  { kind: 'atlassian', pattern: /(?<![A-Za-z0-9])ATATT3[\w=-]{50,}/u },
  { kind: 'telegram', pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/u },
  { kind: 'age', pattern: /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[0-9A-Z]{58}/u },
  {
    kind: 'aws',
    pattern:
      /(?<=secret_?access_?key\\?["']?[ \t]{0,9}(?:=>|[:=])[ \t]{0,9}\\?["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/iu,
  },
  {
    kind: 'aws',
    pattern: /(?<=session_?token\\?["']?[ \t]{0,9}(?:=>|[:=])[ \t]{0,9}\\?["']?)[A-Za-z0-9/+]{80,}=*/iu,
  },
  { kind: 'azure', pattern: /(?<=AccountKey=)[A-Za-z0-9/+]{86}==/u },
  { kind: 'azure', pattern: /(?<=SharedAccessKey=)[A-Za-z0-9/+]{43}=/u },
  { kind: 'azure', pattern: /(?<=[?&]sig=)[A-Za-z0-9%/+-]{43,}=?/u },
  { kind: 'azure', pattern: /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/u },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/u },
  {
    kind: 'bearer',
    pattern: /(?<=\bbearer[ \t]{1,9})(?=[\w.~+/-]*\d)(?=[\w.~+/-]*[A-Za-z])[\w.~+/-]{20,}=*/iu,
  },
  {
    kind: 'basic',
    pattern: /(?<=\bauthorization\\?["']?[ \t]{0,9}[:=][ \t]{0,9}\\?["']?basic[ \t]{1,9})[\w+/-]{8,}=*/iu,
  },
];

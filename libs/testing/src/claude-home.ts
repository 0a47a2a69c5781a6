import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePriceList } from './price-list.js';
import type { WorldPrices } from './price-list.js';

/** What a Claude home is made from. */
export interface ClaudeHomeOptions {
  /** Base URL of the model server: `url` of `startMessagesServer`. */
  readonly modelServerUrl: string;
  /**
   * How the user is known: by a key, or by the token of a subscription. Claude Code 2.1.332 gives up sooner on a
   * rejected token and reads usage limits only with one. Default `key`.
   */
  readonly credential?: 'key' | 'token' | 'none';
  /** JSON of the user's `settings.json`. Default: no such file. */
  readonly settings?: string;
  /** What models cost for a CoAgent8 in this home, in `<home>/prices.json`. Default: cheap ones. */
  readonly prices?: WorldPrices;
}

/** A home folder in which Claude Code talks to a model server of ours and to nothing else. */
export interface ClaudeHome {
  readonly home: string;
  /** `<home>/.claude`: all that the user has set, `.claude.json` too. */
  readonly configDirectory: string;
  /** The whole environment that the child needs, and a CoAgent8 that starts it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Deletes the home. End every child that uses it first. */
  readonly remove: () => Promise<void>;
}

const CREDENTIALS: Readonly<Record<NonNullable<ClaudeHomeOptions['credential']>, Record<string, string>>> = {
  key: { ANTHROPIC_API_KEY: 'dummy-key-of-a-test' },
  token: { CLAUDE_CODE_OAUTH_TOKEN: 'dummy-token-of-a-test' },
  none: {},
};

/** Makes a {@link ClaudeHome} below the system's temporary directory. Key and token in `variables` are dummies. */
export async function createClaudeHome({
  modelServerUrl,
  credential = 'key',
  settings,
  prices,
}: ClaudeHomeOptions): Promise<ClaudeHome> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-claude-')));
  const configDirectory = join(home, '.claude');
  const temporaryDirectory = join(home, 'tmp');
  await mkdir(configDirectory);
  await mkdir(temporaryDirectory);
  if (settings !== undefined) await writeFile(join(configDirectory, 'settings.json'), settings);
  return {
    home,
    configDirectory,
    variables: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      CLAUDE_CONFIG_DIR: configDirectory,
      TMPDIR: temporaryDirectory,
      ANTHROPIC_BASE_URL: modelServerUrl,
      ...CREDENTIALS[credential],
      DISABLE_AUTOUPDATER: '1',
      COAGENT8_PRICES_URL: await writePriceList(home, prices),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

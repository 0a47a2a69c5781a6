import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePriceList } from './price-list.js';
import type { WorldPrices } from './price-list.js';

/** What a Codex home is made from. */
export interface CodexHomeOptions {
  /** Base URL of the model server, e.g. `url` of `startResponsesServer`. */
  readonly modelServerUrl: string;
  /** Model name. Default `test-model`, which no catalog knows: it gets function tools and no `apply_patch`. */
  readonly model?: string;
  /** How often Codex repeats a failed request and a torn stream. Default 0 both. */
  readonly requestRetries?: number;
  readonly streamRetries?: number;
  /** TOML for the top of the file: keys outside of any table. */
  readonly settings?: string;
  /** TOML for the end of the file: whole tables, e.g. `[mcp_servers.x]`. */
  readonly tables?: string;
  /** What models cost for a CoAgent8 in this home, in `<home>/prices.json`. Default: cheap ones. */
  readonly prices?: WorldPrices;
}

/** A home folder in which Codex talks to a model server of ours and to nothing else. */
export interface CodexHome {
  readonly home: string;
  /** `<home>/.codex`, with `config.toml`. */
  readonly codexHome: string;
  /**
   * `<home>/tmp`. Codex 0.171 cannot run a command where `CODEX_HOME` lies below its temporary directory, so it
   * must not be left at the system's.
   */
  readonly temporaryDirectory: string;
  /** The whole environment that the child needs, and a CoAgent8 that starts it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Deletes the home. End every child that uses it first. */
  readonly remove: () => Promise<void>;
}

/** Makes a {@link CodexHome} below the system's temporary directory. The key in `variables` is a dummy. */
export async function createCodexHome(options: CodexHomeOptions): Promise<CodexHome> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-codex-')));
  const codexHome = join(home, '.codex');
  const temporaryDirectory = join(home, 'tmp');
  await mkdir(codexHome);
  await mkdir(temporaryDirectory);
  await writeFile(join(codexHome, 'config.toml'), configOf(options));
  return {
    home,
    codexHome,
    temporaryDirectory,
    variables: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      CODEX_HOME: codexHome,
      TMPDIR: temporaryDirectory,
      FAKE_KEY: 'dummy-key-of-a-test',
      COAGENT8_PRICES_URL: await writePriceList(home, options.prices),
    },
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function configOf({
  modelServerUrl,
  model = 'test-model',
  requestRetries = 0,
  streamRetries = 0,
  settings = '',
  tables = '',
}: CodexHomeOptions): string {
  return `model = ${JSON.stringify(model)}
model_provider = "loopback"
${settings}

[model_providers.loopback]
name = "Loopback"
base_url = ${JSON.stringify(modelServerUrl)}
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = ${requestRetries}
stream_max_retries = ${streamRetries}

${tables}
`;
}

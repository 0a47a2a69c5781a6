import { spawn } from 'node:child_process';
import type { SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { codexBinary, createCodexHome, createTempWorkspace, startResponsesServer } from '@coagent8/testing';
import type { CodexHomeOptions, ResponsesServer } from '@coagent8/testing';

/** How a command ended and what it printed. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The installed package's command, the real Codex behind it, and a model scripted on loopback behind that. */
export interface InstalledCommand {
  /** Entry file of the package under test. */
  readonly entry: string;
  readonly workspacePath: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly models: ResponsesServer & {
    /** Settles when the model has been asked once more than now. */
    readonly requested: () => Promise<void>;
  };
  readonly spawnOptions: (more?: Record<string, string>) => SpawnOptionsWithoutStdio;
  /** Runs the command to its end. */
  readonly run: (args: readonly string[], stdin?: string, more?: Record<string, string>) => Promise<Ran>;
  readonly remove: () => Promise<void>;
}

const LOOK_EVERY_MS = 20;

/**
 * Builds an {@link InstalledCommand} from the package that `COAGENT8_E2E_PACKAGE` names.
 *
 * @param options - `prices`: what models cost. Default: cheap ones.
 */
export async function createInstalledCommand(
  options: Pick<CodexHomeOptions, 'prices'> = {},
): Promise<InstalledCommand> {
  const folder = process.env['COAGENT8_E2E_PACKAGE'];
  if (folder === undefined)
    throw new Error('COAGENT8_E2E_PACKAGE names no package: run these tests with npm test');
  const entry = join(folder, 'index.cjs');
  const models = await startResponsesServer();
  const home = await createCodexHome({ modelServerUrl: models.url, ...options });
  const workspace = await createTempWorkspace({ git: true, files: { 'a.txt': 'a\n' } });
  const variables = { ...home.variables, CODEX_PATH: codexBinary() };
  const spawnOptions = (more: Record<string, string> = {}) => ({
    cwd: workspace.path,
    env: { ...variables, ...more },
  });
  return {
    entry,
    workspacePath: workspace.path,
    variables,
    spawnOptions,
    models: {
      ...models,
      requested: async () => {
        const before = models.requests.length;
        while (models.requests.length === before) await delay(LOOK_EVERY_MS);
      },
    },
    run: async (args, stdin = '', more = {}) => {
      const child = spawn(process.execPath, [entry, ...args], spawnOptions(more));
      const printed = Promise.all([readAll(child.stdout), readAll(child.stderr)]);
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin);
      const [code] = (await once(child, 'close')) as [number | null];
      const [stdout, stderr] = await printed;
      return { code, stdout, stderr };
    },
    remove: async () => {
      await models.close();
      await workspace.remove();
      await home.remove();
    },
  };
}

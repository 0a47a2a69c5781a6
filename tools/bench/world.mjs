import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPacked } from '../gate/packed-package.mjs';

/**
 * What is measured: the installed package and the real Codex, with a scripted model on loopback.
 * @typedef {object} BenchWorld
 * @property {string} folder - For files of the measurements.
 * @property {string} binary - The real Codex.
 * @property {string} workspacePath
 * @property {Readonly<Record<string, string>>} variables
 * @property {() => import('@coagent8/testing').McpServer} serve - Starts the installed server.
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<BenchWorld>} */
export async function createBenchWorld() {
  const { codexBinary, createCodexHome, createTempWorkspace, startMcpServer, startResponsesServer } =
    await import('@coagent8/testing');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coagent8-bench-')));
  const entry = join(installPacked(folder), 'index.cjs');
  const models = await startResponsesServer();
  const home = await createCodexHome({ modelServerUrl: models.url });
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'a\n' } });
  const variables = { ...home.variables, CODEX_PATH: codexBinary() };
  return {
    folder,
    binary: codexBinary(),
    workspacePath: workspace.path,
    variables,
    serve: () =>
      startMcpServer({ command: process.execPath, args: [entry], env: variables, cwd: workspace.path }),
    remove: async () => {
      await models.close();
      await workspace.remove();
      await home.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPacked } from '../gate/packed-package.mjs';

/**
 * What is measured: the installed package and one agent, whose model is scripted on loopback.
 * @typedef {object} BenchWorld
 * @property {import('@coagent8/testing').AgentId} id
 * @property {string} binary - The agent's own program.
 * @property {string} workspacePath
 * @property {Readonly<Record<string, string>>} variables
 * @property {() => readonly string[]} spoken - What has reached the model.
 * @property {(more?: ServeOptions) => import('@coagent8/testing').McpServer} serve - Starts the installed server.
 */

/**
 * What a server is started with beside its entry and the variables of its world.
 * @typedef {{ readonly nodeArguments?: readonly string[], readonly variables?: Readonly<Record<string, string>> }} ServeOptions
 */

/**
 * A world for each agent, with one installation of the package.
 * @returns {Promise<{ worlds: readonly BenchWorld[], folder: string, remove: () => Promise<void> }>} `folder` is for
 * files of the measurements.
 */
export async function createBenchWorlds() {
  const { AGENT_IDS, createAgentWorld, createTempWorkspace, startMcpServer } =
    await import('@coagent8/testing');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coagent8-bench-')));
  const entry = join(installPacked(folder), 'index.cjs');
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'a\n' } });
  const agents = await Promise.all(AGENT_IDS.map((id) => createAgentWorld(id)));
  const worlds = agents.map(({ id, binary, variables, spoken }) => ({
    id,
    binary,
    variables,
    spoken,
    workspacePath: workspace.path,
    serve: (/** @type {ServeOptions} */ { nodeArguments = [], variables: more = {} } = {}) =>
      startMcpServer({
        command: process.execPath,
        args: [...nodeArguments, entry],
        env: { ...variables, ...more },
        cwd: workspace.path,
      }),
  }));
  return {
    worlds,
    folder,
    remove: async () => {
      for (const agent of agents) await agent.remove();
      await workspace.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

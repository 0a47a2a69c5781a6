import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Host } from './host.js';
import type { HostStage } from './host-stage.js';

const PACKAGES = fileURLToPath(new URL('../../../../e2e/hosts/node_modules/', import.meta.url));

/** The official MCP Inspector 2.12 on the command line. */
export const inspector: Host = {
  name: 'MCP Inspector',
  asks: 'codex',
  toolName: 'consult',
  habits: () => ({
    protocol: '2025-11-25',
    discovers: false,
    capabilities: ['roots', 'extensions'],
    wantsProgress: false,
    roots: [],
  }),
  connect: async (stage) => {
    const program = join(PACKAGES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const config = await writeServers(stage);
    const always = [
      program,
      '--cli',
      '--quiet',
      '--format',
      'json',
      '--config',
      config,
      '--server',
      'coagent8',
    ];
    const run = async (...args: string[]) => (await stage.run(process.execPath, [...always, ...args])).stdout;
    return {
      list: () => run('--method', 'tools/list'),
      consult: async (given) => {
        const call = ['--tool-name', 'consult', '--tool-args-json', JSON.stringify(given)];
        return { tool: 'consult', shown: await run('--method', 'tools/call', ...call) };
      },
      close: async () => undefined,
    };
  },
};

/** mcporter 0.12. It starts a server in the folder of the file that names it, where that does not say otherwise. */
export const mcporter: Host = {
  name: 'mcporter',
  asks: 'claude',
  toolName: 'consult',
  habits: () => ({ protocol: '2025-11-25', discovers: false, capabilities: [], wantsProgress: false }),
  connect: async (stage) => {
    const program = join(PACKAGES, 'mcporter/dist/cli.js');
    const config = await writeServers(stage, { cwd: stage.workspace.path });
    const run = async (...args: string[]) =>
      (await stage.run(process.execPath, [program, '--config', config, ...args])).stdout;
    return {
      list: () => run('list', 'coagent8', '--json'),
      consult: async (given) => {
        const call = ['coagent8.consult', '--args', JSON.stringify(given), '--output', 'json'];
        return { tool: 'consult', shown: await run('call', ...call) };
      },
      close: async () => undefined,
    };
  },
};

async function writeServers({ home, server }: HostStage, more: object = {}): Promise<string> {
  const file = join(home, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { coagent8: { ...server, ...more } } }));
  return file;
}

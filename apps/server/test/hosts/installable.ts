import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { connectWithModel, PROMPT } from './calling-model.js';
import { startChatCompletionsServer } from './chat-completions-server.js';
import { startGenerateContentServer } from './generate-content-server.js';
import type { Host } from './host.js';
import { asFlags } from './host-stage.js';

/** Gemini CLI 0.61. */
const gemini = (packages: string): Host => ({
  name: 'Gemini CLI',
  asks: 'codex',
  toolName: 'mcp_coagent8_consult',
  habits: (workspace) => ({
    protocol: '2025-06-18',
    discovers: false,
    capabilities: ['roots'],
    wantsProgress: true,
    roots: [`file://${workspace}`],
  }),
  connect: ({ home, server: { command, args, env }, run }) =>
    connectWithModel(startGenerateContentServer, async (modelServerUrl) => {
      const gemini = (...more: string[]) =>
        run(join(packages, '.bin/gemini'), more, {
          GEMINI_API_KEY: 'dummy-key-of-a-test',
          GOOGLE_GEMINI_BASE_URL: modelServerUrl,
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
        });
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      await writeJson(join(home, '.gemini/settings.json'), settings);
      const add = ['mcp', 'add', '-s', 'user', '--trust', ...asFlags('-e', env)];
      await gemini(...add, 'coagent8', command, ...args);
      return {
        list: async () => (await gemini('mcp', 'list')).stderr,
        prompt: () => gemini('-m', 'gemini-2.5-flash', '-p', PROMPT),
      };
    }),
});

/** opencode 1.18. */
const opencode = (packages: string): Host => ({
  name: 'opencode',
  asks: 'claude',
  toolName: 'coagent8_consult',
  habits: (workspace) => ({
    protocol: '2025-11-25',
    discovers: false,
    capabilities: ['roots'],
    wantsProgress: true,
    roots: [`file://${workspace}`],
  }),
  connect: ({ workspace, server: { command, args, env }, run }) =>
    connectWithModel(startChatCompletionsServer, async (baseURL) => {
      // The program itself: an install script would put it into `.bin`.
      const program = join(packages, `opencode-${process.platform}-${process.arch}/bin/opencode`);
      const opencode = (...more: string[]) => run(program, more, { OPENCODE_DISABLE_MODELS_FETCH: '1' });
      const fake = {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL, apiKey: 'dummy-key-of-a-test' },
        models: { fake: { tool_call: true } },
      };
      await writeJson(join(workspace.path, 'opencode.json'), {
        provider: { fake },
        model: 'fake/fake',
        autoupdate: false,
        mcp: { coagent8: { type: 'local', command: [command, ...args], environment: env } },
      });
      return {
        list: async () => (await opencode('mcp', 'list')).stdout,
        prompt: () => opencode('run', PROMPT),
      };
    }),
});

/** Copilot CLI 1.0.102. */
const copilot = (packages: string): Host => ({
  name: 'Copilot CLI',
  asks: 'codex',
  toolName: 'coagent8-consult',
  habits: () => ({
    protocol: '2025-11-25',
    discovers: true,
    capabilities: ['sampling', 'elicitation'],
    wantsProgress: true,
  }),
  connect: ({ server: { command, args, env }, run }) =>
    connectWithModel(startChatCompletionsServer, async (modelServerUrl) => {
      const copilot = (...more: string[]) =>
        run(join(packages, '.bin/copilot'), more, {
          COPILOT_PROVIDER_BASE_URL: modelServerUrl,
          COPILOT_PROVIDER_API_KEY: 'dummy-key-of-a-test',
          COPILOT_MODEL: 'fake',
          COPILOT_AUTO_UPDATE: 'false',
        });
      await copilot('mcp', 'add', 'coagent8', ...asFlags('--env', env), '--', command, ...args);
      return {
        list: async () => (await copilot('mcp', 'list')).stdout,
        prompt: () => copilot('-p', PROMPT, '--disable-builtin-mcps'),
      };
    }),
});

/** Cline 3.0. */
const cline = (packages: string): Host => ({
  name: 'Cline',
  asks: 'claude',
  toolName: 'coagent8__consult',
  habits: () => ({ protocol: '2024-11-05', discovers: false, capabilities: [], wantsProgress: false }),
  leaves: / --cline-hub-daemon /,
  connect: ({ home, server: { command, args, env }, run }) =>
    connectWithModel(startChatCompletionsServer, async (modelServerUrl) => {
      const cline = (...more: string[]) => run(join(packages, '.bin/cline'), more);
      const file = join(home, '.cline/data/settings/cline_mcp_settings.json');
      await writeJson(file, { mcpServers: { coagent8: { command, args, env } } });
      await cline('auth', '-p', 'openai', '-k', 'dummy-key-of-a-test', '-m', 'fake', '-b', modelServerUrl);
      return {
        prompt: () => cline('-P', 'openai', '-m', 'fake', PROMPT),
      };
    }),
});

/** Hosts that are too large for every run, each in the `node_modules` that it was installed in. */
export const INSTALLABLE = { gemini, opencode, copilot, cline } as const;

async function writeJson(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content));
}
